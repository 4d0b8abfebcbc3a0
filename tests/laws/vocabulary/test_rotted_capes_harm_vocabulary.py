"""Interrupted actions, continuous damage, death and plot points in Rotted Capes, on the shared vocabulary."""

import pytest

from api.testing.table import Dice, Table, outcomes
from domain.components.anchors import AtMoment
from domain.components.creature import Condition
from domain.events import Event
from domain.events.body import ConditionEnded, ConditionGained
from domain.events.log import Noted, Rolled
from domain.events.values import AttributeRaised, DamageHealed, PointGained
from domain.history.plan import RevisionRefused
from tests.laws.vocabulary.rotted_capes_rules import at_the_table, fight, hero, next_turn


@pytest.fixture
def table() -> Table:
    """Stepaside with 30 stamina, 3 wounds and a plot point, and Maul, a villain."""
    table = at_the_table()
    hero(table, "stepaside")
    hero(table, "maul", owner="", plot=0)
    return table


def pool(table: Table, track: str, who: str = "stepaside") -> int:
    return table.sheet(who).tracks[track].current


def states(table: Table, who: str = "stepaside") -> list[str]:
    return sorted(condition.what for condition in table.sheet(who).conditions.values())


def harm(table: Table, stamina: int = 0, wounds: int = 0, dice: Dice | None = None, **responses: str) -> int:
    answers = {f"escape-death/{who}": choice for who, choice in responses.items()}
    return table.play("harm", target="stepaside", stamina=stamina, wounds=wounds, dice=dice, responses=answers)


def effects(events: list[Event]) -> list[object]:
    return [event.data["what"] for event in events if isinstance(event, Noted)]


class Charging:
    """A power that takes until the start of the next turn, and costs 3 burnout."""

    @pytest.fixture(autouse=True)
    def begun(self, table: Table) -> None:
        fight(table, stepaside=15, maul=10)
        next_turn(table)
        self.entry = table.play("demanding", who="stepaside", what="geospatial shift", burnout=3)


@pytest.mark.rules("RC-DEM-08")
class TestInterruptions(Charging):
    def test_it_is_still_under_way_when_others_act(self, table: Table) -> None:
        assert effects(table.told(next_turn(table))) == []
        assert (len(table.sheet("stepaside").intents), states(table)) == (1, ["exposed"])

    def test_it_comes_about_at_the_start_of_the_next_turn(self, table: Table) -> None:
        next_turn(table)
        assert effects(table.told(next_turn(table))) == ["geospatial shift"]
        assert (table.sheet("stepaside").intents, states(table)) == ({}, [])

    @pytest.mark.parametrize(
        ("stamina", "wounds", "dc"),
        [(1, 0, 10), (21, 0, 10), (22, 0, 11), (23, 0, 11), (0, 1, 25), (29, 1, 25)],
    )
    def test_the_save_is_against_half_the_damage_at_least_ten_and_twenty_five_for_a_wound(
        self, table: Table, stamina: int, wounds: int, dc: int
    ) -> None:
        told = table.told(harm(table, stamina, wounds, {"keep-going": [20]}))
        assert [event.target for event in told if isinstance(event, Rolled)] == [dc]

    @pytest.mark.parametrize(("die", "goes_on"), [(7, False), (8, True), (9, True)])
    def test_the_save_is_a_constitution_save(self, table: Table, die: int, goes_on: bool) -> None:
        harm(table, 10, dice={"keep-going": [die]})
        assert bool(table.sheet("stepaside").intents) == goes_on

    def test_every_event_calls_for_its_own_save(self, table: Table) -> None:
        for _ in range(2):
            harm(table, 5, dice={"keep-going": [15]})
        assert table.sheet("stepaside").intents
        harm(table, 5, dice={"keep-going": [2]})
        next_turn(table)
        assert effects(table.told(next_turn(table))) == []

    def test_an_action_that_is_not_interruptible_calls_for_none(self, table: Table) -> None:
        table.play("demanding", who="maul", what="headshot", interruptible=False)
        assert "Rolled" not in table.kinds(table.play("harm", target="maul", stamina=5))

    def test_a_condition_that_ends_with_the_start_of_the_turn_still_stops_it(self, table: Table) -> None:
        """Ruling 31: what was begun comes about before conditions expire."""
        until = AtMoment(moment="turn_start", subject="character/stepaside")
        stunned = Condition(what="incapacitated", until=until)
        table.let("stepaside", ConditionGained(name="stunned", condition=stunned))
        next_turn(table)
        assert effects(table.told(next_turn(table))) == []
        assert (table.sheet("stepaside").intents, states(table)) == ({}, [])

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        hits = [harm(table, 5, dice={"keep-going": [15]}), harm(table, 5, dice={"keep-going": [2]})]
        table.check_undo(self.entry, *hits, next_turn(table), next_turn(table))

    def test_with_less_constitution_the_same_die_fails(self, table: Table) -> None:
        tougher = table.let("stepaside", AttributeRaised(name="constitution", amount=4))
        entry = harm(table, 10, dice={"keep-going": [6]})
        assert table.sheet("stepaside").intents
        assert outcomes(table.undo(tougher)) == {tougher: "struck", entry: "restated"}
        assert table.sheet("stepaside").intents == {}


