"""Bring the catalogues of translations up to date with the texts that there are: `python -m api.testing.translating [GAME …]`.

Without arguments it writes those of this project: of sentences, of reports, of pages, and of the games beside it; with the ids of installed
games, only theirs. A new language begins with an empty file `translations/<language>.po` in `projections/phrases`, and the
commands, rules, forms, catalogue and refusals of a game in one with empty files `translations/<part>.<language>.po` in the folder of
the game: `commands`, `rules`, `words`, `catalogue`, `terms` and `refusals`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from babel.messages.extract import extract_from_dir

from api.testing.refusal_texts import refusal_texts
from api.testing.term_texts import term_texts
from domain.system import System
from projections.analytics.reports.translated import REPORT_TEXTS, report_texts
from projections.phrases.catalogue import numerals
from projections.phrases.extraction import phrase_texts
from projections.translation.catalogues import FOLDER, PHRASES, SOURCE, file_of, languages
from projections.translation.extraction import updated
from projections.translation.games import (
    CATALOGUE,
    COMMANDS,
    RULES,
    WORDS,
    command_texts,
    entry_texts,
    rule_texts,
    sheet_texts,
    word_texts,
)
from projections.translation.refusals import BASE, REFUSALS
from projections.translation.terms import TERMS
from projections.translation.texts import Translatable
from systems.registry import home, load

PAGES: Final = "api.pages"
"""The package of the pages, whose templates and modules mark their texts."""

_METHODS: Final = [("**.py", "python"), ("**.html", "jinja2")]
_OPTIONS: Final = {"**.html": {"silent": "false", "trimmed": "true"}}


class Domain(NamedTuple):
    """A package, or a part of it, with catalogues of its own, and what it has to translate into a language."""

    package: str
    texts: Callable[[str], Iterator[Translatable]]
    part: str = ""

    def file(self, language: str) -> Path:
        """Return the file of a language."""
        return Path(str(files(self.package))) / FOLDER / file_of(language, self.part)

    def languages(self) -> list[str]:
        """Return the languages that it is translated into: all that there are; of a part, those that are begun."""
        others = [language for language in languages() if language != SOURCE]
        return [language for language in others if not self.part or self.file(language).exists()]

    def updated(self, language: str) -> bytes:
        """Return the catalogue of a language as it should be."""
        path = self.file(language)
        return updated(path.read_bytes() if path.exists() else b"", self.texts(language), language)


def domains(*games: str) -> list[Domain]:
    """Return the packages with catalogues: all of this project, or of the given games."""
    registry = load()
    parts = [part for system in map(registry.system, games or registry.systems) for part in _of_game(system)]
    return parts if games else [*_own(), *parts]


def _own() -> Iterator[Domain]:
    yield Domain(PHRASES, lambda language: phrase_texts(numerals(language).ordinals))
    yield Domain(REPORT_TEXTS, lambda _language: report_texts())
    if find_spec(PAGES) is not None:
        yield Domain(PAGES, lambda _language: page_texts())
    yield Domain(BASE, lambda _language: refusal_texts("domain", "projections", "api"), REFUSALS)


def page_texts() -> Iterator[Translatable]:
    """Yield the texts that pages mark, once each, with the first file that has them."""
    folder = str(files(PAGES))
    marked = extract_from_dir(folder, method_map=_METHODS, options_map=_OPTIONS)
    for name, _line, message, _comments, context in marked:
        one, *more = (message,) if isinstance(message, str) else message
        yield Translatable(one, context or "", more[0] if more else "", name)


def _of_game(system: System) -> Iterator[Domain]:
    package = home(system.id)
    if package is None:
        raise ValueError(f"no installed package has the game {system.id!r}; install it first")
    if system.layout is not None:
        yield Domain(package, lambda _language: sheet_texts(system))
    yield Domain(package, lambda _language: command_texts(system), COMMANDS)
    yield Domain(package, lambda _language: rule_texts(system), RULES)
    yield Domain(package, lambda _language: word_texts(system), WORDS)
    if system.catalogue:
        yield Domain(package, lambda _language: entry_texts(system), CATALOGUE)
    yield Domain(package, lambda _language: refusal_texts(package), REFUSALS)
    yield Domain(package, lambda _language: term_texts(package, system), TERMS)


def main(games: list[str]) -> None:
    """Write the catalogues of all languages."""
    for domain in domains(*games):
        for language in domain.languages():
            path, catalog = domain.file(language), domain.updated(language)
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(catalog)


if __name__ == "__main__":
    main(sys.argv[1:])
