"""Refusals in another language: the sentence of a rule, with its fields, its plural and the words of its reader."""

from __future__ import annotations

from gettext import NullTranslations

import msgspec
import pytest

from api.problems import BadParameter, FieldProblem, NotFound, problem_of, refusals_in
from domain.messages import either, in_language, listed, numbered, opening, text
from domain.play.deed import BadCommand
from domain.play.refusals import Refused

GERMAN = refusals_in("de")


@pytest.mark.parametrize(
    ("sentence", "english", "german"),
    [
        ("No session is open.", "No session is open.", "Es läuft keine Sitzung."),
        (
            text("{who} takes no part in this fight.", who="kestrel"),
            "kestrel takes no part in this fight.",
            "kestrel nimmt an diesem Kampf nicht teil.",
        ),
        (numbered("a dot", "{count} dots", 1), "a dot", "einen Punkt"),
        (numbered("a dot", "{count} dots", 3), "3 dots", "3 Punkte"),
        (
            text("There is no {plan} among what they planned.", plan=numbered("a dot", "{count} dots", 2)),
            "There is no 2 dots among what they planned.",
            "Unter dem Geplanten gibt es kein 2 Punkte.",
        ),
        ("No catalogue has this.", "No catalogue has this.", "No catalogue has this."),
    ],
)
def test_a_sentence_is_english_and_can_be_said_in_german(sentence: str, english: str, german: str) -> None:
    assert (str(sentence), in_language(sentence, GERMAN)) == (english, german)


def test_the_player_and_the_game_master_have_sentences_of_their_own() -> None:
    refused = Refused(
        "minimum",
        "There is not enough {track}: spending {amount} would take it below its minimum.",
        "{track} stands at {value} and its minimum is {minimum}: {amount} is too much.",
        track="hp",
        amount=3,
        value=2,
        minimum=0,
    )
    player, gm = (problem_of(refused, is_gm=is_gm, language="de") for is_gm in (False, True))
    assert (player and player.detail, gm and gm.detail) == (
        "Es gibt nicht genug hp: 3 auszugeben führte unter das Minimum.",
        "Hp steht bei 2, und das Minimum ist 0: 3 ist zu viel.",
    )
    assert (refused.player, refused.gm) == (
        "There is not enough hp: spending 3 would take it below its minimum.",
        "hp stands at 2 and its minimum is 0: 3 is too much.",
    )


def test_a_translated_sentence_is_put_into_the_words_of_its_reader() -> None:
    refused = Refused("order", "{who} takes no part in this fight.", who="character/c-7")
    refused.wording = lambda sentence: sentence.replace("character/c-7", "Kestrel")
    problem = problem_of(refused, language="de")
    assert problem is not None
    assert problem.detail == "Kestrel nimmt an diesem Kampf nicht teil."


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("error", [NotFound("there is {no} field"), BadCommand("there is {no} field")])
def test_a_sentence_without_fields_keeps_its_braces(error: Exception, language: str) -> None:
    problem = problem_of(error, language=language)
    assert problem is not None
    assert problem.detail == "There is {no} field."


def test_a_field_may_be_described_by_a_sentence_with_fields() -> None:
    sentence = text("there is no time zone {name!r}; one is Europe/Vienna", name="Mars")
    messages = {"en": str(sentence), "de": "es gibt keine Zeitzone 'Mars'; eine ist Europe/Vienna"}
    for language in ("en", "de"):
        problem = problem_of(BadParameter(sentence, fields=(FieldProblem("zone", sentence),)), language=language)
        assert problem is not None
        assert msgspec.json.decode(msgspec.json.encode(problem))["fields"][0]["message"] == messages[language]


def test_words_are_joined_one_after_the_other() -> None:
    assert (either(["a", "b", "c"]), listed(["a", "b"]), either(["a"]), listed([])) == ("a or b or c", "a, b", "a", "")
    assert in_language(either(["a", "b"]), NullTranslations()) == "a or b"


@pytest.mark.parametrize(
    ("words", "english", "german"), [(text("none"), "None", "Keine"), ("flight", "Flight", "Flight")]
)
def test_words_that_begin_a_sentence_have_a_capital_letter_in_every_language(
    words: str, english: str, german: str
) -> None:
    assert (opening(words), in_language(opening(words), GERMAN)) == (english, german)
