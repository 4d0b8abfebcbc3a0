"""Extraction: the texts to translate, and catalogues that are brought up to date with them."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from projections.translation.texts import Translatable

_WIDTH: Final = 120
_HEADER: Final = """\
# `make translations` brings this file up to date and keeps what is translated.
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plurals};\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
"""Without dates and addresses, so that the same texts make the same file."""


def updated(before: bytes, texts: Iterable[Translatable], language: str) -> bytes:
    """Return a catalogue that has just these texts, with the translations that it had before ("" for none). A text that was worded
    otherwise before keeps its translation and is marked fuzzy.
    """
    locale = language.replace("-", "_")
    catalog = read_po(BytesIO(before), locale=locale)
    catalog.update(_template(texts))
    catalog.obsolete.clear()
    return written(catalog, language)


def written(catalog: Catalog, language: str) -> bytes:
    """Return a catalogue as its file."""
    body = BytesIO()
    write_po(body, catalog, width=_WIDTH, include_lineno=False, omit_header=True)
    return _HEADER.format(language=language, plurals=catalog.plural_forms.rstrip("; ")).encode() + body.getvalue()


def _template(texts: Iterable[Translatable]) -> Catalog:
    """The texts as a catalogue without translations."""
    catalog = Catalog(charset="utf-8")
    for each in texts:
        ids = (each.text, each.plural) if each.plural else each.text
        places = [(each.source, 1)] if each.source else []
        catalog.add(ids, context=each.context or None, locations=places)
    return catalog
