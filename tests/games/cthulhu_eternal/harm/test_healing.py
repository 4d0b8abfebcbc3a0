"""First aid, and bringing back the dead."""

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.history.plan import RevisionRefused
from systems.cthulhu_eternal.harm.healing import BARRED, HEALING
from tests.games.cthulhu_eternal.harming import HIGH, LOW, Ward


@pytest.fixture
def table() -> Ward:
    """The doctor's First Aid is 50%."""
    return Ward()


def aid(table: Ward, roll: int, *healing: int, **more: Any) -> int:
    """The doctor gives Edith first aid, or tries to."""
    label = "stabilization-fumble/edith" if roll > 50 else "stabilization/edith"
    dice = {"first-aid": [roll], **({label: list(healing)} if healing else {}), **more.pop("dice", {})}
    return table.play("first_aid", as_player="ana", who="doctor", patient="edith", dice=dice, **more)


@pytest.mark.rules("CE-HEAL-01")
def test_there_are_four_kinds_of_healing() -> None:
    assert sorted(HEALING.kinds) == ["recuperation", "resuscitation", "stabilization", "treatment"]


@pytest.mark.rules("CE-HEAL-01")
@pytest.mark.parametrize("word", ["first_aid", "resuscitate", "treat", "recuperate"])
def test_each_has_its_command(table: Ward, word: str) -> None:
    assert "CE-HEAL-01" in table.system.kinds[f"cthulhu-eternal.{word}"].rules


@pytest.mark.rules("CE-HEAL-06")
class TestFirstAid:
    @pytest.mark.parametrize("rolled", [1, 4])
    def test_a_success_heals_1d4(self, table: Ward, rolled: int) -> None:
        table.hurt(6)
        aid(table, 50, rolled)
        assert table.hp("edith") == 4 + rolled

    def test_a_critical_twice_as_much(self, table: Ward) -> None:
        table.hurt(7)
        aid(table, 44, 3)
        assert table.hp("edith") == 9

    def test_a_failure_does_nothing(self, table: Ward) -> None:
        table.hurt(6)
        aid(table, 51)
        assert table.hp("edith") == 4

    def test_a_fumble_costs_1d4(self, table: Ward) -> None:
        table.hurt(3)
        aid(table, 55, 4)
        assert table.hp("edith") == 3

    @pytest.mark.rules("CE-DMG-10")
    def test_bug_a_fumble_may_injure(self, table: Ward) -> None:
        table.hurt(7)
        aid(table, 99, 1, dice={"injury/edith": [LOW]})
        assert (table.hp("edith"), table.conditions("edith")) == (2, ["unconscious"])

    def test_a_fumble_may_kill(self, table: Ward) -> None:
        table.hurt(7)
        aid(table, 100, 3)
        assert table.conditions("edith") == ["dead"]

    def test_ones_own_wounds_as_well(self, table: Ward) -> None:
        table.hurt(3)
        table.play("first_aid", who="edith", patient="edith", dice={"first-aid": [LOW], "stabilization/edith": [2]})
        assert table.hp("edith") == 9

    def test_circumstances_count(self, table: Ward) -> None:
        table.hurt(3)
        assert table.target(aid(table, HIGH, modifier=-20)) == 30

    def test_first_aid_is_the_turns_action(self, table: Ward) -> None:
        table.play("begin_fight", who=["edith", "doctor"])
        table.hurt(3)
        aid(table, HIGH)
        assert table.refusal("aim", who="doctor").rule == "CE-TURN-05"


@pytest.mark.rules("CE-HEAL-06", "CE-RULING-16")
class TestTheUnhurt:
    def test_are_refused_first_aid(self, table: Ward) -> None:
        refusal = table.refusal("first_aid", who="doctor", patient="edith")
        assert refusal.rule == "CE-HEAL-06"

    def test_things_are_refused_first_aid(self, table: Ward) -> None:
        table.thing("door", hp=8)
        table.struck(3, who="door")
        assert "thing" in str(table.refusal("first_aid", who="doctor", patient="door"))

    def test_nobody_is_healed_beyond_what_they_had(self, table: Ward) -> None:
        table.hurt(1)
        aid(table, LOW, 4)
        assert table.hp("edith") == 10

    def test_without_the_wound_there_was_nothing_to_tend(self, table: Ward) -> None:
        wound = table.hurt(3)
        given = aid(table, LOW, 2)
        with pytest.raises(RevisionRefused, match=str(given)):
            table.undo(wound)


