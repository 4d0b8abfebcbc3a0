"""Games in another language: the layout of their sheets and boards, and what their commands and rules say.

A game writes all this in English, and has its translations in its own folder. `sense` tells a text from a like one that is for
something else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from gettext import NullTranslations
from typing import Any, Final, NamedTuple

import msgspec

from domain.layout import FILE, Layout
from domain.system import System
from projections.translation.catalogues import translations
from projections.translation.texts import Translatable
from projections.views.catalogue import CatalogueEntry, entries_in
from projections.views.command_fields import CommandField, command_fields

COMMANDS: Final = "commands"
"""The part of a game's texts that its commands, options, rolls and questions have. It has catalogues of its own, because it is long."""

RULES: Final = "rules"
"""The part of a game's texts that its rules have, in catalogues of their own too."""

WORDS: Final = "words"
"""The part of a game's texts that is the words of its forms, in catalogues of its own too."""

CATALOGUE: Final = "catalogue"
"""The part of a game's texts that the entries of its catalogue have: their names, their values and what they say."""

FIELD: Final = "field"
"""The sense of what a field of a command means."""

COMMAND: Final = "command"
"""The sense of what a command does."""

TITLE: Final = "title"
"""The sense of what a command is called."""

LAYOUT: Final = "layout"
"""The sense of titles, labels and lines of a layout."""

MOMENT: Final = "moment"
"""The sense of the texts that say when a moment comes."""

RULE: Final = "rule"
"""The sense of what a rule says."""

CHAPTER: Final = "chapter"
"""The sense of the parts of the rulebook that rules stand in."""

YES_NO: Final = ("yes", "no")
"""The choices of a field that says whether something is so."""

_TEXTS: Final = frozenset({"title", "shows", "waiting", "empty"})
"""Fields of a layout that are texts."""

_LABELS: Final = frozenset({"of", "columns"})
"""Fields of a layout whose values are labels."""

_FIELD: Final = re.compile(r"\{[^{}]*\}")

NAME: Final = "name"
"""The sense of what a field of a form is called."""

CHOICE: Final = "choice"
"""The sense of what there is to choose in a form."""

ENTRY: Final = "entry"
"""The sense of what an entry of a catalogue says."""

_PARTS: Final = {
    RULE: (RULES,),
    CHAPTER: (RULES,),
    NAME: (WORDS,),
    CHOICE: (WORDS, CATALOGUE),
    ENTRY: (CATALOGUE,),
}
"""The parts that have the texts of a sense; all others are those of commands."""

_IN_WORDS: Final = re.compile(r"[^\W\d_]{3,}")
"""A text with a word in it, other than mere notation: `2d6`, `3AS|6RS`."""

Translate = Callable[[str, str], str]
"""(sense, text) -> text."""


class GameTexts(NamedTuple):
    """The texts of commands, forms and rules in a language: those of a game and of the base that it includes, by their packages."""

    packages: tuple[str, ...]
    language: str

    def say(self, sense: str, text: str) -> str:
        """Return a text in this language; one that no package has translated stays English."""
        parts = _PARTS.get(sense, (COMMANDS,))
        places = ((package, part) for package in self.packages for part in parts)
        each = (translations(package, self.language, part).pgettext(sense, text) for package, part in places)
        return next((translated for translated in each if translated != text), text)


def layout_in(layout: Layout, translations: NullTranslations) -> Layout:
    """Return a layout with its titles, labels and lines translated. Moments stay: sentences translate them."""
    if type(translations) is NullTranslations:
        return layout
    return msgspec.convert(_translated(msgspec.to_builtins(layout), translations.pgettext), Layout)


def _translated(json: Any, translate: Translate) -> Any:
    """JSON of a layout, with its texts as they are translated."""
    if isinstance(json, list | tuple):
        return [_translated(item, translate) for item in json]
    if not isinstance(json, dict):
        return json
    return {key: _field(key, item, translate) for key, item in json.items()}


def _field(key: str, json: Any, translate: Translate) -> Any:
    if key in _TEXTS and isinstance(json, str):
        return _text(json, translate)
    if key in _LABELS and isinstance(json, dict):
        return {name: _text(label, translate) for name, label in json.items()}
    return _translated(json, translate)


def _text(text: str, translate: Translate) -> str:
    """A text of a layout as it is translated; a line of nothing but fields and signs stays."""
    return translate(LAYOUT, text) if any(map(str.isalpha, _FIELD.sub("", text))) else text


def sheet_texts(system: System) -> Iterator[Translatable]:
    """Yield the texts of a game's layout: its titles, labels and lines, and its words for moments."""
    layout, texts = system.layout or Layout(), dict[str, None]()

    def collect(_sense: str, text: str) -> str:
        texts[text] = None
        return text

    _translated(msgspec.to_builtins(layout), collect)
    yield from (Translatable(text, LAYOUT, source=FILE) for text in texts)
    yield from (Translatable(text, MOMENT, source=FILE) for text in layout.moments.values())