@pytest.mark.rules("RC-DEM-11")
class TestBurnout(Charging):
    def test_it_is_paid_when_the_action_begins(self, table: Table) -> None:
        assert pool(table, "burnout") == 3

    def test_it_stays_paid_when_the_action_comes_about(self, table: Table) -> None:
        next_turn(table)
        next_turn(table)
        assert pool(table, "burnout") == 3

    def test_a_save_that_succeeds_gives_nothing_back(self, table: Table) -> None:
        harm(table, 10, dice={"keep-going": [8]})
        assert pool(table, "burnout") == 3

    def test_an_action_that_was_interrupted_costs_none(self, table: Table) -> None:
        entry = harm(table, 10, dice={"keep-going": [7]})
        assert (pool(table, "burnout"), states(table)) == (0, [])
        assert "RC-DEM-11" in table.told(entry)[-1].rules

    def test_what_was_paid_for_something_else_stays(self, table: Table) -> None:
        table.let("stepaside", PointGained(name="burnout", amount=2))
        harm(table, 10, dice={"keep-going": [7]})
        assert pool(table, "burnout") == 2

    def test_it_may_be_begun_again(self, table: Table) -> None:
        harm(table, 10, dice={"keep-going": [7]})
        table.play("demanding", who="stepaside", what="geospatial shift", burnout=3)
        assert pool(table, "burnout") == 3

    def test_an_action_lost_because_its_actor_fell_is_paid_all_the_same(self, table: Table) -> None:
        harm(table, 30, dice={"keep-going": [20]})
        next_turn(table)
        assert effects(table.told(next_turn(table))) == []
        assert (pool(table, "burnout"), table.sheet("stepaside").intents) == (3, {})

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        table.check_undo(self.entry, harm(table, 10, dice={"keep-going": [7]}))

    def test_had_it_cost_less_less_would_have_come_back(self, table: Table) -> None:
        entry = harm(table, 10, dice={"keep-going": [7]})
        table.amend(self.entry, "demanding", who="stepaside", what="geospatial shift", burnout=1)
        assert pool(table, "burnout") == 0
        assert getattr(table.told(entry)[-1], "amount", None) == 1


@pytest.mark.rules("RC-CONT-02")
class TestContinuousDamage:
    def burn(self, table: Table, *damage: int) -> list[int]:
        return [table.play("burn", target="stepaside", damage=amount) for amount in damage]

    def total(self, table: Table) -> int:
        return table.sheet("stepaside").uses["continuous"].count

    @pytest.mark.parametrize(("damage", "wounds", "total"), [(14, 3, 14), (15, 3, 15), (16, 2, 0), (40, 2, 0)])
    def test_a_total_beyond_the_defense_is_one_wound_and_nothing_is_carried_over(
        self, table: Table, damage: int, wounds: int, total: int
    ) -> None:
        self.burn(table, damage)
        assert (pool(table, "wounds"), self.total(table)) == (wounds, total)

    def test_whatever_its_source_it_adds_up(self, table: Table) -> None:
        self.burn(table, 8, 7)
        assert (pool(table, "wounds"), self.total(table)) == (3, 15)
        self.burn(table, 1)
        assert (pool(table, "wounds"), self.total(table)) == (2, 0)

    def test_counting_starts_again(self, table: Table) -> None:
        self.burn(table, 16, 15, 1)
        assert (pool(table, "wounds"), self.total(table)) == (1, 0)

    def test_the_total_is_that_of_the_scene(self, table: Table) -> None:
        self.burn(table, 15)
        table.play("end", what="session")
        assert self.total(table) == 15
        table.play("end", what="scene")
        self.burn(table, 15)
        assert (pool(table, "wounds"), self.total(table)) == (3, 15)

    def test_the_next_scene_ends_it_again(self, table: Table) -> None:
        for _ in range(2):
            self.burn(table, 15)
            table.play("end", what="scene")
        assert self.total(table) == 0

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        table.check_undo(*self.burn(table, 8, 9, 4), table.play("end", what="scene"))

    def test_without_the_first_damage_the_wound_comes_later(self, table: Table) -> None:
        self.burn(table, 0)
        first, second, third = self.burn(table, 8, 8, 8)
        assert (pool(table, "wounds"), self.total(table)) == (2, 8)
        assert outcomes(table.undo(first)) == {first: "struck", second: "restated", third: "restated"}
        assert (table.kinds(second), pool(table, "wounds"), self.total(table)) == (["UseCounted"], 2, 0)

    def test_with_a_higher_defense_it_would_have_been_none(self, table: Table) -> None:
        weaker = table.let("stepaside", AttributeRaised(name="fortitude", amount=-2))
        self.burn(table, 14)
        assert pool(table, "wounds") == 2
        table.undo(weaker)
        assert (pool(table, "wounds"), self.total(table)) == (3, 14)


