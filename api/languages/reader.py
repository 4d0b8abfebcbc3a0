"""The language of the reader, at the doors that answer one person at a time: the command line, Discord and assistants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Final, NamedTuple

from projections.phrases.catalogue import Catalogue, catalogue
from projections.phrases.messages import Part
from projections.translation.catalogues import SOURCE, languages
from projections.translation.negotiation import language_of


class ReaderLanguage(NamedTuple):
    """A person who is answered: their language, and the game of the campaign that they are told about ("" for none)."""

    language: str = SOURCE
    game: str = ""


_READER: ContextVar[ReaderLanguage] = ContextVar("reader", default=ReaderLanguage())  # noqa: B039  # immutable

_LOCALES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that name the language of messages, the first that is set, as programs of a system read them."""


def reader() -> ReaderLanguage:
    """Return the reader who is answered here; one of English, where nothing else is known."""
    return _READER.get()


def speak(language: str) -> None:
    """Answer in this language from now on."""
    _READER.set(ReaderLanguage(language))


def speak_of(game: str) -> None:
    """Tell about a campaign of this game from now on."""
    _READER.set(ReaderLanguage(reader().language, game))


@contextmanager
def answering(preferred: str) -> Iterator[None]:
    """Answer a reader within the block, in the language that they prefer (as `Accept-Language` names several), if there is it."""
    token = _READER.set(ReaderLanguage(language_of(preferred, languages())))
    try:
        yield
    finally:
        _READER.reset(token)


def language_in(environment: Mapping[str, str]) -> str:
    """Return the language that the environment of a process asks for: `de_AT.UTF-8` is content with `de`."""
    locale = next((environment[name] for name in _LOCALES if environment.get(name)), "")
    return language_of(locale.partition(".")[0].partition("@")[0].replace("_", "-"), languages())


def spoken(part: Part) -> str:
    """Return a part of a sentence in the language of the reader."""
    return sentences_in(*reader()).say(part)


def sentences_in(language: str, game: str = "") -> Catalogue:
    """Return the sentences of a language, about a campaign of a game."""
    return catalogue(SOURCE) if language == SOURCE else catalogue(language, *_packages(game))


@cache
def _packages(game: str) -> tuple[str, ...]:
    """Return the packages that have the words of a game: its own, and that of the base."""
    from systems.registry import BASE  # noqa: PLC0415  # a reader of English needs no games

    return (package_of(game) if game else "", package_of(BASE))


@cache
def package_of(game: str) -> str:
    """Return the package of a game, which has its catalogues; "" where it is not installed."""
    from systems.registry import home  # noqa: PLC0415

    return home(game) or ""
