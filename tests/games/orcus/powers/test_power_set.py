"""The powers and monsters that come with the game: all of them can be read, and between them they use everything."""

from collections.abc import Iterator
from typing import get_args

import pytest

from systems.orcus.fields import Cost, DamageType, Origin
from systems.orcus.powers.importing import unread, unread_of
from systems.orcus.powers.monsters import PRINTED as MONSTERS
from systems.orcus.powers.records.clauses import CONDITIONS, Clause, Lasts, NotUnderstood, Verb, clauses_of
from systems.orcus.powers.records.reading import Shape, Sort, read
from systems.orcus.powers.records.record import PRINTED, Frequency, Source, Trigger, cost_of
from systems.orcus.powers.special import SPECIAL
from tests.games.orcus.power_table import PowerTable

READ = {word: read(power, power.boost_level) for word, power in PRINTED.items()}
KEYWORDS = {
    "booster",
    "conjuration",
    "consistent",
    "maneuver",
    "psyche",
    "stance",
    "summons",
    "tactical",
    "zone",
    "weapon",
    "focus",
    "basic attack",
}


def clauses() -> Iterator[Clause]:
    for reading in READ.values():
        yield from (*reading.hit, *reading.miss, *reading.effect)
        yield from clauses_of(reading.power.zone.partition(":")[2])


@pytest.mark.parametrize("word", sorted(PRINTED))
def test_every_power_of_the_set_can_be_read(word: str) -> None:
    assert unread(PRINTED[word]) == ()


@pytest.mark.parametrize("word", sorted(MONSTERS))
def test_every_monster_of_the_set_comes_into_play(word: str) -> None:
    table = PowerTable()
    table.play("bring_monster", monster=word)
    powers = [part.strip() for part in MONSTERS[word].powers.split(",") if part.strip()]
    assert (sorted(table.sheet(word).traits), unread_of(MONSTERS[word])) == (sorted(powers), ())


def test_the_set_uses_every_keyword() -> None:
    assert set().union(*(reading.tags for reading in READ.values())) >= KEYWORDS


def test_the_set_uses_every_origin_area_and_sort_of_target() -> None:
    assert {reading.reach.origin for reading in READ.values()} == set(get_args(Origin))
    assert {reading.reach.shape for reading in READ.values()} - {None} == set(get_args(Shape))
    assert {reading.aim.sort for reading in READ.values()} == set(get_args(Sort))


def test_the_set_uses_every_source_frequency_action_and_trigger() -> None:
    powers = PRINTED.values()
    assert {power.source for power in powers} == set(get_args(Source))
    assert {power.frequency for power in powers} == set(get_args(Frequency))
    assert {cost_of(power) for power in powers} == set(get_args(Cost))
    assert {power.trigger for power in powers} == set(get_args(Trigger))


def test_the_set_uses_every_type_of_damage_and_every_condition() -> None:
    assert {type for clause in clauses() for type in clause.types} >= set(get_args(DamageType)) - {""}
    assert {clause.what for clause in clauses() if clause.verb == "condition"} == set(CONDITIONS) - {"dying"}


def test_the_set_uses_every_verb_and_duration() -> None:
    assert {clause.verb for clause in clauses()} >= set(get_args(Verb)) - {"avert"}
    assert {clause.until.lasts for clause in clauses()} >= set(get_args(Lasts)) - {"target start", "maintained"}
    assert {clause.what for clause in clauses() if clause.verb == "do"} == set(SPECIAL)


@pytest.mark.parametrize(
    ("printed", "short"),
    [
        ("The target is slowed until the end of your next turn.", "slowed until the end of the user's next turn"),
        ("2d8 + Strength modifier fire damage", "2d8 + strength fire damage"),
        ("and you push the target 2 squares", "push 2"),
        ("You slide the target 3 squares", "shunt 3"),
        ("the target takes 5 persistent fire damage (save ends)", "persistent 5 fire (save ends)"),
        ("the target falls prone", "prone"),
    ],
)
def test_printed_phrases_mean_what_short_ones_do(printed: str, short: str) -> None:
    (long,), (brief,) = clauses_of(printed), clauses_of(short)
    assert long._replace(whom="") == brief._replace(whom="")


@pytest.mark.parametrize("words", ["very slowed", "push", "2d6 sugar damage", "1x6 damage", "+2 to luck", "push far"])
def test_what_means_nothing_says_what_would(words: str) -> None:
    with pytest.raises(NotUnderstood, match="write"):
        clauses_of(words)