@pytest.mark.rules("RC-DEATH-05")
class TestEscapingDeath:
    @pytest.fixture(autouse=True)
    def fellows(self, table: Table) -> None:
        hero(table, "bastion", owner="ben", plot=1)

    @pytest.mark.parametrize(
        ("stamina", "wounds", "state"),
        [(29, 2, []), (30, 2, ["unconscious"]), (29, 3, ["incapacitated"]), (30, 3, ["dead"]), (50, 9, ["dead"])],
    )
    def test_only_whoever_has_neither_wounds_nor_stamina_left_is_dead(
        self, table: Table, stamina: int, wounds: int, state: list[str]
    ) -> None:
        harm(table, stamina, wounds)
        assert states(table) == state

    @pytest.mark.parametrize("payer", ["stepaside", "bastion"])
    def test_a_plot_point_of_the_hero_or_a_fellow_leaves_one_wound_and_unconsciousness(
        self, table: Table, payer: str
    ) -> None:
        table.play("harm", target="stepaside", stamina=30, wounds=3, responses={f"escape-death/{payer}": "yes"})
        assert (pool(table, "wounds"), pool(table, "stamina"), states(table)) == (1, 0, ["unconscious"])
        assert {who: pool(table, "plot", who) for who in ("stepaside", "bastion")} == {
            "stepaside": 1,
            "bastion": 1,
        } | {payer: 0}
        assert table.campaign().tracks["editor"].current == 1

    def test_one_point_is_enough(self, table: Table) -> None:
        harm(table, 30, 3, stepaside="yes", bastion="yes")
        assert (pool(table, "plot"), pool(table, "plot", "bastion")) == (0, 1)

    def test_each_is_asked_whether_they_pay(self, table: Table) -> None:
        stored = table.ledger.store.entry(table.campaign_id, harm(table, 30, 3))
        assert stored is not None
        offers = [(offer.key, offer.owner) for offer in stored.header.offers]
        assert offers == [("escape-death/stepaside", "ana"), ("escape-death/bastion", "ben")]

    def test_without_a_point_nothing_is_offered(self, table: Table) -> None:
        stored = table.ledger.store.entry(table.campaign_id, table.play("harm", target="maul", stamina=30, wounds=3))
        assert stored is not None
        assert "escape-death/maul" not in [offer.key for offer in stored.header.offers]

    def test_the_dead_do_not_act(self, table: Table) -> None:
        harm(table, 30, 3)
        assert table.refusal("attack", who="stepaside", target="maul", dice={"attack": [15]}).rule == "RC-DEM-05"

    @pytest.mark.parametrize("payer", ["stepaside", "bastion"])
    def test_the_point_may_be_spent_late(self, table: Table, payer: str) -> None:
        entry = harm(table, 30, 3)
        table.answer_late(entry, {f"escape-death/{payer}": "yes"})
        assert (pool(table, "wounds"), states(table), pool(table, "plot", payer)) == (1, ["unconscious"], 0)

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        table.check_undo(harm(table, 29, 3), harm(table, 1, bastion="yes"))

    def test_without_the_fellow_s_point_the_hero_is_dead_after_all(self, table: Table) -> None:
        table.let("stepaside", PointGained(name="plot", amount=-1))
        hero(table, "gallant", owner="ben", plot=0)
        award = table.let("gallant", PointGained(name="plot", amount=1))
        entry = harm(table, 30, 3, gallant="yes")
        assert states(table) == ["unconscious"]
        assert outcomes(table.undo(award)) == {award: "struck", entry: "restated"}
        assert (states(table), pool(table, "wounds"), pool(table, "plot", "gallant")) == (["dead"], 0, 0)

    def test_what_the_rescued_did_later_stands_in_the_way(self, table: Table) -> None:
        table.let("bastion", PointGained(name="plot", amount=-1))
        table.let("stepaside", PointGained(name="plot", amount=-1))
        award = table.let("stepaside", PointGained(name="plot", amount=1))
        harm(table, 30, 3, stepaside="yes")
        (down,) = table.sheet("stepaside").conditions
        table.let("stepaside", ConditionEnded(name=down), DamageHealed(name="stamina", amount=5))
        with pytest.raises(RevisionRefused):
            table.undo(award)


