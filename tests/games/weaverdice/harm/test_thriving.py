"""What high morale may be good for where the campaign plays so, and what drugs do to it."""

import pytest

from domain.vocabulary.bodies import Wound, WoundSuffered
from domain.vocabulary.values import PointGained
from tests.games.weaverdice.capes import Capes
from tests.games.weaverdice.fighting import Alley
from tests.games.weaverdice.outfits import Outfitters


def rich(starts_at: int = 2, **options: bool | int) -> Capes:
    """A table with Ramjet, whose days start above neutral and who is about to wake up."""
    table = Capes(**options)
    table.cape("ramjet", athletics=4, guts=2)
    table.play("settle_in", who="ramjet", situation="a penthouse", starts_at=starts_at)
    table.play("end_day", who=["ramjet"])
    return table


def wake(table: Capes, *pools: str) -> int:
    name = table.ref("ramjet").partition("/")[2]
    responses = {f"morale-dot/{name}/{number}": pool for number, pool in enumerate(pools, start=1)}
    return table.play("start_day", who=["ramjet"], responses=responses)


def breathe(table: Capes) -> None:
    table.play("catch_breath", who="ramjet")


def offers(table: Capes, entry: int) -> list[str]:
    stored = table.ledger.store.entry(table.campaign_id, entry)
    assert stored is not None
    return [offer.key for offer in stored.header.offers]


def turn_in(table: Capes, dice: int = 4) -> int:
    return table.play("end_day", who=["ramjet"], dice={"evening/ramjet": [1] * dice})


@pytest.mark.rules("WD-OPT-07", "WD-RULING-127")
class TestDotsOfMorale:
    @pytest.mark.parametrize(("starts_at", "dots"), [(1, (4, 4, 2)), (2, (4, 4, 3)), (3, (4, 4, 4))])
    def test_each_step_above_neutral_is_a_dot_of_a_pool_the_player_picks(
        self, starts_at: int, dots: tuple[int, int, int]
    ) -> None:
        table = rich(starts_at, morale_effort=True)
        wake(table, *("focus", "recovery", "recovery")[:starts_at])
        assert table.dots("ramjet") == dots

    @pytest.mark.parametrize("starts_at", [0, -2])
    def test_at_neutral_or_below_there_is_none(self, starts_at: int) -> None:
        table = rich(starts_at, morale_effort=True)
        wake(table)
        assert table.dots("ramjet") == (4, 3, 2)

    def test_without_the_option_there_is_none(self) -> None:
        table = rich(3)
        wake(table)
        assert table.dots("ramjet") == (4, 3, 2)

    def test_each_choice_is_the_player_s(self) -> None:
        table = rich(morale_effort=True)
        wake(table)
        (question,) = table.campaign().questions.values()
        assert (question.owner, question.options) == ("ana", ("stamina", "focus", "recovery"))

    def test_spent_it_does_not_come_back_when_the_encounter_ends(self) -> None:
        table = rich(1, morale_effort=True)
        wake(table, "recovery")
        table.play("spend_effort", who="ramjet", pool="recovery", dots=3)
        breathe(table)
        assert table.dots("ramjet")[2] == 1

    def test_the_other_dots_of_its_pool_are_spent_first(self) -> None:
        table = rich(1, morale_effort=True)
        wake(table, "recovery")
        table.play("spend_effort", who="ramjet", pool="recovery", dots=2)
        breathe(table)
        assert table.dots("ramjet")[2] == 2

    def test_exhaustion_takes_a_dot_as_if_it_did_not_exist(self) -> None:
        table = rich(1, morale_effort=True)
        wake(table, "stamina")
        table.play("spend_effort", who="ramjet", pool="stamina", dots=5)
        breathe(table)
        assert table.value("ramjet", "tracks.stamina.maximum") == 3

    def test_unspent_it_ends_with_the_day(self) -> None:
        table = rich(1, morale_effort=True)
        wake(table, "focus")
        turn_in(table, 3)
        assert table.dots("ramjet") == (4, 3, 2)

    def test_the_next_day_s_dots_are_picked_anew(self) -> None:
        table = rich(1, morale_effort=True)
        wake(table, "focus")
        turn_in(table, 3)
        table.play("sleep", who=["ramjet"])
        wake(table, "stamina")
        assert table.dots("ramjet") == (5, 3, 2)