@pytest.mark.rules("CE-HEAL-07")
class TestOnlyOnce:
    @pytest.mark.parametrize(("roll", "healing"), [(LOW, [1]), (HIGH, [])])
    def test_whether_it_succeeded_or_failed(self, table: Ward, roll: int, healing: list[int]) -> None:
        table.hurt(6)
        aid(table, roll, *healing)
        assert table.refusal("first_aid", who="doctor", patient="edith").rule == "CE-HEAL-07"

    def test_first_aid_is_given_only_once_by_whomever(self, table: Ward) -> None:
        table.hurt(6)
        aid(table, HIGH)
        assert table.refusal("first_aid", who="ghoul", patient="edith").rule == "CE-HEAL-07"

    def test_until_they_are_hurt_again(self, table: Ward) -> None:
        table.hurt(3)
        aid(table, HIGH)
        table.hurt(1)
        aid(table, LOW, 2)
        assert table.hp("edith") == 8

    def test_first_aid_is_given_again_only_after_the_next_harm(self, table: Ward) -> None:
        for _ in range(3):
            table.hurt(1)
            aid(table, HIGH)
        assert table.refusal("first_aid", who="doctor", patient="edith").rule == "CE-HEAL-07"

    @pytest.mark.rules("CE-RULING-16")
    def test_what_the_fumble_costs_does_not_open_it_again(self, table: Ward) -> None:
        table.hurt(3)
        aid(table, 55, 1)
        assert table.refusal("first_aid", who="doctor", patient="edith").rule == "CE-HEAL-07"

    @pytest.mark.rules("CE-RULING-51")
    def test_a_hit_that_armor_stops_does_not_either(self, table: Ward) -> None:
        table.hurt(3)
        aid(table, HIGH)
        table.play("outfit", who="edith", what="kevlar vest")
        table.struck(3)
        assert table.refusal("first_aid", who="doctor", patient="edith").rule == "CE-HEAL-07"

    def test_undone_it_may_be_tried(self, table: Ward) -> None:
        table.hurt(6)
        table.undo(aid(table, HIGH))
        aid(table, LOW, 2)
        assert table.hp("edith") == 6

    def test_when_the_second_wound_is_struck_the_second_aid_has_no_place(self, table: Ward) -> None:
        table.hurt(3)
        aid(table, HIGH)
        wound = table.hurt(1)
        second = aid(table, LOW, 2)
        with pytest.raises(RevisionRefused, match=str(second)):
            table.undo(wound)


@pytest.fixture
def dead(table: Ward) -> Ward:
    """Edith died at the beginning, and may be resuscitated. She has CON 10."""
    table.hurt(10)
    table.play("allow_resuscitation", who="edith")
    return table


def revive(table: Ward, roll: int, *restored: int, injury: int | None = LOW, choice: str = "", **more: Any) -> int:
    """The doctor tries to bring Edith back; the `choice` of an injury is the game master's."""
    dice = {"resuscitation": [roll]}
    if restored:
        dice |= {"restored/edith": list(restored)} | ({"injury/edith": [injury]} if injury else {})
    answers = {"injury/edith": choice} if choice else {}
    return table.play(
        "resuscitate",
        as_player="" if choice else "ana",
        who="doctor",
        patient="edith",
        dice=dice,
        responses=answers,
        **more,
    )


@pytest.mark.rules("CE-HEAL-02")
class TestWhetherItIsPossible:
    def test_the_game_master_says(self, table: Ward) -> None:
        table.hurt(10)
        assert table.refusal("resuscitate", who="doctor", patient="edith").rule == "CE-HEAL-02"

    def test_on_record(self, table: Ward) -> None:
        table.hurt(10)
        entry = table.play("allow_resuscitation", who="edith", because="the lake was frozen")
        assert "CE-HEAL-02" in table.cited(entry)

    def test_for_that_death_only(self, dead: Ward) -> None:
        revive(dead, LOW, 2)
        dead.hurt(2)
        assert dead.refusal("resuscitate", who="doctor", patient="edith").rule == "CE-HEAL-02"

    def test_players_do_not(self, table: Ward) -> None:
        table.hurt(10)
        assert table.forbidden("allow_resuscitation", as_player="ana", who="edith")

    def test_the_living_are_not_resuscitated(self, table: Ward) -> None:
        assert "lives" in str(table.refusal("resuscitate", who="doctor", patient="edith"))


