"""Upkeep in Midnight in Vaia: its steps, what else uses it, the countdown, damage and healing over time."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.vocabulary.anchors import AtMoment, UntilFirst, parts
from domain.vocabulary.bodies import Condition, ConditionGained
from domain.vocabulary.undertakings import Intent, IntentAnnounced
from domain.vocabulary.values import DamageHealed, DamageTaken
from tests.games.midnight_in_vaia.people import Protagonists


@pytest.fixture
def table() -> Protagonists:
    """Vera, who acts, then Milo; a ghoul beside them. Each has 20 Hit Points."""
    table = Protagonists()
    table.protagonist("vera")
    table.protagonist("milo")
    table.foe("ghoul")
    table.start(vera=17, milo=9)
    return table


def upkeep(table: Protagonists) -> int:
    """The round ends; the entry with its Upkeep. The next one starts."""
    entry = table.end("vera", "milo")[-1]
    table.play("start_round")
    return entry


def over_time(table: Protagonists, who: str = "vera", **what: Any) -> int:
    return table.play("affect_over_time", who=who, what="Venom" if "damage" in what else "Salve", **what)


def hp(table: Protagonists, who: str = "vera") -> int:
    return table.current(who, "hp")


def wound(table: Protagonists, who: str, lost: int) -> int:
    return table.let(who, DamageTaken(name="hp", amount=lost))


@pytest.mark.rules("MV-UPK-01", "MV-RULING-17")
class TestUpkeep:
    def test_upkeep_comes_at_the_end_of_every_full_round(self, table: Protagonists) -> None:
        assert all("MV-UPK-01" in table.cited(upkeep(table)) for _ in range(2))

    def test_upkeep_does_not_come_before_the_last_phase_is_done(self, table: Protagonists) -> None:
        over_time(table, damage=2)
        table.end("vera")
        assert hp(table) == 20
        table.end("milo")
        assert hp(table) == 18

    def test_damage_comes_before_healing(self, table: Protagonists) -> None:
        over_time(table, healing=5)
        over_time(table, damage=3)
        entry = upkeep(table)
        names = [type(e).__name__ for e in table.told(entry) if isinstance(e, DamageTaken | DamageHealed)]
        assert (names, hp(table)) == (["DamageTaken", "DamageHealed"], 20)

    def test_durations_are_counted_down_after_them(self, table: Protagonists) -> None:
        over_time(table, damage=3, rounds=1)
        kinds = table.kinds(upkeep(table))
        assert kinds.index("DamageTaken") < kinds.index("ConditionEnded")


@pytest.mark.rules("MV-UPK-02")
class TestWhatElseUsesUpkeep:
    @pytest.mark.parametrize("who", ["vera", "ghoul"])
    def test_what_ends_with_it_does(self, table: Protagonists, who: str) -> None:
        ward = Condition(what="warded", until=AtMoment(moment="upkeep"))
        table.let(who, ConditionGained(name="ward", condition=ward))
        upkeep(table)
        assert table.conditions(who) == []

    def test_what_is_due_then_comes_due(self, table: Protagonists) -> None:
        table.play("announce", actor="vera", kind="ritual", what="The candle burns down", due=self.in_rounds(2))
        upkeep(table)
        assert [intent.kind for intent in table.sheet("vera").intents.values()] == ["ritual"]
        upkeep(table)
        assert table.sheet("vera").intents == {}

    def in_rounds(self, count: int) -> dict[str, Any]:
        return {"by": "moment", "moment": "upkeep", "passing": count - 1}

    def test_upkeep_passes_by_everybody_who_takes_no_part(self, table: Protagonists) -> None:
        table.protagonist("far")
        ward = Condition(what="warded", until=AtMoment(moment="upkeep"))
        table.let("far", ConditionGained(name="ward", condition=ward))
        upkeep(table)
        assert table.conditions("far") == ["warded"]


@pytest.mark.rules("MV-UPK-03")
class TestTheCountdown:
    def left(self, table: Protagonists) -> list[int]:
        """How many more Upkeeps go by before each of Vera's conditions ends."""
        anchors = [condition.until for condition in table.sheet("vera").conditions.values()]
        return [part.passing for a in anchors if a is not None for part in parts(a) if isinstance(part, AtMoment)]

    def test_a_duration_drops_by_one(self, table: Protagonists) -> None:
        over_time(table, damage=1, rounds=3)
        counts = [self.left(table)]
        for _ in range(3):
            upkeep(table)
            counts.append(self.left(table))
        assert counts == [[2], [1], [0], []]

    @pytest.mark.parametrize(("rounds", "lost"), [(1, 2), (2, 4), (3, 6), (9, 6)])
    def test_an_effect_over_time_acts_in_as_many_rounds_as_it_lasts(
        self, table: Protagonists, rounds: int, lost: int
    ) -> None:
        over_time(table, damage=2, rounds=rounds)
        for _ in range(3):
            upkeep(table)
        assert hp(table) == 20 - lost

    def test_each_counts_for_itself(self, table: Protagonists) -> None:
        over_time(table, damage=1, rounds=1)
        upkeep(table)
        over_time(table, damage=1, rounds=1)
        over_time(table, healing=1, rounds=2)
        upkeep(table)
        assert self.left(table) == [0]

    def test_what_has_no_duration_goes_on(self, table: Protagonists) -> None:
        over_time(table, damage=1)
        for _ in range(4):
            upkeep(table)
        assert hp(table) == 16

    def test_an_action_with_a_duration_resolves_as_well(self, table: Protagonists) -> None:
        due = UntilFirst(of=(AtMoment(moment="countdown", passing=1),))
        channel = Intent(kind="channel", what="Hold the door", due=due)
        table.let("vera", IntentAnnounced(name="channel", intent=channel))
        upkeep(table)
        assert len(table.sheet("vera").intents) == 1
        upkeep(table)
        assert table.sheet("vera").intents == {}

    def test_out_of_fights_a_round_is_five_seconds(self) -> None:
        table = Protagonists()
        table.protagonist("vera")
        over_time(table, damage=1, rounds=3)
        table.play("advance_clock", seconds=14)
        assert table.conditions("vera") == ["damage_over_time"]
        table.play("advance_clock", seconds=1)
        assert table.conditions("vera") == []

    def test_where_the_encounter_just_stops_five_seconds_are_a_round(self, table: Protagonists) -> None:
        over_time(table, damage=1, rounds=3)
        upkeep(table)
        table.play("end_encounter", force=True)
        table.play("advance_clock", seconds=9)
        assert table.conditions("vera") == ["damage_over_time"]
        table.play("advance_clock", seconds=1)
        assert table.conditions("vera") == []

    def test_what_began_before_the_fight_counts_on_in_it(self) -> None:
        table = Protagonists()
        table.protagonist("vera")
        over_time(table, damage=1, rounds=3)
        table.play("advance_clock", seconds=5)
        table.start(vera=9)
        table.next_round("vera")
        assert table.conditions("vera") == ["damage_over_time"]
        table.end("vera")
        assert (table.conditions("vera"), hp(table)) == ([], 18)


