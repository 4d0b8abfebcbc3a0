"""Texts that are made of somebody, in the words of one reader.

What is stored or raised tells by reference who is meant (`character/c-7`). Where it leaves the service, each reference
becomes the name (in a sentence) or the handle (in a label or key) of whoever it is, as far as the reader may know them.
Others are `somebody`, `somebody-2` …, in the order in which this reader meets them in what they are shown.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.aggregates import CAMPAIGN, is_reference
from domain.commands import DiceGiven
from domain.play.refusals import DiceNeeded, Refused
from domain.visibility.state import HIDDEN, VisibleState
from domain.vocabulary import COMPONENTS
from domain.vocabulary.questions import Question

SOMEBODY = "somebody"
"""The word for a creature that the reader may not know of."""

MISSING = "Something that this needs is not there, or not any more."
"""Why something was refused, for whom it is not to know what is missing."""

_PATH = r"[a-z]+\.[a-z0-9][a-z0-9_/:+-]*"

_OUTER = re.compile(
    rf"(?P<ref>campaign/self|(?:character|encounter|enclave)/[A-Za-z0-9_+-]*[A-Za-z0-9_+])(?:\.(?P<path>{_PATH}))?"
)
"""A reference, or a path from it down to an instance, anywhere in a text."""

_REFERENCES = re.compile(
    rf"{_OUTER.pattern}(?:[\s,;]+{_OUTER.pattern})*".replace("?P<ref>", "?:").replace("?P<path>", "?:")
)
"""A list of references and paths: a value for machines, be it written with spaces."""

_INNER = re.compile(rf"(?:{'|'.join(COMPONENTS)})\.[a-z0-9][a-z0-9_/:+-]*(?:\..+)?")
"""A path within an aggregate."""


class Wording:
    """The words for one thing that one reader is shown. Whom they may not know keeps their number throughout it."""

    def __init__(self, state: VisibleState, *, old: bool = False) -> None:
        self._state = state
        self._met: dict[str, str] = {}
        self._old = old and not state.viewer.is_gm

    def again(self) -> Wording:
        """Words for another thing, of the same age."""
        return Wording(self._state, old=self._old)

    def sentence(self, text: str) -> str:
        """A sentence with names in place of references, and handles where one is part of a label that it tells of."""

        def said(found: re.Match[str]) -> str:
            labelled = "/" in text[max(found.start() - 1, 0) : found.start()] + text[found.end() : found.end() + 1]
            return (self._addressed if labelled else self._named)(found["ref"], found["path"])

        return self._unnamed(_OUTER.sub(said, text))

    def label(self, text: str) -> str:
        """A label or key with handles in place of references: `damage/character/c-7` is `damage/kestrel`."""
        return self._unnamed(_OUTER.sub(lambda found: self._addressed(found["ref"], found["path"]), text))

    def labelled(self, dice: DiceGiven) -> DiceGiven:
        """Typed dice under the labels that this reader is shown."""
        return {self.label(label): values for label, values in dice.items()} if isinstance(dice, dict) else dice

    def said(self, text: str, ref: str = "") -> str:
        """A text of an instance of `ref`: a sentence with names, a path or reference as it is or `hidden`, any other word
        that is made of somebody, and JSON, as it is or with `somebody`."""
        if "." not in text and "/" not in text:
            return self._unnamed(text)
        if " " in text and not text.startswith("{") and not _REFERENCES.fullmatch(text):
            return self.sentence(text)
        if self._state.viewer.is_gm:
            return text
        if ref and _INNER.fullmatch(text) and not self._state.shows(ref, text):
            return HIDDEN
        if _REFERENCES.fullmatch(text) and len(list(_OUTER.finditer(text))) > 1:
            return ", ".join(found[0] for found in _OUTER.finditer(text) if self._may_name(found["ref"], found["path"]))
        whole = _OUTER.fullmatch(text) is not None
        kept = _OUTER.sub(lambda found: self._kept(found["ref"], found["path"], found[0], whole=whole), text)
        return kept if whole else self._unnamed(kept)

    def plain(self, value: object, ref: str = "") -> Any:
        """A value as JSON in which nothing is named that the reader may not know of: left out of lists and keys, replaced
        elsewhere. `ref` is the aggregate that paths within the value belong to."""
        return self._plain(msgspec.to_builtins(value), ref)

    def field(self, name: str, value: object, ref: str = "") -> Any:
        """A field's value as JSON: what a title is made of is told by name, and a choice by handle, be it only a reference."""
        telling = {"title": self.sentence, "choice": self.label}.get(name)
        return telling(value) if telling is not None and isinstance(value, str) else self.plain(value, ref)

    def excuse(self, sentence: str, missing: str = "") -> str:
        """Why something was refused; where what is missing is not for the reader to know of, only that something is."""
        ref, _, path = missing.partition(".")
        tellable = not missing or (is_reference(ref) and self._may_name(ref, path))
        return self.sentence(sentence) if tellable or self._state.viewer.is_gm else MISSING

    def reword(self, refused: Refused) -> None:
        """Tell a refusal in the reader's words."""
        is_gm = self._state.viewer.is_gm
        told = self.excuse(refused.gm if is_gm else refused.player, refused.missing)
        refused.player, refused.gm, refused.args = told, told, (told,)
        refused.missing = refused.missing if is_gm else ""
        if isinstance(refused, DiceNeeded):
            refused.rolls = tuple(
                replace(roll, label=self.label(roll.label), roller=self.label(roll.roller)) for roll in refused.rolls
            )

    def options(self, question: Question) -> dict[str, str]:
        """The options of a question as this reader is shown them, each with what it stands for. Whoever has no name is
        numbered as in all that is shown of it."""
        self.label(question.key)
        self.sentence(question.prompt)
        return {self.label(option): option for option in question.options}

    def somebody(self, ref: str) -> str:
        """Return the words for somebody whom the reader may not know of."""
        number = len(self._met) + 1
        return self._met.setdefault(ref, SOMEBODY if number == 1 else f"{SOMEBODY}-{number}")

    def _unnamed(self, text: str) -> str:
        """The text of an old thing without the handles and names of whom the reader may not know, where they stand as whole
        words."""
        if not self._old or not self._unknown_words:
            return text
        listed = "|".join(sorted(map(re.escape, self._unknown_words), key=len, reverse=True))
        return re.sub(rf"(?<![\w-])(?:{listed})(?![\w-])", lambda at: self.somebody(self._unknown_words[at[0]]), text)

    @cached_property
    def _unknown_words(self) -> dict[str, str]:
        """Return the words for those whom the reader may not know of, each with their reference."""
        state = self._state
        campaign: Any = state.world.aggregate(CAMPAIGN)
        held = {} if campaign is None else campaign.handles
        unknown = {handle: one.ref for handle, one in held.items() if not state.knows(one.ref)}
        there = ((state.world.aggregate(ref), ref) for ref in unknown.values())
        profiles = ((found.profile.get("self"), ref) for found, ref in there if found is not None)
        return unknown | {profile.name: ref for profile, ref in profiles if profile is not None}

    def _may_name(self, ref: str, path: str | None) -> bool:
        state = self._state
        return state.knows(ref) and (not path or (state.sees_sheet(ref) and state.shows(ref, path)))

    def _named(self, ref: str, path: str | None) -> str:
        if path:
            return self._addressed(ref, path)
        if ref == CAMPAIGN:
            return "the campaign"
        profile = self._state.profile(ref)
        return self._unknown(ref) if profile is None else profile.name

    def _addressed(self, ref: str, path: str | None) -> str:
        """By handle; a path with the handle in place of the reference."""
        profile = self._state.profile(ref)
        name = ref if ref == CAMPAIGN else self._unknown(ref) if profile is None else profile.handle
        if not path:
            return name
        return f"{name}.{path}" if self._may_name(ref, path) else HIDDEN if self._state.knows(ref) else name

    def _unknown(self, ref: str) -> str:
        """Return the words for somebody without a name: to a game master their reference is all that is left of them."""
        return ref if self._state.viewer.is_gm else self.somebody(ref)

    def _kept(self, ref: str, path: str | None, text: str, *, whole: bool) -> str:
        if self._may_name(ref, path):
            return text
        return HIDDEN if whole or self._state.knows(ref) else self.somebody(ref)

    def _plain(self, value: Any, ref: str) -> Any:
        match value:
            case str():
                return self.said(value, ref)
            case {"path": str(), "of": str(of), **_rest}:
                return {key: self._plain(item, self._state.whose(ref, of)) for key, item in value.items()}
            case dict():
                shown = {self._unnamed(str(key)): item for key, item in value.items() if self._shows(str(key), ref)}
                return {key: self.field(str(key), item, ref) for key, item in shown.items()}
            case list() | tuple():
                shown_items = [item for item in value if not isinstance(item, str) or self._shows(item, ref)]
                return type(value)(self._plain(item, ref) for item in shown_items)
            case _:
                return value

    def is_open(self, value: Any, ref: str = "") -> bool:
        """Whether a value names nothing that the reader may not know of."""
        match value:
            case str():
                return self._shows(value, ref)
            case {"path": str(), "of": str(of), **_rest}:
                return all(self.is_open(item, self._state.whose(ref, of)) for item in value.values())
            case dict():
                return all(self._shows(str(key), ref) and self.is_open(item, ref) for key, item in value.items())
            case list() | tuple():
                return all(self.is_open(item, ref) for item in value)
            case _:
                return True

    def _shows(self, word: str, ref: str) -> bool:
        """Whether a key, or an item of a list, names nothing that the reader may not know of."""
        if self._state.viewer.is_gm:
            return True
        if ref and _INNER.fullmatch(word) and not self._state.shows(ref, word):
            return False
        return all(self._may_name(found["ref"], found["path"]) for found in _OUTER.finditer(word))
