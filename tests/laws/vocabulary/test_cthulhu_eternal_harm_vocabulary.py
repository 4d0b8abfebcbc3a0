"""Permanent injuries and first aid in Cthulhu Eternal, on the shared vocabulary."""

import pytest

from domain.events.values import AttributeRaised
from domain.history.plan import RevisionRefused
from tests.laws.vocabulary.cthulhu_eternal_rules import at_the_table, protagonist
from tests.laws.vocabulary.table import Table, outcomes


@pytest.fixture
def table() -> Table:
    """Ana and Doc, with 10 Hit Points each."""
    table = at_the_table()
    for who in ("ana", "doc"):
        protagonist(table, who)
    return table


def hurt(table: Table, amount: int, test: int = 0, stat: str = "con") -> int:
    """Ana is hurt; `test` is what the CON x5 test showed where there is one."""
    return table.play(
        "hurt", who="ana", amount=amount, dice={"injury/ana": [test]} if test else {}, responses={"stat/ana": stat}
    )


def hp(table: Table) -> int:
    return table.sheet("ana").tracks["hp"].current


def suffers(table: Table) -> list[str]:
    return [condition.what for condition in table.sheet("ana").conditions.values()]


@pytest.mark.rules("CE-DMG-10")
class TestPermanentInjury:
    @pytest.mark.parametrize(("amount", "tested"), [(7, False), (8, True), (9, True)])
    def test_at_two_hit_points_or_fewer_a_con_test_is_made(self, table: Table, amount: int, tested: bool) -> None:
        entry = hurt(table, amount, test=20 if tested else 0)
        assert ("Rolled" in table.kinds(entry), hp(table)) == (tested, 10 - amount)

    def test_each_time_one_is_reduced_there_is_a_test(self, table: Table) -> None:
        hurt(table, 8, test=20)
        assert "Rolled" in table.kinds(hurt(table, 1, test=20))

    @pytest.mark.parametrize(("roll", "con"), [(50, 10), (51, 9), (63, 7), (80, 3), (99, 3)])
    def test_failed_it_lowers_a_stat_for_good_by_the_lower_die(self, table: Table, roll: int, con: int) -> None:
        hurt(table, 8, test=roll)
        assert table.value("ana", "attributes.con") == con

    def test_the_game_master_says_which(self, table: Table) -> None:
        hurt(table, 8, test=64, stat="dex")
        assert (table.value("ana", "attributes.dex"), table.value("ana", "attributes.con")) == (6, 10)

    def test_until_the_game_master_has_said_it_waits(self, table: Table) -> None:
        deed = table.play("hurt", who="ana", amount=8, dice={"injury/ana": [64]})
        assert [question.owner for question in table.fight("cellar").questions.values()] == ["gm"]
        table.play("freeform.answer", deed=deed, key="stat/ana", choice="pow")
        assert table.value("ana", "attributes.pow") == 6

    def test_an_answer_that_was_another_after_all_is_a_revision(self, table: Table) -> None:
        entry = hurt(table, 8, test=64, stat="dex")
        assert outcomes(table.answer_late(entry, {"stat/ana": "con"})) == {entry: "restated"}
        assert (table.value("ana", "attributes.dex"), table.value("ana", "attributes.con")) == (10, 6)

    def test_hit_points_follow_the_stat(self, table: Table) -> None:
        hurt(table, 8, test=63)
        assert table.value("ana", "tracks.hp.maximum") == 9

    def test_the_next_test_is_made_with_what_is_left(self, table: Table) -> None:
        hurt(table, 8, test=63)
        hurt(table, 1, test=36, stat="str")
        assert table.value("ana", "attributes.str") == 7

    @pytest.mark.parametrize(("amount", "owed"), [(9, 0), (10, 1)])
    def test_for_the_dead_it_is_owed(self, table: Table, amount: int, owed: int) -> None:
        hurt(table, amount, test=0 if owed else 20)
        assert len(table.sheet("ana").tasks) == owed

    def test_who_lives_again_has_it_then(self, table: Table) -> None:
        hurt(table, 10)
        assert suffers(table) == ["dead"]
        dice = {"first-aid": [30], "healing": [4], "injury/ana": [63]}
        table.play("resuscitate", who="doc", patient="ana", dice=dice, responses={"stat/ana": "con"})
        assert (hp(table), table.value("ana", "attributes.con"), table.sheet("ana").tasks) == (4, 7, {})

    def test_it_is_owed_no_longer_than_the_death_lasts(self, table: Table) -> None:
        hurt(table, 10)
        table.play("resuscitate", who="doc", patient="ana", dice={"first-aid": [70]})
        assert len(table.sheet("ana").tasks) == 1
        table.play("resuscitate", who="doc", patient="ana", dice={"first-aid": [30], "healing": [1], "injury/ana": [9]})
        assert table.sheet("ana").tasks == {}

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        entries = [hurt(table, 8, test=63), hurt(table, 2)]
        dice = {"first-aid": [30], "healing": [4], "injury/ana": [20]}
        table.check_undo(*entries, table.play("resuscitate", who="doc", patient="ana", dice=dice))

    def test_less_hurt_before_there_was_no_test(self, table: Table) -> None:
        first, second = hurt(table, 3), hurt(table, 5, test=64)
        assert table.value("ana", "attributes.con") == 6
        assert outcomes(table.undo(first)) == {first: "struck", second: "restated"}
        assert (hp(table), table.value("ana", "attributes.con"), suffers(table)) == (5, 10, [])

    def test_with_more_con_the_same_dice_succeed(self, table: Table) -> None:
        weaker = table.let("ana", AttributeRaised(name="con", amount=-2))
        entry = hurt(table, 8, test=43)
        assert table.value("ana", "attributes.con") == 5
        assert outcomes(table.undo(weaker)) == {weaker: "struck", entry: "restated"}
        assert table.value("ana", "attributes.con") == 10


