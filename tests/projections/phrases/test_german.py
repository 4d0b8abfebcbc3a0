"""Sentences in German: forms, numbers, possessives and the words of a game."""

from __future__ import annotations

import pytest

from domain.layout import layout_of
from domain.vocabulary.anchors import AtMoment, UntilFirst, UntilSceneEnds, UntilTime
from projections.names import Name
from projections.phrases.catalogue import catalogue, english
from projections.phrases.durations import duration, moments, until
from projections.phrases.messages import Part, Quantity, listed, phrase
from projections.phrases.naming import belonging
from projections.phrases.words import word
from projections.translation.catalogues import translations
from projections.translation.games import GameTexts, described_in, layout_in

GAME = "systems.orcus"
KESTREL = "character/c-1"
NAMES = {
    KESTREL: Name(ref=KESTREL, handle="kestrel", name="Kestrel"),
    **moments(layout_of(GAME).moments),
}


def german(part: Part) -> str:
    return catalogue("de", GAME).say(part)


@pytest.mark.parametrize(
    ("part", "sentence"),
    [
        (phrase("duration.day", count=1), "1 Tag"),
        (phrase("duration.day", count=0), "0 Tage"),
        (phrase("duration.day", count=Quantity(1)), "1 Tag"),
        (phrase("duration.day", count=Quantity(0.5, decimals=1)), "0,5 Tage"),
        (phrase("duration.day", count=Quantity(1_234.5, decimals=1)), "1.234,5 Tage"),
        (phrase("duration.nth", nth=3), "3."),
        (duration(90_000), "1 Tag 1 Stunde"),
        (belonging("Kestrel", "fokus"), "fokus von Kestrel"),
        (phrase("plan.asks", entry=4, key="k", prompt="p"), "Eintrag 4 fragt k: p"),
        (listed(["a", "b"], "list.or"), "a oder b"),
    ],
)
def test_a_sentence_has_german_forms(part: Part, sentence: str) -> None:
    assert german(part) == sentence


@pytest.mark.parametrize(
    ("anchor", "sentence"),
    [
        (AtMoment(moment="turn_end", subject=KESTREL), "bis zum Ende des Zugs von Kestrel"),
        (AtMoment(moment="turn_end", subject=""), "bis zum Ende des Zugs"),
        (AtMoment(moment="turn_end", subject=KESTREL, passing=1), "noch 2 Mal bis zum Ende des Zugs von Kestrel"),
        (
            AtMoment(moment="turn_start", subject=KESTREL, passing=2),
            "bis zum Beginn des Zugs von Kestrel, beim 3. Mal von jetzt an",
        ),
        (AtMoment(moment="vigil_end", subject=KESTREL), "bis zum Ende von „vigil“ (Kestrel)"),
        (UntilFirst(of=(UntilSceneEnds(), UntilTime(at=0))), "bis zum Ende der Szene oder Tag 1, 00:00"),
    ],
)
def test_a_duration_is_said_with_the_words_of_its_game(anchor: AtMoment | UntilFirst, sentence: str) -> None:
    assert german(until(anchor, NAMES)) == sentence


def test_the_words_of_a_game_stay_english_without_its_translations() -> None:
    ending = until(AtMoment(moment="turn_end", subject=KESTREL), NAMES)
    assert catalogue("de").say(ending) == "bis the end of von Kestrel turn"
    assert english(ending) == "until the end of Kestrel's turn"


def test_a_layout_is_translated_but_for_its_fields_and_paths() -> None:
    layout = layout_of(GAME)
    seen = layout_in(layout, translations(GAME, "de"))
    assert [section.title for section in seen.sheet][:2] == ["Trefferpunkte", "Vorräte"]
    assert [type(section) for section in seen.sheet] == [type(section) for section in layout.sheet]
    assert seen.moments == layout.moments


def test_a_layout_without_translations_stays_as_it_is() -> None:
    assert layout_in(layout_of(GAME), translations(GAME, "en")) == layout_of(GAME)


@pytest.mark.parametrize(
    ("part", "sentence"),
    [
        (word("status", "struck"), "gestrichen"),
        (word("outcome", "failure"), "Fehlschlag"),
        (word("outcome", "a_fumble"), "a fumble"),
    ],
)
def test_words_of_all_games_are_german_and_a_games_own_stay(part: Part, sentence: str) -> None:
    assert german(part) == sentence


def test_a_form_explains_its_fields_in_german() -> None:
    words = translations("systems.freeform", "de", "commands")
    schema = {"description": "Change\n   something", "properties": {"description": {"description": "The condition"}}}
    described = {"description": "Change something", "properties": {"description": {"description": "Der Zustand"}}}
    assert described_in(schema, words) == described


@pytest.mark.parametrize(
    ("sense", "english", "german"),
    [
        ("rule", "One scene is open at a time.", "Nur eine Szene ist zugleich offen."),
        ("command", "Write down a wound.", "Schreib eine Wunde auf."),
        ("rule", "Nobody has translated this.", "Nobody has translated this."),
        ("rule", "", ""),
    ],
)
def test_a_game_says_the_texts_of_its_base_in_german(sense: str, english: str, german: str) -> None:
    assert GameTexts((GAME, "systems.freeform"), "de").say(sense, english) == german
