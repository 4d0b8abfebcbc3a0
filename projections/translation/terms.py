"""The words of a game in another language: conditions, kinds of rolls and of things, values, and the reasons that rules give.

A game writes them in its code and data, and an event has them as they were then. The parts of the catalogues are called `terms`, one
in the package of each game. A word is looked up as people read it, and by its role first: `hold` may be a kind of rolls and a
condition, which another language has two words for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, cached_property, lru_cache
from gettext import NullTranslations
from typing import Final

from domain.messages import opening
from projections.translation.catalogues import PHRASES, SOURCE, texts_in, translations
from projections.translation.games import CATALOGUE, CHOICE, COMMANDS, ENTRY, NAME, TITLE, WORDS
from projections.translation.recognition import Recognized, Templates
from projections.translation.refusals import BASE, REFUSALS

TERMS: Final = "terms"
"""The part of a game's texts that its words are, in catalogues of its own."""

WORD: Final = "word"
"""The role of words that have no other: conditions, kinds of things, states."""

ROLL: Final = "roll"
"""The role of kinds of rolls and questions."""

FIELD: Final = "field"
"""The role of what fields of a game's own data are called."""

VALUE: Final = "value"
"""The role of attributes, pools and derived values."""

PROMPT: Final = "prompt"
"""The role of what a question says."""

REFUSAL: Final = "refusal"
"""The role of refusals that entries and plans hold, as they were said."""

CHOSEN: Final = "option"
"""The role of what questions have to choose from."""

COMMAND: Final = "command"
"""The role of names of commands."""

REASON: Final = "reason"
"""The role of reasons why something ends, as rules give them."""

MODIFIER: Final = "modifier"
"""The role of what modifiers are called by rules."""

WOUND: Final = "wound"
"""The role of what wounds are called without a title: their severity, their kind and their place."""

ROLES: Final = (WORD, VALUE, ROLL, FIELD, REASON)
"""The roles in which a word is looked up that its own role does not have."""

_REMEMBERED: Final = 4096
"""The number of words whose translation is remembered, of each game."""

_SENTENCES: Final = (REASON, PROMPT)
"""The roles whose words may be sentences with fields."""

_SIGNS: Final = re.compile(r"[-_]+")
_WOUND: Final = "{severity} {kind}"
"""The text of the message `name.wound`."""

_PLACED: Final = re.compile(r"(?P<what>[^()]+) \((?P<place>[^()]+)\)")


def key_of(word: str) -> str:
    """Return a word as catalogues have it, however it is joined: `secret-identity` is `secret identity`."""
    return _SIGNS.sub(" ", word).strip()


