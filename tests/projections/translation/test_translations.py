"""Translations: every catalogue is whole and up to date, and each check is shown a sample that it must object to."""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO
from itertools import product

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from api.testing.translating import Domain, domains
from projections.translation.catalogues import SOURCE, languages
from projections.translation.extraction import updated
from projections.translation.texts import Translatable
from tests.projections.translation.faults import faults

HEADER = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'


@cache
def catalogues() -> dict[str, tuple[Domain, str]]:
    """Every catalogue of the project, by its file."""
    return {str(domain.file(language)): (domain, language) for domain in domains() for language in domain.languages()}


def sample(text: str) -> bytes:
    return (HEADER + text).encode()


def strings(message: Message) -> list[str]:
    """The forms of a translation."""
    return [message.string] if isinstance(message.string, str) else [str(each) for each in message.string or ()]


def test_there_is_german() -> None:
    assert languages() == (SOURCE, "de")


def test_every_catalogue_is_translated_and_names_the_fields_of_its_texts() -> None:
    wrong = {
        path: list(faults(domain.file(language).read_bytes())) for path, (domain, language) in catalogues().items()
    }
    assert {path: sentences for path, sentences in wrong.items() if sentences} == {}


def test_every_catalogue_is_up_to_date() -> None:
    stale = [
        path
        for path, (domain, language) in catalogues().items()
        if domain.file(language).read_bytes() != domain.updated(language)
    ]
    assert stale == [], "run `make translations`, and translate what is new"


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        ('msgid "Who {who}"\nmsgstr ""\n', "not translated"),
        ('msgid "{count} day"\nmsgid_plural "{count} days"\nmsgstr[0] "{count} Tag"\nmsgstr[1] ""\n', "not translated"),
        ('#, fuzzy\nmsgid "Who"\nmsgstr "Wer"\n', "fuzzy"),
        ('msgid "Who {who}"\nmsgstr "Wer"\n', "leaves out who"),
        ('msgid "Who {who}"\nmsgstr "Wer {who} {when}"\n', "names when"),
        ('msgid "Who %(who)s"\nmsgstr "Wer %(wer)s"\n', "names wer"),
        ('msgid "Who[ {who}]"\nmsgstr "Wer {who}"\n', "optional parts"),
        ('msgid "`who` rolls"\nmsgstr "`wer` würfelt"\n', "does not keep `who`"),
        ('msgid "Who rolls"\nmsgstr "`who` würfelt"\n', "has `who`, which"),
        ('msgid "On 4+ of 2d6"\nmsgstr "Bei 5+ von 2d6"\n', "does not keep 4"),
        ('msgid "See WD-EXH-01"\nmsgstr "Siehe WD-EXH-02"\n', "does not keep WD-EXH-01"),
        ('msgid "Who"\nmsgstr "Wer"\n\n#~ msgid "When"\n#~ msgstr "Wann"\n', "no longer"),
    ],
)
def test_a_fault_is_found(entry: str, fault: str) -> None:
    (sentence,) = list(faults(sample(entry)))[:1]
    assert fault in sentence


@pytest.mark.parametrize(
    ("english", "german"),
    [("{whose} turn", "Zug von {bearer}"), ("the end of {whose} turn", "zum Ende des Zugs[ von {bearer}]")],
)
def test_a_possessive_may_become_another_form(english: str, german: str) -> None:
    assert list(faults(sample(f'msgctxt "moment"\nmsgid "{english}"\nmsgstr "{german}"\n'))) == []


FORMAL = re.compile(r"(?<=[a-zäöüß,] )(Sie|Ihnen|Ihr|Ihre[mnrs]?)\b")
"""The formal address. At the beginning of a sentence these may be those who are spoken of."""


@pytest.mark.parametrize(
    ("text", "is_formal"),
    [
        ("Geben Sie jedem eins.", True),
        ("Bots, die für Sie handeln", True),
        ("Gib jedem eins. Sie gelten nur hier.", False),
        ("Die Bots, ihre Namen und was sie tun", False),
    ],
)
def test_the_formal_address_is_noticed(text: str, is_formal: bool) -> None:
    assert bool(FORMAL.search(text)) == is_formal


def test_german_addresses_its_readers_in_one_way() -> None:
    formal = {
        path: [each for message in read_po(BytesIO(domain.file("de").read_bytes())) for each in strings(message)]
        for path, (domain, language) in catalogues().items()
        if language == "de"
    }
    assert {path: wrong for path, texts in formal.items() if (wrong := [*filter(FORMAL.search, texts)])} == {}


def test_an_update_keeps_what_is_translated_and_marks_what_was_reworded() -> None:
    before = updated(b"", [Translatable("Nobody has rolled yet.", "a"), Translatable("Gone for good", "b")], "de")
    german = before.replace(b'yet."\nmsgstr ""', b'yet."\nmsgstr "Niemand."')
    after = updated(german, [Translatable("Nobody has rolled so far.", "a"), Translatable("A new one", "c")], "de")
    assert (b'#, fuzzy\nmsgctxt "a"' in after, b'msgstr "Niemand."' in after) == (True, True)
    assert (b"Gone for good" in after, b"A new one" in after) == (False, True)


@pytest.mark.parametrize("texts", [[], [Translatable("{count} day", "x", "{count} days")]])
def test_an_update_without_news_changes_nothing(texts: list[Translatable]) -> None:
    once = updated(b"", texts, "de")
    assert updated(once, texts, "de") == once


def test_no_two_catalogues_share_a_file() -> None:
    files = [domain.file(language) for domain, language in product(domains(), languages()[1:])]
    assert len(files) == len(set(files))
