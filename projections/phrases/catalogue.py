"""Catalogues: the texts of messages in one language.

A catalogue is a folder of TOML files. A message's id is the name of its file and its key there: `event.introduced`. A text
is a template. A message whose text depends on a number has several: one for each plural form of the language, by the names
that Unicode's CLDR gives them. The field `count` chooses among cardinal forms (`1 day`, `2 days`), `nth` among ordinal ones
(`2nd`, `3rd`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Final, assert_never

import msgspec

from projections.phrases.messages import Joined, Part, Phrase, Quantity
from projections.phrases.templates import fill

Text = str | dict[str, str]
"""A template, or one for each plural form."""


class Plurals(msgspec.Struct, frozen=True):
    """The rules of a language for its plural forms."""

    cardinal: Callable[[float], str]
    ordinal: Callable[[int], str]


class Catalogue(msgspec.Struct, frozen=True):
    """The texts of one language by message id, and its plural forms."""

    texts: Mapping[str, Text]
    plurals: Plurals

    def say(self, part: Part) -> str:
        """A part of a sentence in this language."""
        match part:
            case int():
                return f"−{-part}" if part < 0 else str(part)
            case Quantity():
                return f"{part.value:,.{part.decimals}f}"
            case str():
                return part
            case Joined():
                between = self.texts[part.between] if part.between else ""
                assert isinstance(between, str)
                return between.join(map(self.say, part.parts))
            case Phrase():
                return fill(self._text(part), lambda name: self.say(part.fields.get(name, "")))
            case _:
                assert_never(part)

    def _text(self, phrase: Phrase) -> str:
        text = self.texts[phrase.message]
        if isinstance(text, str):
            return text
        count, nth = phrase.fields.get("count"), phrase.fields.get("nth")
        form = "other"
        if isinstance(count, int | Quantity):
            form = self.plurals.cardinal(count if isinstance(count, int) else count.value)
        elif isinstance(nth, int):
            form = self.plurals.ordinal(nth)
        return text.get(form, text["other"])


def _english_ordinal(nth: int) -> str:
    return "other" if 10 <= nth % 100 <= 20 else {1: "one", 2: "two", 3: "few"}.get(nth % 10, "other")


LANGUAGES: Final[Mapping[str, Plurals]] = {
    "en": Plurals(cardinal=lambda count: "one" if count == 1 else "other", ordinal=_english_ordinal),
}
"""The languages that there is a catalogue of, by their folder in `texts`."""


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language."""
    pages = sorted(files("projections.phrases").joinpath("texts", language).iterdir(), key=lambda page: page.name)
    texts = {
        f"{page.name.removesuffix('.toml')}.{key}": text
        for page in pages
        for key, text in tomllib.loads(page.read_text("utf-8")).items()
    }
    return Catalogue(texts, LANGUAGES[language])


def english(part: Part) -> str:
    """A part of a sentence in English."""
    return catalogue("en").say(part)