@pytest.mark.rules("WD-OPT-08")
class TestHealthAndRecovery:
    def test_each_step_is_so_many_wound_slots_for_the_day(self) -> None:
        table = rich(2, morale_health=1)
        wake(table)
        assert table.value("ramjet", "slots.wounds") == 4
        turn_in(table)
        table.play("move_morale", who="ramjet", by=-2)
        table.play("settle_in", who="ramjet", situation="a cellar", starts_at=0)
        wake(table)
        assert table.value("ramjet", "slots.wounds") == 2

    def test_each_step_is_so_many_dots_of_recovery(self) -> None:
        table = rich(2, morale_recovery=2)
        wake(table)
        assert table.dots("ramjet") == (4, 3, 6)

    def test_by_default_it_is_worth_neither(self) -> None:
        table = rich(3)
        wake(table)
        assert (table.value("ramjet", "slots.wounds"), table.dots("ramjet")) == (2, (4, 3, 2))


@pytest.mark.rules("WD-OPT-08")
class TestRerolls:
    def fight(self, morale: int, cost: int = 2) -> Alley:
        table = Alley(morale_rerolls=cost)
        table.cape("ramjet", morale=morale)
        table.begin("ramjet", ramjet=1)
        return table

    def roll(self, table: Capes, again: int = 0) -> int:
        dice = {"check": [1], **({"check/reroll": [again]} if again else {})}
        responses = {"check/reroll": "yes"} if again else {}
        return table.play("check", who="ramjet", stat="wits", dice=dice, responses=responses)

    def test_in_a_fight_steps_of_morale_roll_again(self) -> None:
        table = self.fight(3)
        assert f"reroll/check/{table.ref('ramjet')}" in offers(table, self.roll(table))
        assert table.outcomes_of(self.roll(table, again=6))["check/reroll"] == "success"
        assert table.current("ramjet", "morale") == 1

    def test_too_few_steps_do_not(self) -> None:
        table = self.fight(1)
        entry = self.roll(table)
        assert "check/reroll" not in offers(table, entry)

    def test_outside_of_fights_nothing_is_rolled_again(self) -> None:
        table = Capes(morale_rerolls=1)
        table.cape("ramjet", morale=3)
        assert "check/reroll" not in offers(table, self.roll(table))


@pytest.mark.rules("WD-OPT-08")
class TestGoodEvenings:
    @pytest.mark.parametrize(("morale", "bonus"), [(0, 0), (1, 2)])
    def test_work_in_downtime_gains_by_good_morale(self, morale: int, bonus: int) -> None:
        table = Capes(thriving_work=2)
        table.cape("ramjet", morale=morale)
        table.play("end_day", who=["ramjet"], dice={"evening/ramjet": [1, 1, 1]} if morale else {})
        assert table.value("ramjet", "morale.work") == bonus

    @pytest.mark.parametrize(("morale", "progress"), [(0, 3), (1, 5)])
    def test_such_as_a_repair(self, morale: int, progress: int) -> None:
        table = Outfitters(thriving_work=2)
        table.play("move_morale", who="ramjet", by=morale)
        icon = table.wear("icon")
        table.damage(icon)
        table.play("end_day", who=["ramjet"], dice={"evening/ramjet": [1, 1, 1]} if morale else {})
        table.play("repair", who="ramjet", item=icon, dice={"repair": [3]})
        assert [task.progress for task in table.sheet("ramjet").tasks.values()] == [progress]

    def test_the_next_evening_decides_anew(self) -> None:
        table = Capes(thriving_work=2)
        table.cape("ramjet", morale=1)
        turn_in(table, 3)
        table.play("start_day", who=["ramjet"])
        table.play("end_day", who=["ramjet"])
        assert table.value("ramjet", "morale.work") == 0

    @pytest.mark.parametrize(
        ("morale", "healing", "left"),
        [(1, 1, ["body/2: moderate"]), (1, 2, []), (1, 0, ["body/1: lesser", "body/2: moderate"]),
         (0, 2, ["body/1: lesser", "body/2: moderate"])],
    )  # fmt: skip
    def test_as_many_wounds_as_the_option_says_heal_the_mildest_first(
        self, morale: int, healing: int, left: list[str]
    ) -> None:
        table = Capes(thriving_healing=healing)
        table.cape("ramjet", morale=morale)
        for number, severity in enumerate(("lesser", "moderate"), start=1):
            wound = Wound(severity=severity, slot=f"body/{number}")
            table.let("ramjet", WoundSuffered(name=f"cut-{number}", wound=wound))
        table.play("sleep", who=["ramjet"], dice={"evening/ramjet": [1, 1, 1]} if morale else {})
        assert table.wounds("ramjet") == left