@pytest.mark.rules("RC-PP-08")
class TestReroll:
    def attack(self, table: Table, *, damage: tuple[int, ...] = (), reroll: int | None = None, die: int = 5) -> int:
        dice: dict[str, tuple[int, ...]] = {"attack": (die,), "damage": damage}
        responses = {}
        if reroll is not None:
            dice["attack/reroll"] = (reroll,)
            responses["attack/reroll"] = "yes"
        return table.play("attack", who="stepaside", target="maul", dice=dice, responses=responses)

    @pytest.mark.parametrize(("die", "stamina"), [(9, 30), (10, 21), (11, 21)])
    def test_the_new_roll_counts(self, table: Table, die: int, stamina: int) -> None:
        self.attack(table, reroll=die, damage=(3, 4) if die >= 10 else ())
        assert (pool(table, "stamina", "maul"), pool(table, "plot")) == (stamina, 0)
        assert table.campaign().tracks["editor"].current == 1

    def test_it_stands_even_where_it_is_worse(self, table: Table) -> None:
        self.attack(table, die=19, reroll=2)
        assert (pool(table, "stamina", "maul"), pool(table, "plot")) == (30, 0)

    def test_unasked_nothing_is_spent(self, table: Table) -> None:
        self.attack(table, die=10, damage=(3, 4))
        assert (pool(table, "stamina", "maul"), pool(table, "plot")) == (21, 1)

    def test_without_a_point_nothing_is_offered(self, table: Table) -> None:
        table.let("stepaside", PointGained(name="plot", amount=-1))
        stored = table.ledger.store.entry(table.campaign_id, self.attack(table))
        assert stored is not None
        assert stored.header.offers == ()

    def test_a_damage_roll_is_repeated_whole(self, table: Table) -> None:
        dice = {"attack": [15], "damage": [1, 1], "damage/reroll": [6, 5]}
        table.play("attack", who="stepaside", target="maul", dice=dice, responses={"damage/reroll": "yes"})
        assert (pool(table, "stamina", "maul"), pool(table, "plot")) == (17, 0)

    def test_two_points_repeat_both_rolls(self, table: Table) -> None:
        table.let("stepaside", PointGained(name="plot", amount=1))
        dice = {"attack": [2], "attack/reroll": [15], "damage": [1, 1], "damage/reroll": [6, 5]}
        responses = {"attack/reroll": "yes", "damage/reroll": "yes"}
        table.play("attack", who="stepaside", target="maul", dice=dice, responses=responses)
        assert (pool(table, "stamina", "maul"), pool(table, "plot")) == (17, 0)

    def test_a_late_reroll_corrects_the_attack(self, table: Table) -> None:
        entry = self.attack(table)
        late: Dice = {"attack/reroll": [12], "damage": [2, 2]}
        assert outcomes(table.answer_late(entry, {"attack/reroll": "yes"}, dice=late)) == {entry: "restated"}
        assert (pool(table, "stamina", "maul"), pool(table, "plot")) == (24, 0)

    def test_a_late_reroll_of_the_damage_keeps_the_attack(self, table: Table) -> None:
        entry = self.attack(table, die=10, damage=(3, 4))
        table.answer_late(entry, {"damage/reroll": "yes"}, dice={"damage/reroll": [6, 6]})
        assert (pool(table, "stamina", "maul"), pool(table, "plot")) == (16, 0)

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        table.check_undo(self.attack(table, reroll=15, damage=(3, 4)), self.attack(table, die=2))

    def test_without_the_point_the_first_roll_stands(self, table: Table) -> None:
        table.let("stepaside", PointGained(name="plot", amount=-1))
        award = table.let("stepaside", PointGained(name="plot", amount=1))
        entry = self.attack(table, reroll=15, damage=(3, 4))
        assert outcomes(table.undo(award)) == {award: "struck", entry: "restated"}
        assert (table.kinds(entry), pool(table, "stamina", "maul")) == (["Rolled"], 30)

    def test_with_a_higher_defense_the_same_reroll_misses(self, table: Table) -> None:
        slower = table.let("maul", AttributeRaised(name="avoidance", amount=-2))
        entry = self.attack(table, reroll=9, damage=(3, 4))
        assert pool(table, "stamina", "maul") == 21
        table.undo(slower)
        assert (pool(table, "stamina", "maul"), table.kinds(entry)[-1]) == (30, "Rolled")