@pytest.mark.rules("MV-UPK-04")
class TestOverTime:
    def test_damage_is_done_at_each_upkeep(self, table: Protagonists) -> None:
        over_time(table, damage=3)
        entry = upkeep(table)
        upkeep(table)
        assert (hp(table), "MV-UPK-04" in table.cited(entry)) == (14, True)

    def test_healing_is_done_at_each_upkeep(self, table: Protagonists) -> None:
        wound(table, "vera", 10)
        over_time(table, healing=4)
        upkeep(table)
        assert hp(table) == 14

    @pytest.mark.parametrize(("lost", "left"), [(3, 20), (4, 20), (5, 19)])
    def test_nobody_is_healed_beyond_their_total(self, table: Protagonists, lost: int, left: int) -> None:
        wound(table, "vera", lost)
        over_time(table, healing=4)
        upkeep(table)
        assert hp(table) == left

    @pytest.mark.parametrize(("before", "left"), [(4, 1), (3, 0), (2, 0)])
    def test_hit_points_do_not_fall_below_0(self, table: Protagonists, before: int, left: int) -> None:
        wound(table, "vera", 20 - before)
        over_time(table, damage=3)
        upkeep(table)
        assert hp(table) == left

    def test_non_player_characters_suffer_it_too(self, table: Protagonists) -> None:
        over_time(table, "ghoul", damage=3)
        upkeep(table)
        assert hp(table, "ghoul") == 17

    def test_the_dead_are_not_healed(self, table: Protagonists) -> None:
        wound(table, "ghoul", 20)
        table.let("ghoul", ConditionGained(name="dead", condition=Condition(what="dead")))
        over_time(table, "ghoul", healing=3)
        upkeep(table)
        assert hp(table, "ghoul") == 0

    @pytest.mark.parametrize("what", [{"damage": 1, "healing": 1}, {"healing": 0}])
    def test_an_effect_over_time_either_harms_or_heals(self, table: Protagonists, what: dict[str, Any]) -> None:
        assert table.refusal("affect_over_time", who="vera", what="Fog", **what).rule == "MV-UPK-04"

    def test_one_that_was_ended_acts_no_more(self, table: Protagonists) -> None:
        over_time(table, damage=3)
        upkeep(table)
        table.play("end_effect", who="vera", effect="damage_over_time")
        upkeep(table)
        assert hp(table) == 17

    def test_only_effects_over_time_are_ended_as_such(self, table: Protagonists) -> None:
        table.let("vera", ConditionGained(name="mark", condition=Condition(what="marked")))
        assert table.refusal("end_effect", who="vera", effect="marked").rule == "not-there"

    def test_without_it_nothing_was_lost(self, table: Protagonists) -> None:
        poisoned = over_time(table, damage=3)
        ended = table.end("vera", "milo")
        assert outcomes(table.undo(poisoned)) == {poisoned: "struck", ended[-1]: "restated"}
        assert hp(table) == 20
