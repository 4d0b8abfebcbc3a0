"""Sentences for people, which can be said in another language.

A `Message` is its English sentence: a string, with the template and the fields that it was made from. The template is what a
catalogue of translations has a text for. A sentence without fields needs no `Message`; it is its own template.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from gettext import NullTranslations
from typing import Final

NEAR: Final = 3
"""The words, at most, that a refusal proposes for one that is misspelled."""

_NO_FIELDS: Final[Mapping[str, object]] = {}


class Message(str):
    """A sentence, with what it was made from."""

    __slots__ = ("fields", "number", "plural", "template")

    template: str
    plural: str
    """The template for any number but one; "" where the sentence does not depend on a number."""
    number: int
    fields: Mapping[str, object]

    def said(self, translations: NullTranslations) -> str:
        """Return the sentence in another language, with the fields that are sentences themselves."""
        if self.plural:
            template = translations.ngettext(self.template, self.plural, self.number)
        else:
            template = translations.gettext(self.template)
        return _filled(template, {name: said(field, translations) for name, field in self.fields.items()})


class _Opening(Message):
    """The words that begin a sentence."""

    __slots__ = ()

    def said(self, translations: NullTranslations) -> str:
        return _capitalized(super().said(translations))


def text(template: str, /, **fields: object) -> Message:
    """Return a sentence or a part of one: `text("{who} has no {item}.", who=name, item=what)`. A field may be a `text` itself."""
    return _message(template, "", 0, fields)


def numbered(one: str, other: str, count: int, /, **fields: object) -> Message:
    """Return the sentence for one thing or for several, as `count` has it; both may name `{count}`."""
    return _message(one, other, count, {"count": count, **fields})


def opening(words: str) -> str:
    """Return words as they begin a sentence: with a capital letter, in every language."""
    if not isinstance(words, Message):
        return _capitalized(words)
    first = _Opening(_capitalized(words))
    first.template, first.plural, first.number, first.fields = words.template, words.plural, words.number, words.fields
    return first


def either(words: Iterable[object]) -> str:
    """Return words as alternatives: `a or b or c`."""
    return _joined("{first} or {second}", words)


def closest(word: str, known: Iterable[str], most: int = NEAR) -> list[str]:
    """Return the known words that somebody may have meant who misspelled one, the closest first."""
    by_folded = {each.casefold(): each for each in known}
    return [
        by_folded[near] for near in get_close_matches(word.strip().casefold(), by_folded, n=max(most, 1), cutoff=0.6)
    ]


def together(words: Iterable[object]) -> str:
    """Return words that belong together: `a and b and c`."""
    return _joined("{first} and {second}", words)


def listed(words: Iterable[object]) -> str:
    """Return words as a list: `a, b, c`."""
    return _joined("{first}, {second}", words)


def in_series(words: Iterable[object]) -> str:
    """Return words as a list whose parts may be lists themselves: `a; b, c; d`."""
    return _joined("{first}; {second}", words)


PAIRS: Final = ("{first} or {second}", "{first} and {second}")
"""The templates with which words are joined."""


def said(field: object, translations: NullTranslations) -> object:
    """Return a field in another language. A name or a number is the same in all."""
    return field.said(translations) if isinstance(field, Message) else field


def in_language(sentence: str, translations: NullTranslations) -> str:
    """Return a sentence in another language; one that has no translation stays English."""
    return sentence.said(translations) if isinstance(sentence, Message) else translations.gettext(sentence)


def filled(sentence: str, fields: Mapping[str, object]) -> str:
    """Return a sentence with its fields; one without any is taken as it is."""
    return _message(sentence, "", 0, fields) if fields else sentence


def _joined(pair: str, words: Iterable[object]) -> str:
    *before, last = tuple(words) or ("",)
    joined = str(last) if not isinstance(last, Message) else last
    for word in reversed(before):
        joined = text(pair, first=word, second=joined)
    return joined


def _message(template: str, plural: str, count: int, fields: Mapping[str, object]) -> Message:
    chosen = plural if plural and count != 1 else template
    message = Message(_filled(chosen, fields))
    message.template, message.plural, message.number, message.fields = template, plural, count, fields
    return message


def _capitalized(words: str) -> str:
    """Words with a capital letter first. All others stay: German nouns have theirs."""
    return words[:1].upper() + words[1:]


def _filled(template: str, fields: Mapping[str, object]) -> str:
    return template.format_map(fields) if fields else template


def sentence_of(error: BaseException) -> str:
    """Return the sentence of an error: a `Message` where it was made from one."""
    sentence = error.args[0] if error.args else ""
    return sentence if isinstance(sentence, Message) else str(error)