class Terms:
    """The words of a game and of those that it builds on, by their packages, in a language."""

    def __init__(self, packages: tuple[str, ...], language: str) -> None:
        self._packages, self._language = packages, language

    def _parts(self, part: str) -> list[NullTranslations]:
        return [translations(package, self._language, part) for package in self._packages]

    @cached_property
    def _terms(self) -> list[NullTranslations]:
        return self._parts(TERMS)

    @cached_property
    def _forms(self) -> list[NullTranslations]:
        return [*self._parts(WORDS), *self._parts(CATALOGUE)]

    @cached_property
    def _commands(self) -> list[NullTranslations]:
        return self._parts(COMMANDS)

    @cached_property
    def _refusals(self) -> list[NullTranslations]:
        return [*self._parts(REFUSALS), translations(BASE, self._language, REFUSALS)]

    @cached_property
    def _wound(self) -> str:
        return translations(PHRASES, self._language).pgettext("name.wound", _WOUND)

    @cached_property
    def _templates(self) -> dict[str, list[Templates]]:
        return {role: [Templates(texts_in(known, role)) for known in self._terms] for role in _SENTENCES}

    @cached_property
    def _refusal_templates(self) -> list[Templates]:
        return [Templates(texts_in(known)) for known in self._refusals]

    def say(self, role: str, word: str) -> str:
        """Return a word in this language; one that no package has stays as it is."""
        known = self._known(role, word)
        return word if known is None else known

    def _known(self, role: str, word: str) -> str | None:
        key = key_of(word)
        if not any(map(str.isalpha, key)):
            return None
        if role == REFUSAL:
            return self._refused(word)
        if role == PROMPT:
            key = word
        return next(self._translated(role, key), None) or self._of_parts(role, word)

    def _each(self, role: str, words: str) -> str | None:
        """Return several words, the first by itself and the others together or each by itself: a value lies in one place of many
        (`pace.run`). Where the first is known, the others may be what a member wrote.
        """
        place, _, rest = words.partition(" ")
        known = next(self._translated(role, place), None)
        if known is None or not rest:
            return None
        of_rest = next(self._translated(role, rest), None)
        each = (next(self._translated(role, word), word) for word in rest.split())
        return f"{known} {of_rest or ' '.join(each)}"

    def _translated(self, role: str, key: str) -> Iterator[str]:
        if role == TITLE:
            yield from (text for each in self._commands if (text := each.pgettext(TITLE, key)) != key)
            return
        for sense in dict.fromkeys((role, *(() if role in (MODIFIER, PROMPT) else ROLES))):
            yield from (text for each in self._terms if (text := each.pgettext(sense, key)) != key)
        if role not in (REASON, MODIFIER):
            for sense in (ENTRY,) if role == PROMPT else (CHOICE, NAME):
                yield from (text for each in self._forms if (text := each.pgettext(sense, key)) != key)
        if role in (WORD, COMMAND):
            title = key.capitalize()
            yield from (text for each in self._commands if (text := each.pgettext(TITLE, title)) != title)

    def _of_parts(self, role: str, word: str) -> str | None:
        """Return what consists of words: a wound is a severity, a kind and a place (`moderate cut (left arm)`), and a reason or
        a question may have fields.
        """
        if role in _SENTENCES:
            return self._recognized(role, word)
        if placed := _PLACED.fullmatch(word):
            what, place = (self._known(role, part) or part for part in (placed["what"], placed["place"]))
            return f"{what} ({place})"
        if role == VALUE:
            return self._each(role, word)
        severity, _, kind = word.partition(" ")
        if role == WOUND and kind:
            fields = {"severity": self._known(WORD, severity), "kind": self._known(WORD, kind)}
            return None if None in fields.values() else self._wound.format_map(fields)
        return None

    def _recognized(self, role: str, sentence: str) -> str | None:
        """Return a sentence with fields."""
        for known, templates in zip(self._terms, self._templates[role], strict=True):
            if fitting := templates.recognize(sentence):
                return fitting.filled(known.pgettext(role, fitting.template), lambda field: self.say(WORD, field))
        return None

    def _refused(self, sentence: str) -> str | None:
        """Return a stored refusal; its fields are names, or parts of sentences that refusals have."""
        for known, templates in zip(self._refusals, self._refusal_templates, strict=True):
            if (whole := known.gettext(sentence)) != sentence:
                return whole
            if fitting := templates.recognize(sentence):
                return fitting.filled(_form_of(known, fitting), lambda field: self._part(field, sentence) or field)
        return None

    def _part(self, field: str, sentence: str) -> str | None:
        """Return a part of a stored refusal. One that begins the sentence has a capital letter there."""
        known = self._refused(field)
        if known is None and sentence.startswith(field):
            known = self._refused(field[:1].lower() + field[1:])
            return known and opening(known)
        return known


def _form_of(known: NullTranslations, fitting: Recognized) -> str:
    """Return the template of a sentence in another language, in the form for the number that it names."""
    one, other = getattr(known, "forms", {}).get(fitting.template, ("", ""))
    if not one:
        return known.gettext(fitting.template)
    count = fitting.fields.get("count", "")
    return known.ngettext(one, other, int(count) if count.isdecimal() else 1 if fitting.template == one else 2)


@cache
def terms_of(packages: tuple[str, ...], language: str) -> Callable[[str, str], str]:
    """Return what says the words of games in a language: (role, word) -> word."""
    return _as_it_is if language == SOURCE or not packages else lru_cache(_REMEMBERED)(Terms(packages, language).say)


def _as_it_is(_role: str, word: str) -> str:
    return word
