"""The faults of a catalogue of translations: what is missing, outdated, or names other fields than its English text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Final

from babel.messages.catalog import Message
from babel.messages.pofile import read_po

_FIELDS: Final = re.compile(r"\{([^{}\[\]]*)\}|%\((\w+)\)[sd]")

_KEPT: Final = re.compile(r"`[^`]+`|\b[A-Z]{2}-[A-Z]+-\d+\b|\d+")
"""What is the same in every language: words in backticks, ids of rules, and numbers."""

INSTEAD: Final = {"whose": {"bearer", "moment"}, "what": {"moment"}, "count": {"sides", "number"}}
"""Fields that another language may leave out for others: English says `Kestrel's turn`, German `the turn of Kestrel`."""

ALWAYS: Final = frozenset({"bearer", "moment"})
"""Fields that messages with a possessive have as well."""


def faults(catalog: bytes) -> Iterator[str]:
    """Yield the faults of a catalogue, each with the text that it is about."""
    read = read_po(BytesIO(catalog))
    for message in read:
        if message.id:
            yield from (f"{message.context or ''} {message.id!r}: {fault}" for fault in _faults(message))
    yield from (f"{id!r}: no longer among the texts" for id in read.obsolete)


def _faults(message: Message) -> Iterator[str]:
    texts, english = _texts(message.string), _texts(message.id)
    if not all(texts):
        yield "not translated"
        return
    if message.fuzzy:
        yield "fuzzy: its English has changed"
    known = {field for text in english for field in fields(text)}
    needed = set.intersection(*(fields(text) for text in english))
    for text in texts:
        if strange := fields(text) - known - (ALWAYS if "whose" in known or message.context == "moment" else set()):
            yield f"names {', '.join(sorted(strange))}, which its English does not"
        if lost := {field for field in needed - fields(text) if not INSTEAD.get(field, set()) & fields(text)}:
            yield f"leaves out {', '.join(sorted(lost))}"
        yield from _changed(text, english)
        if not _optional_alike(text, english[-1]):
            yield "has other optional parts than its English"


def _changed(text: str, english: list[str]) -> Iterator[str]:
    """Yield the fault of a text that leaves out or adds what every language keeps. Forms of a plural may differ in it, and
    a number that English spells may be in digits."""
    kept, (first, *others) = _kept(text), map(_kept, english)
    if lost := first.intersection(*others) - kept:
        yield f"does not keep {', '.join(sorted(lost))}"
    if strange := {each for each in kept - first.union(*others) if not each.isdecimal()}:
        yield f"has {', '.join(sorted(strange))}, which its English has not"


def _kept(text: str) -> set[str]:
    """The parts of a text that are the same in every language; its fields are judged by themselves."""
    return set(_KEPT.findall(_FIELDS.sub("", text)))


def _optional_alike(text: str, english: str) -> bool:
    """Whether two texts have the same number of optional parts; one with the bearer may come on top, and one may be gone into the moment."""
    more = text.count("[") - english.count("[")
    allowed = {0, *([1] if "{bearer}" in text else []), *([-1] if "{moment}" in text else [])}
    return text.count("[") == text.count("]") and more in allowed


def fields(text: str) -> set[str]:
    """Return the fields that a text names."""
    return {one or other for one, other in _FIELDS.findall(text)}


def _texts(of: object) -> list[str]:
    return [of] if isinstance(of, str) else [str(each) for each in of] if isinstance(of, (list, tuple)) else [""]