@pytest.mark.rules("CE-HEAL-03", "CE-RULING-17")
class TestInTime:
    def test_a_resuscitation_is_a_first_aid_test(self, dead: Ward) -> None:
        assert dead.target(revive(dead, LOW, 3)) == 50

    def test_in_the_minute_of_ones_con_it_is_still_time(self, dead: Ward) -> None:
        dead.minutes(10)
        revive(dead, LOW, 3)
        assert dead.hp("edith") == 3

    def test_a_second_later_it_is_too_late(self, dead: Ward) -> None:
        dead.play("freeform.advance_clock", seconds=601)
        assert dead.refusal("resuscitate", who="doctor", patient="edith").rule == "CE-HEAL-03"

    def test_without_the_time_it_would_not_be(self, dead: Ward) -> None:
        passed = dead.minutes(11)
        dead.undo(passed)
        revive(dead, LOW, 3)
        assert dead.hp("edith") == 3


@pytest.mark.rules("CE-HEAL-04")
class TestBack:
    @pytest.mark.parametrize("rolled", [3, 4])
    def test_with_1d4_hit_points(self, dead: Ward, rolled: int) -> None:
        revive(dead, LOW, rolled)
        assert (dead.hp("edith"), dead.conditions("edith")) == (rolled, [])

    def test_with_twice_as_many_after_a_critical(self, dead: Ward) -> None:
        revive(dead, 22, 4)
        assert dead.hp("edith") == 8

    @pytest.mark.rules("CE-RULING-17")
    @pytest.mark.parametrize("rolled", [1, 2])
    def test_with_2_or_fewer_they_are_unconscious(self, dead: Ward, rolled: int) -> None:
        revive(dead, LOW, rolled)
        assert dead.conditions("edith") == ["unconscious"]

    @pytest.mark.rules("CE-DMG-10", "CE-RULING-13")
    def test_the_test_that_was_owed_is_made_now(self, dead: Ward) -> None:
        revive(dead, LOW, 4, injury=92, choice="dex")
        assert dead.value("edith", "attributes.dex") == 8
        assert not dead.sheet("edith").tasks

    @pytest.mark.rules("CE-RULING-54")
    def test_first_aid_may_follow(self, dead: Ward) -> None:
        revive(dead, LOW, 3)
        aid(dead, LOW, 2)
        assert dead.hp("edith") == 5

    @pytest.mark.rules("CE-RULING-54")
    def test_unless_it_was_given_between_the_last_harm_and_the_death(self, table: Ward) -> None:
        table.hurt(7)
        aid(table, 66, 3)
        table.play("allow_resuscitation", who="edith")
        revive(table, LOW, 3)
        assert table.refusal("first_aid", who="doctor", patient="edith").rule == "CE-HEAL-07"

    def test_when_the_death_is_struck_the_attempt_has_no_place(self, table: Ward) -> None:
        death = table.hurt(10)
        allowed = table.play("allow_resuscitation", who="edith")
        tried = revive(table, LOW, 3)
        with pytest.raises(RevisionRefused, match=f"{allowed}|{tried}"):
            table.undo(death)


@pytest.mark.rules("CE-HEAL-05", "CE-RULING-17")
class TestTooLate:
    @pytest.mark.parametrize("roll", [51, 55, 100])
    def test_a_failure_makes_the_death_final(self, dead: Ward, roll: int) -> None:
        entry = revive(dead, roll)
        assert "CE-HEAL-05" in dead.cited(entry)
        assert dead.refusal("resuscitate", who="ghoul", patient="edith").rule == "CE-HEAL-05"

    def test_a_fumble_does_no_more_than_that(self, dead: Ward) -> None:
        revive(dead, 100)
        assert (dead.hp("edith"), dead.conditions("edith")) == (0, ["dead"])

    def test_when_the_first_attempt_is_struck_a_second_works(self, dead: Ward) -> None:
        dead.undo(revive(dead, HIGH))
        revive(dead, LOW, 3)
        assert dead.conditions("edith") == []


@pytest.mark.rules("CE-HEAL-03")
def test_the_dead_get_no_first_aid(dead: Ward) -> None:
    assert dead.refusal("first_aid", who="doctor", patient="edith").rule == "CE-HEAL-03"


@pytest.mark.rules("CE-DIS-04")
def test_what_bars_healing_bars_first_aid(table: Ward) -> None:
    table.hurt(5)
    table.suffer("edith", BARRED)
    aid(table, LOW, 4)
    assert table.hp("edith") == 5


@pytest.mark.rules("CE-HEAL-06")
def test_the_aid_heals_again_what_is_left_when_a_blow_was_lighter(table: Ward) -> None:
    blow = table.hurt(6)
    given = aid(table, LOW, 4)
    plan = table.amend(blow, "hurt", who="edith", amount=2)
    assert given in outcomes(plan)
    assert table.hp("edith") == 10
