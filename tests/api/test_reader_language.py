"""The language of answers at doors for one person at a time: it is chosen for the block, and told from the environment."""

from __future__ import annotations

import pytest

from api.languages.reader import answering, language_in, reader, speak_of, spoken
from api.problems import problem_of
from domain.aggregates import CAMPAIGN
from domain.history.points import BadPoint
from domain.messages import text
from projections.phrases.messages import term
from projections.phrases.naming import who


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_AT@euro"}, "de"),
        ({"LANG": "de_DE", "LC_MESSAGES": "en_GB"}, "en"),
        ({"LANG": "de_DE", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "xx"}, "en"),
    ],
)
def test_the_language_is_that_of_the_environment(environment: dict[str, str], language: str) -> None:
    assert language_in(environment) == language


def test_a_language_is_spoken_within_its_block_alone() -> None:
    with answering("de-AT, en;q=0.5"):
        assert spoken(who(CAMPAIGN, {})) == "Die Kampagne"
    assert (spoken(who(CAMPAIGN, {})), reader().language) == ("The campaign", "en")


def test_the_words_of_a_game_are_those_of_the_campaign_that_is_told_about() -> None:
    with answering("de"):
        assert spoken(term("dazed")) == "dazed"
        speak_of("orcus")
        assert spoken(term("dazed")) == "benommen"


def test_a_refusal_is_in_the_language_of_its_reader() -> None:
    error = BadPoint(text("this campaign has no entry {number}", number=9))
    english, german = problem_of(error), None
    with answering("de"):
        german = problem_of(error)
    assert english is not None
    assert german is not None
    assert english.title != german.title