@pytest.mark.rules("WD-MOR-11")
class TestDrugs:
    @pytest.fixture
    def table(self) -> Capes:
        table = Capes()
        table.cape("ramjet")
        table.let("ramjet", PointGained(name="money", amount=100))
        return table

    def test_a_dose_raises_morale_at_once(self, table: Capes) -> None:
        table.play("take_drug", who="ramjet", drug="Glow", raises=2)
        assert table.current("ramjet", "morale") == 2

    def test_each_dose_is_dearer_than_the_one_before(self, table: Capes) -> None:
        left = []
        for _ in range(3):
            table.play("take_drug", who="ramjet", drug="Glow", price=20, dearer=10)
            left.append(table.current("ramjet", "money"))
        assert left == [80, 50, 10]

    def test_who_cannot_pay_gets_none(self, table: Capes) -> None:
        assert table.refusal("take_drug", who="ramjet", drug="Glow", price=101).rule == "WD-MOR-11"

    def test_a_drug_lowers_where_the_day_starts(self, table: Capes) -> None:
        table.play("take_drug", who="ramjet", drug="Glow", raises=2, lowers_start=1)
        table.play("freeform.call_moment", moment="day_start", subject="ramjet")
        assert table.current("ramjet", "morale") == -1

    def test_stimulants_make_the_slot_easier_at_a_cost_in_health(self, table: Capes) -> None:
        table.play("take_drug", who="ramjet", drug="Speed", raises=1, evening_dice=2, harm="lesser")
        rolled = table.last_roll(turn_in(table, 5))
        assert (len(rolled.dice), table.wounds("ramjet")) == (5, ["body/1: lesser"])

    @pytest.mark.parametrize(("numbs", "outcome"), [(0, "failure"), (1, "failure"), (2, "success")])
    def test_numbing_ones_lift_the_cap(self, table: Capes, numbs: int, outcome: str) -> None:
        table.play("take_drug", who="ramjet", drug="Calm", numbs=numbs)
        table.play("move_morale", who="ramjet", by=-3)
        entry = table.play("check", who="ramjet", stat="wits", target=6, dice={"check": [6]})
        assert table.outcomes_of(entry)["check"] == outcome

    @pytest.mark.parametrize(("by_enemy", "left"), [(True, -1), (False, -2)])
    def test_a_drug_may_make_morale_harder_to_move_for_enemies(self, table: Capes, by_enemy: bool, left: int) -> None:
        table.play("take_drug", who="ramjet", drug="Calm", steadies=1)
        table.play("move_morale", who="ramjet", by=-2, by_enemy=by_enemy)
        assert table.current("ramjet", "morale") == left

    def test_the_next_day_that_has_worn_off(self, table: Capes) -> None:
        table.play("take_drug", who="ramjet", drug="Calm", steadies=1, numbs=1, evening_dice=1)
        table.play("pass_night", who=["ramjet"])
        assert [table.value("ramjet", f"morale.{what}") for what in ("steadiness", "numbness", "evening")] == [0, 0, 0]

    def test_without_the_first_dose_the_second_is_cheaper(self, table: Capes) -> None:
        first = table.play("take_drug", who="ramjet", drug="Glow", price=20, dearer=10)
        table.play("take_drug", who="ramjet", drug="Glow", price=20, dearer=10)
        table.undo(first)
        assert table.current("ramjet", "money") == 80
