"""Counts are told as people say them: one is not several."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from api.cli.commands.backups import _held
from api.http.misfits import misfit
from api.languages.reader import answering, spoken
from api.storage.backup import Manifest
from projections.phrases.messages import Part
from projections.phrases.plans import counters, hidden, untouched


@pytest.mark.parametrize(
    ("what", "count", "english", "german"),
    [
        (counters, 1, "1 counter or place in an order of turns", "1 Zähler oder Platz in einer Reihenfolge"),
        (counters, 2, "2 counters and places in orders of turns", "2 Zähler und Plätze in Reihenfolgen"),
        (untouched, 1, "1 other entry is untouched", "1 anderer Eintrag bleibt unberührt"),
        (untouched, 0, "0 other entries are untouched", "0 andere Einträge bleiben unberührt"),
        (hidden, 1, "1 that changes is hidden from you", "1, der sich ändert, ist vor dir verborgen"),
    ],
)
def test_a_plan_counts_what_else_there_is(what: Callable[[int], Part], count: int, english: str, german: str) -> None:
    assert spoken(what(count)) == english
    with answering("de"):
        assert spoken(what(count)) == german


def test_a_backup_of_one_campaign_is_of_one_campaign() -> None:
    manifest = Manifest(
        format="", release="", made_at="", campaigns=1, entries=1, accounts=2, migrations=(), members=()
    )
    assert _held(manifest) == "1 campaign with 1 entry, and 2 accounts"


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ("Expected `str` of length >= 1", "must have at least 1 character"),
        ("Expected `str` of length <= 64", "must have at most 64 characters"),
        ("Expected `array` of length <= 1", "must be given at most once"),
        ("Expected `array` of length <= 9", "must be given at most 9 times"),
    ],
)
def test_a_parameter_is_refused_by_a_count_as_people_say_it(message: str, sentence: str) -> None:
    assert misfit(message, "") == sentence