def command_texts(system: System) -> Iterator[Translatable]:
    """Yield the titles, summaries and fields of a game's commands, and what its options, its rolls and its questions are."""
    kinds, options = system.kinds.values(), system.options.values()
    rolls, questions = (system.roll_kinds or {}).values(), (system.question_kinds or {}).values()
    yield from (Translatable(command_title(kind.name), TITLE, source="commands") for kind in kinds)
    yield from (Translatable(kind.summary, COMMAND, source="commands") for kind in kinds)
    for kind in kinds:
        yield from (Translatable(text, FIELD, source="commands") for text in _meanings(msgspec.json.schema(kind.args)))
    yield from (Translatable(option.text, "option", source="options") for option in options)
    yield from (Translatable(roll.text, "roll", source="rolls.toml") for roll in rolls)
    yield from (Translatable(question.text, "question", source="questions.toml") for question in questions)


def rule_texts(system: System) -> Iterator[Translatable]:
    """Yield what a game's rules say, and the parts of the rulebook that they stand in."""
    areas = dict.fromkeys(rule.area for rule in system.rules.values() if rule.area)
    yield from (Translatable(area, CHAPTER, source="rules.toml") for area in areas)
    yield from (Translatable(rule.text, RULE, source="rules.toml") for rule in system.rules.values())


def word_texts(system: System) -> Iterator[Translatable]:
    """Yield the words of a game's forms and catalogue: what fields and options are called, and what there is to choose."""
    for name, option in system.options.items():
        yield Translatable(in_words(name), NAME, source="options")
        yield from (
            Translatable(in_words(one), CHOICE, source="options")
            for one in option.choices
            if isinstance(one, str) and one
        )
    for kind in system.kinds.values():
        for field in _fields_within(command_fields(kind.args)):
            yield from (Translatable(text, NAME, source="commands") for text in [in_words(field.name)] if text)
            choices = YES_NO if field.type == "yes-no" else field.choices
            texts = (in_words(choice) for choice in choices if isinstance(choice, str))
            yield from (Translatable(text, CHOICE, source="commands") for text in texts if text)
    yield from (Translatable(text, sense, source="catalogue") for sense, text in _catalogue_words(system))


def _catalogue_words(system: System) -> Iterator[tuple[str, str]]:
    """Yield the words of a catalogue: titles and labels, and the keys of entries that have no name of their own."""
    yield from ((NAME, kind.title) for kind in system.catalogue.values())
    for entry in entries_in(system):
        for field in entry.fields:
            yield from ((NAME, text) for text in (*field.label, field.unit) if any(map(str.isalpha, text)))
        if entry.name == in_words(entry.key):
            yield CHOICE, entry.name


def entry_texts(system: System) -> Iterator[Translatable]:
    """Yield the texts of a catalogue's entries that are no words of forms: their names and values, and what they say."""
    known = {text for text, sense, *_ in word_texts(system) if sense == CHOICE}
    texts = dict.fromkeys(pair for entry in entries_in(system) for pair in _texts_of(entry))
    yield from (
        Translatable(text, sense, source=CATALOGUE)
        for sense, text in texts
        if sense == ENTRY or (text not in known and _IN_WORDS.search(text))
    )


def _texts_of(entry: CatalogueEntry) -> Iterator[tuple[str, str]]:
    """Yield the texts of an entry with their senses. Keys of other entries are none: those go by their names."""
    yield CHOICE, entry.name
    if entry.text:
        yield ENTRY, entry.text
    values = (value for field in entry.fields if not field.of for value in field.values)
    yield from ((CHOICE, in_words(value)) for value in values if isinstance(value, str))


def command_title(type: str) -> str:
    """Return what a command is called, in English: `Take challenge`."""
    return in_words(type.rpartition(".")[2]).capitalize()


def in_words(name: str) -> str:
    """Return a name as people read it."""
    return name.replace("_", " ")


def _fields_within(fields: Iterable[CommandField]) -> Iterator[CommandField]:
    for field in fields:
        yield field
        yield from _fields_within(field.fields)
        yield from _fields_within((field.item,) if field.item is not None else ())


def described_in(schema: Any, translations: NullTranslations) -> Any:
    """Return the JSON schema of a command's fields with its descriptions translated, each in one line."""
    if isinstance(schema, Mapping):
        described = {key: described_in(item, translations) for key, item in schema.items()}
        if isinstance(meaning := schema.get("description"), str):
            described["description"] = translations.pgettext(FIELD, _in_a_line(meaning))
        return described
    return [described_in(item, translations) for item in schema] if isinstance(schema, list | tuple) else schema


def _in_a_line(meaning: str) -> str:
    """A description without the line breaks of the docstring that it may come from."""
    return " ".join(meaning.split())


def _meanings(schema: Any) -> Iterator[str]:
    """Yield the descriptions in a JSON schema."""
    if isinstance(schema, Mapping):
        if isinstance(meaning := schema.get("description"), str):
            yield _in_a_line(meaning)
        yield from _meanings(schema.values())
    elif isinstance(schema, Iterable) and not isinstance(schema, str):
        for item in schema:
            yield from _meanings(item)