@pytest.mark.rules("CE-HEAL-07")
class TestFirstAid:
    def aid(self, table: Table, roll: int, **dice: int) -> int:
        given = {"first-aid": [roll], **{label: [die] for label, die in dice.items()}}
        return table.play("first_aid", who="doc", patient="ana", dice=given)

    @pytest.mark.parametrize(("roll", "dice", "left"), [(30, {"healing": 3}, 8), (70, {}, 5), (33, {"healing": 2}, 9)])
    def test_after_an_attempt_it_is_of_no_use_success_or_not(
        self, table: Table, roll: int, dice: dict[str, int], left: int
    ) -> None:
        hurt(table, 5)
        self.aid(table, roll, **dice)
        assert hp(table) == left
        assert table.refusal("first_aid", who="doc", patient="ana").rule == "CE-HEAL-07"

    def test_when_one_is_hurt_again_it_is(self, table: Table) -> None:
        hurt(table, 5)
        self.aid(table, 70)
        hurt(table, 1)
        self.aid(table, 30, healing=3)
        assert hp(table) == 7
        assert table.refusal("first_aid", who="doc", patient="ana").rule == "CE-HEAL-07"

    def test_damage_that_armor_takes_is_no_damage(self, table: Table) -> None:
        table.let("ana", AttributeRaised(name="armor", amount=2))
        hurt(table, 7)
        self.aid(table, 70)
        hurt(table, 2)
        assert table.refusal("first_aid", who="doc", patient="ana").rule == "CE-HEAL-07"
        hurt(table, 3)
        self.aid(table, 30, healing=1)
        assert hp(table) == 5

    def test_what_a_fumble_does_does_not_open_it_again(self, table: Table) -> None:
        hurt(table, 4)
        self.aid(table, 99, fumble=2)
        assert hp(table) == 4
        assert table.refusal("first_aid", who="doc", patient="ana").rule == "CE-HEAL-07"

    def test_somebody_else_s_first_aid_is_first_aid(self, table: Table) -> None:
        protagonist(table, "bo")
        hurt(table, 4)
        self.aid(table, 70)
        assert table.refusal("first_aid", who="bo", patient="ana").rule == "CE-HEAL-07"

    def test_each_patient_has_their_own(self, table: Table) -> None:
        hurt(table, 4)
        self.aid(table, 70)
        table.play("hurt", who="doc", amount=3)
        table.play("first_aid", who="ana", patient="doc", dice={"first-aid": [30], "healing": [2]})
        assert table.sheet("doc").tracks["hp"].current == 9

    def test_who_is_not_hurt_needs_none(self, table: Table) -> None:
        assert table.refusal("first_aid", who="doc", patient="ana").rule == "CE-HEAL-06"

    def test_a_resuscitation_is_another_matter(self, table: Table) -> None:
        hurt(table, 10)
        table.play("resuscitate", who="doc", patient="ana", dice={"first-aid": [30], "healing": [3], "injury/ana": [9]})
        self.aid(table, 30, healing=2)
        assert hp(table) == 5

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        entries = [hurt(table, 5), self.aid(table, 30, healing=1), hurt(table, 1)]
        table.check_undo(*entries, self.aid(table, 70))

    def test_without_the_first_attempt_the_second_still_stands(self, table: Table) -> None:
        hurt(table, 5)
        first = self.aid(table, 30, healing=1)
        again, second = hurt(table, 1), self.aid(table, 30, healing=3)
        assert hp(table) == 8
        assert outcomes(table.undo(first)) == {first: "struck", again: "restated", second: "restated"}
        assert (hp(table), table.sheet("ana").uses["first-aid"].count) == (7, 1)

    def test_without_the_new_wound_the_second_attempt_was_of_no_use(self, table: Table) -> None:
        hurt(table, 5)
        self.aid(table, 30, healing=1)
        again, second = hurt(table, 1), self.aid(table, 30, healing=3)
        with pytest.raises(RevisionRefused) as refused:
            table.undo(again)
        (conflict,) = refused.value.plan.conflicts
        assert (conflict.entry, conflict.refusal and conflict.refusal.rule) == (second, "CE-HEAL-07")
        table.undo(again, policy="cascade")
        assert hp(table) == 6
