"""Texts that mention characters, in the words of one reader.

A stored or raised text mentions people by reference (`character/c-7`). Where it leaves the service, each reference becomes a
name (in a sentence) or a handle (in a label or key), if the reader may know of them. Otherwise it becomes `somebody`,
`somebody-2` …, numbered in the order in which they occur in the thing that is shown.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.aggregates import CAMPAIGN, is_reference
from domain.commands import DiceGiven
from domain.messages import text
from domain.play.refusals import DiceNeeded, Refused
from domain.visibility.state import HIDDEN, VisibleState
from domain.vocabulary import COMPONENTS
from domain.vocabulary.questions import Question

SOMEBODY = "somebody"
"""The word for a creature that the reader may not know of."""

MISSING = text("Something this command refers to does not exist, or no longer does.")
"""The sentence of a refusal for a reader who may not know what is missing."""

_PATH = r"[a-z]+\.[a-z0-9][a-z0-9_/:+-]*"

_OUTER = re.compile(
    rf"(?P<ref>campaign/self|(?:character|encounter|enclave)/[A-Za-z0-9_+-]*[A-Za-z0-9_+])(?:\.(?P<path>{_PATH}))?"
)
"""A reference, or a path from it down to an instance, anywhere in a text."""

_REFERENCES = re.compile(
    rf"{_OUTER.pattern}(?:[\s,;]+{_OUTER.pattern})*".replace("?P<ref>", "?:").replace("?P<path>", "?:")
)
"""A list of references and paths, with spaces or without: a value for machines."""

_INNER = re.compile(rf"(?:{'|'.join(COMPONENTS)})\.[a-z0-9][a-z0-9_/:+-]*(?:\..+)?")
"""A path within an aggregate."""


class Wording:
    """The words for one thing that is shown to one reader. Each `somebody` keeps their number throughout it.

    In an `old` thing, which was stored before texts had references, handles and names of unknown people are masked too.
    """

    def __init__(self, state: VisibleState, *, old: bool = False) -> None:
        self._state = state
        self._met: dict[str, str] = {}
        self._old = old and not state.viewer.is_gm

    def again(self) -> Wording:
        """Return the words for another thing of the same age."""
        return Wording(self._state, old=self._old)

    def of_old(self) -> Wording:
        """Return the words for an old part of the same thing."""
        old = Wording(self._state, old=True)
        old._met = self._met
        return old

    def sentence(self, text: str) -> str:
        """Return a sentence with names in place of references, and with handles in labels that it mentions: a plain string."""

        def replaced(match: re.Match[str]) -> str:
            in_label = "/" in text[max(match.start() - 1, 0) : match.start()] + text[match.end() : match.end() + 1]
            return (self._addressed if in_label else self._named)(match["ref"], match["path"])

        return str(self._masked(_OUTER.sub(replaced, text)))

    def label(self, text: str) -> str:
        """Return a label or key with handles in place of references: `damage/kestrel` for `damage/character/c-7`."""
        return self._masked(_OUTER.sub(lambda match: self._addressed(match["ref"], match["path"]), text))

    def labelled(self, dice: DiceGiven) -> DiceGiven:
        """Return typed dice under the labels that this reader is shown."""
        return {self.label(label): values for label, values in dice.items()} if isinstance(dice, dict) else dice

    def text(self, text: str, ref: str = "") -> str:
        """Return any text of an instance of `ref`.

        A sentence gets names. A path or reference stays, or is `hidden`. In any other word and in JSON, references to
        unknown people become `somebody`.
        """
        if "." not in text and "/" not in text:
            return self._masked(text)
        if " " in text and not text.startswith("{") and not _REFERENCES.fullmatch(text):
            return self.sentence(text)
        if self._state.viewer.is_gm:
            return text
        if ref and _INNER.fullmatch(text) and not self._state.shows(ref, text):
            return HIDDEN
        if _REFERENCES.fullmatch(text) and len(list(_OUTER.finditer(text))) > 1:
            return ", ".join(match[0] for match in _OUTER.finditer(text) if self._may_name(match["ref"], match["path"]))
        whole = _OUTER.fullmatch(text) is not None
        kept = _OUTER.sub(lambda match: self._kept(match["ref"], match["path"], match[0], whole=whole), text)
        return kept if whole else self._masked(kept)

    def as_json(self, value: object, ref: str = "") -> Any:
        """Return a value as JSON without names of things of which the reader may not know.

        They are left out of lists and keys, and replaced elsewhere. `ref` is the aggregate that paths in the value belong to.
        """
        return self._json(msgspec.to_builtins(value), ref)

    def field(self, name: str, value: object, ref: str = "") -> Any:
        """Return a field's value as JSON: a title with names, and a choice with handles, even where it is only a reference."""
        return self._field(name, msgspec.to_builtins(value, order="deterministic"), ref)

    def refusal_sentence(self, sentence: str, missing: str = "") -> str:
        """Return the sentence of a refusal; where the reader may not know what is `missing`, only that something is."""
        return self.sentence(sentence) if self._may_know_missing(missing) else str(MISSING)

    def reword(self, refused: Refused) -> None:
        """Put a refusal into the reader's words."""
        is_gm = self._state.viewer.is_gm
        message = refused.gm_message if is_gm else refused.message
        refused.message = refused.gm_message = message if self._may_know_missing(refused.missing) else MISSING
        refused.wording = self.sentence
        refused.player = refused.gm = self.sentence(refused.message)
        refused.args = (refused.player,)
        refused.missing = refused.missing if is_gm else ""
        if isinstance(refused, DiceNeeded):
            refused.rolls = tuple(
                replace(roll, label=self.label(roll.label), roller=self.label(roll.roller)) for roll in refused.rolls
            )

    def options(self, question: Question) -> dict[str, str]:
        """Return the options of a question as this reader is shown them, each with the option that it stands for.

        The key and the prompt come first, so that unknown people have the numbers that the whole question shows.
        """
        self.label(question.key)
        self.sentence(question.prompt)
        return {self.label(option): option for option in question.options}

    def mask_of(self, ref: str) -> str:
        """Return the words for a character whom the reader may not know of."""
        number = len(self._met) + 1
        return self._met.setdefault(ref, SOMEBODY if number == 1 else f"{SOMEBODY}-{number}")

    def _masked(self, text: str) -> str:
        """Return the text of an old thing without the handles and names of unknown people, where they are whole words."""
        if not self._old or not self._unknown_words:
            return text
        listed = "|".join(sorted(map(re.escape, self._unknown_words), key=len, reverse=True))
        return re.sub(rf"(?<![\w-])(?:{listed})(?![\w-])", lambda at: self.mask_of(self._unknown_words[at[0]]), text)

    @cached_property
    def _unknown_words(self) -> dict[str, str]:
        """Return the words for those whom the reader may not know of, each with their reference."""
        state = self._state
        campaign: Any = state.world.aggregate(CAMPAIGN)
        handles = {} if campaign is None else campaign.handles
        unknown = {handle: entry.ref for handle, entry in handles.items() if not state.knows(entry.ref)}
        aggregates = ((state.world.aggregate(ref), ref) for ref in unknown.values())
        profiles = ((real.profile.get("self"), ref) for real, ref in aggregates if real is not None)
        return unknown | {profile.name: ref for profile, ref in profiles if profile is not None}

    def _may_know_missing(self, missing: str) -> bool:
        ref, _, path = missing.partition(".")
        return not missing or self._state.viewer.is_gm or (is_reference(ref) and self._may_name(ref, path))

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
        """Return the handle of an aggregate; a path with the handle in place of the reference."""
        profile = self._state.profile(ref)
        name = ref if ref == CAMPAIGN else self._unknown(ref) if profile is None else profile.handle
        if not path:
            return name
        return f"{name}.{path}" if self._may_name(ref, path) else HIDDEN if self._state.knows(ref) else name

    def _unknown(self, ref: str) -> str:
        """Return the words for a character without a name; a game master is shown their reference."""
        return ref if self._state.viewer.is_gm else self.mask_of(ref)

    def _kept(self, ref: str, path: str | None, text: str, *, whole: bool) -> str:
        if self._may_name(ref, path):
            return text
        return HIDDEN if whole or self._state.knows(ref) else self.mask_of(ref)

    def _json(self, value: Any, ref: str) -> Any:
        match value:
            case str():
                return self.text(value, ref)
            case {"path": str(), "of": str(of), **_rest}:
                return {key: self._json(item, self._state.whose(ref, of)) for key, item in value.items()}
            case dict():
                shown = {self._masked(str(key)): item for key, item in value.items() if self._shows(str(key), ref)}
                return {key: self._field(key, item, ref) for key, item in shown.items()}
            case list() | tuple():
                shown_items = [item for item in value if not isinstance(item, str) or self._shows(item, ref)]
                return type(value)(self._json(item, ref) for item in shown_items)
            case _:
                return value

    def _field(self, name: str, value: Any, ref: str) -> Any:
        if name == "title" and isinstance(value, str):
            return self.sentence(value)
        return self.label(value) if name == "choice" and isinstance(value, str) else self._json(value, ref)

    def names_nobody_hidden(self, value: Any, ref: str = "") -> bool:
        """Whether a value names nothing that the reader may not know of."""
        match value:
            case str():
                return self._shows(value, ref)
            case {"path": str(), "of": str(of), **_rest}:
                return all(self.names_nobody_hidden(item, self._state.whose(ref, of)) for item in value.values())
            case dict():
                return all(
                    self._shows(str(key), ref) and self.names_nobody_hidden(item, ref) for key, item in value.items()
                )
            case list() | tuple():
                return all(self.names_nobody_hidden(item, ref) for item in value)
            case _:
                return True

    def _shows(self, word: str, ref: str) -> bool:
        """Whether a key, or an item of a list, names nothing that the reader may not know of."""
        if self._state.viewer.is_gm:
            return True
        if ref and _INNER.fullmatch(word) and not self._state.shows(ref, word):
            return False
        return all(self._may_name(match["ref"], match["path"]) for match in _OUTER.finditer(word))
