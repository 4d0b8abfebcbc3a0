"""Catalogues of translations: read from the folder of a package, without a build step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO
from typing import Final

SOURCE: Final = "en"
"""The language that the code and the data are written in. It needs no catalogue."""

FOLDER: Final = "translations"
"""The folder of a package in which its catalogues are, one file for each language."""

PHRASES: Final = "projections.phrases"
"""The package whose catalogues decide which languages there are: a language without sentences about events is none."""


def file_of(language: str, part: str = "") -> str:
    """Return the name of a catalogue in its folder. A part of a package may have catalogues of its own: `commands.de.po`."""
    return f"{part}.{language}.po" if part else f"{language}.po"


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that there are, English first."""
    names = sorted(file.name for file in files(PHRASES).joinpath(FOLDER).iterdir())
    return (SOURCE, *(name.removesuffix(".po") for name in names if name.endswith(".po")))


@cache
def translations(package: str, language: str, part: str = "") -> NullTranslations:
    """Return the translations of a package, or of a part of it, into a language. A text that has none stays English,
    and so does one marked fuzzy, because its English has changed since it was translated.
    """
    file = files(package).joinpath(FOLDER, file_of(language, part))
    return _read(file.read_bytes()) if language in languages() and file.is_file() else NullTranslations()


class Translations(GNUTranslations):
    """The translations of a catalogue, with the texts that it has."""

    ids: tuple[tuple[str, str], ...] = ()
    """The context and the English of each text; a text with a plural is there in both forms."""

    forms: Mapping[str, tuple[str, str]] = {}
    """The forms for one and for several of each text with a plural, by either."""


def texts_in(known: NullTranslations, context: str = "") -> Iterator[str]:
    """Yield the English texts of a catalogue in a context."""
    yield from (text for each, text in getattr(known, "ids", ()) if each == context)


def _read(text: bytes) -> Translations:
    """The translations in a catalogue. Babel is loaded by those only who read another language than English."""
    from babel.messages.mofile import write_mo  # noqa: PLC0415
    from babel.messages.pofile import read_po  # noqa: PLC0415

    compiled = BytesIO()
    catalog = read_po(BytesIO(text))
    write_mo(compiled, catalog)
    compiled.seek(0)
    read = Translations(compiled)
    forms = ((each.context or "", (each.id,) if isinstance(each.id, str) else each.id) for each in catalog if each.id)
    known = [(context, tuple(ids)) for context, ids in forms]
    read.ids = tuple((context, form) for context, ids in known for form in ids)
    read.forms = {form: (ids[0], ids[1]) for _, ids in known if len(ids) > 1 for form in ids}
    return read
