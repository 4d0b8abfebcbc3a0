"""Names of things: references and paths are for machines, handles and names for people."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from domain.aggregates import CAMPAIGN, components_of
from domain.dice.tape import label_of, parts
from domain.visibility.world import VisibleWorld
from domain.vocabulary import COMPONENTS
from domain.vocabulary.stored import component_of

REFERENCE: Final = r"(?:character|encounter|enclave)/[A-Za-z0-9_+-]+"
"""The pattern of a reference to an aggregate."""

INSTANCE: Final = rf"(?:{'|'.join(COMPONENTS)})\.[a-z0-9][a-z0-9_/:+-]*"
"""The pattern of an instance's path within its aggregate."""

_MENTIONED: Final = re.compile(rf"(?P<ref>{REFERENCE})(?:\.(?P<instance>{INSTANCE}))?")

_DERIVED: Final = re.compile(r"(?:-[a-z])?(?:-\d+(?:i\d+)?)+(?=[-/]|$)")
"""The ending of ids that are derived from entries and other ids: `working-40`, `grapple-c-13-exposed`."""


_WHOLE_REFERENCE: Final = re.compile(REFERENCE)

_UNCALLED: Final = frozenset(
    {"profile", "handles", "epochs", "participants", "ground", "clock", "pace", "formulas", "questions", "uses"}
)
"""Components whose instances people do not call anything."""


_CALLED_BY_OTHERS: Final = frozenset({"order", "positions", "members", "questions", "grids"})
"""Components whose instances are called after a character or a thing elsewhere."""


class Name(msgspec.Struct, frozen=True, kw_only=True):
    """The name of an aggregate, or of an instance of one: `handle` is what commands and addresses take. `kind` is an
    aggregate's kind in its game, or an instance's component.
    """

    ref: str
    handle: str
    name: str
    kind: str = ""


class WordName(Name, frozen=True, kw_only=True):
    """The name of an instance to which nobody gave one: a word of its game for its kind, which is another in another language."""


def plain(word: str) -> str:
    """A word that is made for machines as people read it: `knocked_down-27` is `knocked down`. A reference stays one."""
    if _WHOLE_REFERENCE.fullmatch(word):
        return word
    return _DERIVED.sub("", word).replace("_", " ").replace("-", " ").strip() or word


def called(component: str, name: str, fields: Mapping[str, Any]) -> str:
    """Return people's name for an instance: its title, else a word for its kind; references in it are not replaced."""

    def first_of(*keys: str) -> str:
        return next((str(fields[key]) for key in keys if fields.get(key)), "")

    match component:
        case "tracks" | "attributes":
            return first_of("title") or name
        case "conditions":
            return plain(first_of("what") or name)
        case "wounds":
            place = plain(first_of("slot").removeprefix("item/").replace("/", " "))
            hurt = first_of("title") or plain(f"{first_of('severity')} {first_of('kind')}".strip() or name)
            return f"{hurt} ({place})" if place else hurt
        case "intents":
            return first_of("title") or plain(first_of("what").rpartition(".")[2] or name)
        case "order" | "positions" | "members" | "questions":
            return first_of("subject", "character", "key", "title") or name
        case "grids":
            return first_of("title", "target") or plain(name)
        case "links":
            return first_of("title") or plain(first_of("kind") or name)
        case _:
            return first_of("title") or plain(first_of("what", "source", "kind", "of") or name)


def naming(component: str, fields: Mapping[str, Any]) -> type[Name]:
    """Return the kind of name that an instance has: one that it was given, or a word of its game. A condition goes by its word."""
    is_given = component != "conditions" and bool(fields.get("title"))
    return Name if is_given or component in _CALLED_BY_OTHERS else WordName


class Names:
    """The names that one viewer may know."""

    def __init__(self, visible: VisibleWorld) -> None:
        self.visible = visible

    def of(self, ref: str) -> Name | None:
        """Return the current or last name of an aggregate; None where the viewer may not know of it."""
        profile = self.visible.profile(ref)
        if profile is None:
            return None
        return Name(ref=ref, handle=profile.handle, name=profile.name, kind=profile.kind)

    def instance(self, path: str) -> Name | None:
        """Return the name of an existing instance, by its path; None where its own name is what people call it, and
        where the viewer may not know of it.
        """
        ref, component, name = path.split(".", 2)
        seen = self.visible.aggregate(ref)
        if seen is None or component in _UNCALLED or component not in components_of(type(seen)):
            return None
        if name not in seen.instances(component):
            return None
        fields = self.visible.wording.as_json(seen.instances(component)[name], ref)
        sentence = self.visible.wording.sentence(called(component, name, fields))
        if sentence == name:
            return None
        return naming(component, fields)(ref=path, handle=name, name=sentence, kind=component)

    def label(self, label: str) -> str:
        """A roll's label with the handle of whom it is for in place of the reference."""
        kind, target = parts(label)
        return label_of(kind, self.visible.address(target).rpartition("/")[2]) if target else label

    def readable(self, path: str) -> str:
        """A path with the handle in place of the id."""
        ref, dot, rest = path.partition(".")
        return self.visible.address(ref) + dot + rest

    def _is_address(self, mention: str) -> bool:
        """Whether a mention has a thing's handle in place of its id, as addresses have it: no aggregate is called so."""
        campaign: Any = self.visible.world.aggregate(CAMPAIGN)
        kind, _, handle = mention.partition("/")
        known = None if campaign is None else campaign.handles.get(handle)
        return known is not None and known.kind == kind and known.ref != mention

    def within(self, *values: object) -> dict[str, Name]:
        """Return names of everything that these JSON values mention: aggregates by reference, and instances by path,
        including those that an event or a change is about, unless their own names will do.
        """
        things = sorted(mention for mention in _mentions(values) if not self._is_address(mention))
        named = {at: self.instance(at) if "." in at else self.of(at) for at in things}
        return {at: name for at, name in named.items() if name is not None}


def _mentions(values: Sequence[object]) -> set[str]:
    """Return what JSON values mention. Every word of an answer is looked at, so this calls no function for each."""
    mentions: set[str] = set()
    waiting = list(values)
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            if "/" in value:  # most words mention nobody
                for match in _MENTIONED.finditer(value):
                    mentions.add(match["ref"])
                    if match["instance"]:
                        mentions.add(match[0])
        elif isinstance(value, dict):
            if "aggregate_id" in value:
                mentions.update(_subject(value))
            waiting += value
            waiting += value.values()
        elif isinstance(value, list | tuple):
            waiting += value
    return mentions


def _subject(value: Mapping[str, Any]) -> Iterator[str]:
    """The path of the instance that an event or a change of a value is of."""
    match value:
        case {"aggregate_id": str(ref), "type": str(type), "name": str(name)}:
            yield f"{ref}.{component_of(type)}.{name}"
        case {"aggregate_id": str(ref), "path": str(path)} if path.count(".") > 1:
            _, component, name, *_ = path.split(".")
            yield f"{ref}.{component}.{name}"
        case _:
            return
