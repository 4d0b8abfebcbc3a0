"""Keys of questions: the kind of a question and whom it is about, as `Play.ask` makes them.

A key is `kind`, or `kind/<reference>[/<reference>…]`: `discard/character/c-2`. Some kinds have a word before the references:
the label of the roll that the question is about (`morale/attack/character/c-7`), or what the kind says (`standing/passenger`). A
question that is put again has its number behind: `defence/character/c-7/2`.

People send and see handles in place of references. Keys that older releases stored have handles, ids or instance names, the
number of a series at the kind (`effort-2/ann/1`) and the label before the kind (`attack/ann/morale`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final, NamedTuple

import msgspec

_ID: Final = re.compile(r"[A-Za-z0-9_+-]+(\..*)?")
_KINDS_OF_AGGREGATES: Final = frozenset({"character", "encounter", "enclave", "campaign"})
_SERIES: Final = re.compile(r"(?P<kind>.+)-(?P<number>[0-9]+)")
_INSTANCE: Final = re.compile(r"[^.]*\.[a-z]+\.(?P<name>.*)")
"""A path down to an instance, with the instance's name."""

_MASK: Final = re.compile(r"somebody(-[0-9]+)?")

Spellings = Callable[[str], Iterable[str]]
"""The words by which a reference may stand in a key."""


class QuestionKind(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A kind of questions and offers, declared once: `text` says who is asked what. Its name is the first part of the keys of
    its questions. Behind it stands the label of a roll where the kind is `of_roll`, a word where `of` says what the word
    is. Where it is `titled`, the sender of the command makes the key. `formerly` is what its keys began with in older
    releases.
    """

    name: str
    text: str
    of_roll: bool = False
    of: str = ""
    titled: bool = False
    formerly: str = ""

    @property
    def has_word(self) -> bool:
        """Whether the first part behind the name is a word and no reference."""
        return self.of_roll or bool(self.of)


class QuestionKey(NamedTuple):
    """A key taken apart: the kind, and what stands behind it. `parts` are words, references, paths and numbers."""

    kind: str
    parts: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "/".join((self.kind, *self.parts))

    @property
    def words(self) -> tuple[str, ...]:
        """The parts that are neither a reference nor a number."""
        return tuple(part for part in self.parts if not names_of(part) and not part.isdecimal())

    def numbered(self, number: int) -> QuestionKey:
        """The key of the same question when it is put for the n-th time."""
        return self if number == 1 else QuestionKey(self.kind, (*self.parts, str(number)))


def read(text: str, kinds: Mapping[str, QuestionKind]) -> QuestionKey | None:
    """Take apart a key as a person sent it or an older release stored it; None where no kind has such keys."""
    for kind in kinds.values():
        if kind.formerly and (text == kind.formerly or text.startswith(f"{kind.formerly}/")):
            text = kind.name + text.removeprefix(kind.formerly)
    first, *rest = split(text)
    own, series = _series(first, kinds)
    place = next((n for n, word in enumerate(rest) if word in kinds and kinds[word].of_roll), None)
    if place is not None and (own is None or not own.of_roll):
        return QuestionKey(rest[place], (first, *rest[:place], *rest[place + 1 :]))
    return None if own is None or own.titled else QuestionKey(own.name, (*rest, *series))


def split(text: str) -> list[str]:
    """The parts of a key; a reference, or a path from one, is one part."""
    words, parts = text.split("/"), list[str]()
    while words:
        whole = words[0] in _KINDS_OF_AGGREGATES and len(words) > 1 and _ID.fullmatch(words[1]) is not None
        parts.append("/".join(words[: 1 + whole]))
        words = words[1 + whole :]
    return parts


def canonical(text: str, kinds: Mapping[str, QuestionKind], find: Callable[[str], str]) -> str:
    """A key as it is stored, from one that was sent: `find` gives the reference behind a handle or id, "" where there is
    none. A key of no kind stays as it is."""
    key = read(text, kinds)
    if key is None:
        return text
    words = 1 if kinds[key.kind].has_word else 0
    return str(QuestionKey(key.kind, (*key.parts[:words], *(_resolved(part, find) for part in key.parts[words:]))))


def meant(text: str, known: Collection[str], kinds: Mapping[str, QuestionKind], find: Callable[[str], str]) -> str:
    """The key that a person means: that of the `known` ones that it is another spelling of, else as it would be stored.

    The sender was shown `somebody` for people whom they may not know of, and may write so. Where one of the known keys
    alone fits, the sender may leave out whom it is about.
    """
    if text in known:
        return text
    stored = canonical(text, kinds, find)
    for fits in (str.__eq__, _is_alone, _is_masked):
        alike = [key for key in known if fits(stored, canonical(key, kinds, find))]
        if len(alike) == 1:
            return alike[0]
    return stored


def is_same(key: QuestionKey, other: QuestionKey, spellings: Spellings, earlier: int = 0) -> bool:
    """Whether another spelling names the question of this key. The other may leave out whom it is about: then it names the
    first of its kind, and of its roll, or the one of the number behind it; `earlier` are so many before this one."""
    if key.kind == other.kind and len(key.parts) == len(other.parts):
        pairs = zip(key.parts, other.parts, strict=True)
        return all(theirs == own or theirs in spellings(own) for own, theirs in pairs)
    alone = QuestionKey(key.kind, tuple(part for part in key.parts if not names_of(part)))
    return other in (alone, QuestionKey(key.kind, key.words).numbered(earlier + 1))


def names_of(part: str) -> tuple[str, ...]:
    """The words within a reference or path by which keys may name it: its id, the instance's name."""
    head, slash, rest = part.partition("/")
    if head not in _KINDS_OF_AGGREGATES or not slash:
        return ()
    instance = _INSTANCE.fullmatch(rest)
    return (rest,) if instance is None else (instance["name"],)


def _is_alone(sent: str, key: str) -> bool:
    """Whether a key was sent without those whom it is about."""
    return split(sent) == [part for part in split(key) if not names_of(part)]


def _is_masked(sent: str, key: str) -> bool:
    """Whether a key was sent as its reader was shown it, with `somebody` for whom they may not know of."""
    pairs = list(zip(split(sent), split(key), strict=False))
    hidden = [own for theirs, own in pairs if _MASK.fullmatch(theirs) and names_of(own)]
    rest = all(theirs == own or own in hidden for theirs, own in pairs)
    return bool(hidden) and rest and len(split(sent)) == len(split(key))


def _series(word: str, kinds: Mapping[str, QuestionKind]) -> tuple[QuestionKind | None, tuple[str, ...]]:
    further = None if word in kinds else _SERIES.fullmatch(word)
    return (kinds.get(word), ()) if further is None else (kinds.get(further["kind"]), (further["number"],))


def _resolved(part: str, find: Callable[[str], str]) -> str:
    word, dot, path = part.partition(".")
    return part if "/" in word or word.isdecimal() else (find(word) or word) + dot + path
