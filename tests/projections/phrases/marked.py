"""A language for tests, in which whatever is translated is marked: each word that a catalogue has is in brackets, `⟦so⟧`.

What stays without brackets is in no catalogue: a name, a number, or what a person wrote.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from gettext import NullTranslations
from typing import Final

from api.testing.refusal_texts import refusal_texts
from api.testing.term_texts import term_texts
from domain.system import System
from projections.phrases.catalogue import Catalogue, english_texts, numerals
from projections.translation.catalogues import SOURCE
from projections.translation.games import command_texts, entry_texts, word_texts
from projections.translation.terms import Terms
from projections.translation.texts import Translatable
from systems.registry import home

_LITERAL: Final = re.compile(r"(\{[^{}]*\})")
LETTERS: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


def marked(text: str) -> str:
    """Return a text with each of its own words in brackets; its fields stay."""
    parts = _LITERAL.split(text)
    return "".join(part if index % 2 else LETTERS.sub(r"⟦\g<0>⟧", part) for index, part in enumerate(parts))


def unmarked(sentence: str) -> list[str]:
    """Return the words of a sentence that no catalogue has."""
    return LETTERS.findall(re.sub(r"⟦[^⟧]*⟧", " ", sentence))


class Marking(NullTranslations):
    """Translations that mark the texts that there are, and no others."""

    def __init__(self, texts: Iterable[Translatable] | None = None) -> None:
        super().__init__()
        self._known = None if texts is None else {(each.context, each.text) for each in texts}
        self.ids = tuple(self._known or ())

    def gettext(self, message: str) -> str:
        """Return a text, marked."""
        return self.pgettext("", message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form of a text for a number, marked."""
        return marked(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        """Return a text in a sense, marked."""
        return marked(message) if self._known is None or (context, message) in self._known else message

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form of a text in a sense for a number, marked."""
        return self.ngettext(msgid1, msgid2, n)


class MarkedTerms(Terms):
    """The words of games, marked."""

    def __init__(self, systems: tuple[System, ...]) -> None:
        super().__init__((), "marked")
        self._terms = [Marking(term_texts(home(system.id) or "", system)) for system in systems]
        self._forms = [Marking((*word_texts(system), *entry_texts(system))) for system in systems]
        self._commands = [Marking(command_texts(system)) for system in systems]
        self._refusals = [Marking(refusal_texts(home(system.id) or "")) for system in systems]
        self._wound = marked("{severity} {kind}")


@cache
def marking(*systems: System) -> Catalogue:
    """Return the catalogue of the language in which all is marked, for a game and those that it builds on."""
    texts = {message: marked(text) if isinstance(text, str) else text for message, text in english_texts().items()}
    return Catalogue(texts, numerals(SOURCE), Marking(), Marking(), MarkedTerms(systems).say)
