"""Catalogues: the texts of messages in one language.

The English texts are TOML files in `texts/en`. A message's id is the name of its file and its key there: `event.introduced`. A
text is a template. A message whose text depends on a number has several: one for each plural form, by the names that Unicode's
CLDR gives them. The field `count` chooses among cardinal forms (`1 day`, `2 days`), `nth` among ordinal ones (`2nd`, `3rd`).

Another language is a gettext catalogue in `translations`. There a message's id is the context of its English text, and an
ordinal form has an id of its own: `duration.nth/few`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from gettext import NullTranslations
from importlib.resources import files
from math import ceil
from typing import Final, assert_never

import msgspec

from domain.messages import opening
from projections.phrases.messages import GameText, Joined, Opening, Part, Phrase, Quantity, Term
from projections.phrases.templates import fill
from projections.translation.catalogues import PHRASES, SOURCE, languages, translations
from projections.translation.terms import terms_of

Text = str | dict[str, str]
"""A template, or one for each plural form."""

TEXTS: Final = "texts/en"
"""The folder of the English texts."""


class Numerals(msgspec.Struct, frozen=True):
    """The way a language writes numbers, and its forms for ordinal ones."""

    decimal: str
    group: str
    ordinal: Callable[[int], str]
    ordinals: tuple[str, ...]
    """The ordinal forms that there are."""

    def written(self, quantity: Quantity) -> str:
        """Return a quantity in digits."""
        english = f"{quantity.value:,.{quantity.decimals}f}"
        return english.translate({ord(","): self.group, ord("."): self.decimal})


class Catalogue(msgspec.Struct, frozen=True):
    """The texts of one language by message id, and its numerals. Texts with forms are English; `translations` has their forms.
    `game` has the translations of the game that sentences are about, and `terms` says its words."""

    texts: Mapping[str, Text]
    numerals: Numerals
    translations: NullTranslations
    game: NullTranslations
    terms: Callable[[str, str], str]
    """(role, word) -> word."""

    def say(self, part: Part) -> str:
        """A part of a sentence in this language."""
        match part:
            case int():
                return f"−{-part}" if part < 0 else str(part)
            case Quantity():
                return self.numerals.written(part)
            case str():
                return part
            case Joined():
                between = self.texts[part.between] if part.between else ""
                assert isinstance(between, str)
                return between.join(map(self.say, part.parts))
            case Phrase():
                return self._filled(self._text(part), part.fields)
            case Opening():
                return opening(self.say(part.part))
            case Term():
                return self.terms(part.role, part.text)
            case GameText():
                return self._filled(self.game.pgettext(part.sense, part.text), part.fields)
            case _:
                assert_never(part)

    def _filled(self, template: str, fields: Mapping[str, Part]) -> str:
        return fill(template, lambda name: self.say(fields.get(name, "")))

    def _text(self, phrase: Phrase) -> str:
        text = self.texts[phrase.message]
        if isinstance(text, str):
            return text
        if is_ordinal(text):
            nth = phrase.fields.get("nth")
            form = self.numerals.ordinal(nth) if isinstance(nth, int) else "other"
            return self.translations.pgettext(f"{phrase.message}/{form}", text.get(form, text["other"]))
        count = phrase.fields.get("count")
        number = count.value if isinstance(count, Quantity) else count if isinstance(count, int) else 2
        return self.translations.npgettext(phrase.message, text["one"], text["other"], _counted(number))


def is_ordinal(forms: Mapping[str, str]) -> bool:
    """Whether the forms of a text are those of an ordinal number."""
    return "{nth}" in forms["other"]


def _counted(number: float) -> int:
    """The whole number whose plural form a number takes: of a fraction it is that of several."""
    return int(number) if number == int(number) else max(ceil(number), 2)


def _english_ordinal(nth: int) -> str:
    return "other" if 10 <= nth % 100 <= 20 else {1: "one", 2: "two", 3: "few"}.get(nth % 10, "other")


_ENGLISH: Final = Numerals(decimal=".", group=",", ordinal=_english_ordinal, ordinals=("one", "two", "few", "other"))


@cache
def numerals(language: str) -> Numerals:
    """Return the numerals of a language. Babel is loaded by those only who read another language than English."""
    if language == SOURCE:
        return _ENGLISH
    from babel import Locale  # noqa: PLC0415

    locale = Locale.parse(language, sep="-")
    symbols = locale.number_symbols[locale.default_numbering_system]
    rule = locale.ordinal_form
    return Numerals(symbols["decimal"], symbols["group"], rule, tuple(sorted({*rule.tags, "other"})))


@cache
def english_texts() -> Mapping[str, Text]:
    """Return the English texts by message id."""
    pages = sorted(files(PHRASES).joinpath(*TEXTS.split("/")).iterdir(), key=lambda page: page.name)
    return {
        f"{page.name.removesuffix('.toml')}.{key}": text
        for page in pages
        for key, text in tomllib.loads(page.read_text("utf-8")).items()
    }


@cache
def catalogue(language: str, game: str = "", *bases: str) -> Catalogue:
    """Return the catalogue of a language; of one that there is not, the English one. Texts without a translation are
    English. `game` is the package of the game that sentences are about, and `bases` are those that it builds on;
    without one, its texts stay English.
    """
    if language not in languages():
        return catalogue(SOURCE)
    known = translations(PHRASES, language)
    texts = {
        message: known.pgettext(message, text) if isinstance(text, str) else text
        for message, text in english_texts().items()
    }
    of_game = translations(game, language) if game else NullTranslations()
    packages = tuple(package for package in (game, *bases) if package)
    return Catalogue(texts, numerals(language), known, of_game, terms_of(packages, language))


def english(part: Part) -> str:
    """A part of a sentence in English."""
    return catalogue(SOURCE).say(part)
