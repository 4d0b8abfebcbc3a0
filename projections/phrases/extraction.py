"""The sentences to translate: every message with its English text."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from projections.phrases.catalogue import TEXTS, Text, english_texts, is_ordinal
from projections.translation.texts import Translatable


def phrase_texts(ordinals: Collection[str]) -> Iterator[Translatable]:
    """Yield the texts of all messages; of ordinal numbers those in the forms that the language has."""
    for message, text in english_texts().items():
        source = f"{TEXTS}/{message.partition('.')[0]}.toml"
        yield from (each._replace(source=source) for each in _forms(message, text, ordinals))


def _forms(message: str, text: Text, ordinals: Collection[str]) -> Iterator[Translatable]:
    if isinstance(text, str):
        yield Translatable(text, message)
    elif is_ordinal(text):
        yield from (Translatable(text.get(form, text["other"]), f"{message}/{form}") for form in ordinals)
    else:
        yield Translatable(text["one"], message, text["other"])
