"""Crafting: a slot's actions, rolls that add up, tiers, designs, helpers and tools."""

from __future__ import annotations

from typing import Any

import pytest

from domain.components.chronicle import Addition
from domain.events.log import Noted
from domain.history.points import parse_point
from domain.ledger.acceptance import Actor, viewer_of
from domain.ledger.reading import moment
from domain.ledger.records import EntryFilter
from projections.timeline import timeline
from tests.games.weaverdice.workshop import Workshop
from tests.laws.vocabulary.table import outcomes


class Bench(Workshop):
    """Ramjet at the workbench, with $5000; 3 in every stat unless told otherwise."""

    def __init__(self, *skills: str, knowledge: int = 3, **more: Any) -> None:
        super().__init__(*skills, knowledge=knowledge, **more)

    def slot(self) -> int:
        return self.play("craft_repair", who="ramjet")

    def begin_craft(self, what: str = "armor", tier: str = "low", **more: Any) -> int:
        return self.play("begin_craft", who="ramjet", what=what, tier=tier, **more)

    def craft(self, *dice: int, project: str = "armor", **more: Any) -> int:
        """One roll, with the dice of Craft; of helpers behind it by label."""
        given = {"craft": list(dice), **more.pop("helped", {})}
        return self.play("craft", who="ramjet", project=project, dice=given if dice else None, **more)

    def crafted(self, *rolls: int, project: str = "armor") -> None:
        """A slot's worth of rolls, one die each; a new slot wherever it takes one."""
        for number, die in enumerate(rolls):
            if number % 3 == 0:
                self.slot()
            self.craft(die, project=project)

    def left(self) -> int:
        return self.sheet("ramjet").uses["crafting-actions"].count

    def made(self) -> list[str]:
        """What lies at home."""
        return sorted(
            feature for item in self.sheet("ramjet").items.values() for feature in item.features or [item.what]
        )

    def sum(self) -> int | None:
        found = [task.progress for task in self.sheet("ramjet").tasks.values() if task.kind == "craft"]
        return found[0] if found else None


@pytest.fixture
def table() -> Bench:
    return Bench()


@pytest.mark.rules("WD-CRF-01")
class TestActions:
    @pytest.mark.parametrize("dexterity", [1, 3, 5])
    def test_a_slot_gives_as_many_as_dexterity(self, dexterity: int) -> None:
        table = Bench(dexterity=dexterity)
        table.slot()
        assert table.left() == dexterity

    def test_and_one_more_with_diligence(self) -> None:
        table = Bench("craft", "diligence")
        table.slot()
        assert table.left() == 4

    def test_two_slots_give_twice_as_many(self, table: Bench) -> None:
        table.slot()
        table.slot()
        assert table.left() == 6

    def test_they_go_to_crafting_costuming_and_repair_in_any_mix(self) -> None:
        table = Bench(dexterity=2)
        crossbow = table.broken()
        table.begin_craft("icon", "standard")
        table.slot()
        table.craft(3, project="icon")
        table.play("repair_in_downtime", who="ramjet", item=crossbow, dice={"repair": [4]})
        assert (table.left(), table.sum(), table.progress()) == (0, 3, 3)

    def test_without_one_there_is_no_roll(self, table: Bench) -> None:
        table.begin_craft()
        assert table.refusal("craft", who="ramjet", project="armor").rule == "WD-CRF-01"

    def test_nor_a_repair(self, table: Bench) -> None:
        crossbow = table.broken()
        assert table.refusal("repair_in_downtime", who="ramjet", item=crossbow).rule == "WD-CRF-01"

    def test_they_lapse_when_the_phase_is_over(self, table: Bench) -> None:
        table.play("open_downtime")
        table.slot()
        table.play("end_downtime")
        assert table.left() == 0

    def test_and_with_the_new_day(self, table: Bench) -> None:
        table.slot()
        table.play("pass_night", who=["ramjet"])
        assert table.left() == 0

    def test_the_game_master_may_force_one_more(self, table: Bench) -> None:
        table.begin_craft()
        table.craft(4, force=True)
        assert table.sum() == 4

    def test_undone_there_are_none(self, table: Bench) -> None:
        table.begin_craft()
        table.check_undo(table.slot(), table.craft(4))

    def test_undoing_the_slot_leaves_a_roll_at_odds(self, table: Bench) -> None:
        table.begin_craft()
        slot = table.slot()
        rolled = table.craft(4)
        assert outcomes(table.undo(slot, policy="cascade"))[rolled] == "struck"


@pytest.mark.rules("WD-CSK-04")
class TestMultitasker:
    def multitasker(self) -> Bench:
        """With Knowledge 3 every second slot frees an action."""
        table = Bench("craft", "multitasker", dexterity=1)
        table.begin_craft("icon", "standard")
        table.begin_craft("armor", "standard")
        table.slot()
        table.craft(1, 1, project="icon")
        table.slot()
        table.craft(1, 1, project="icon")
        return table

    def test_it_is_for_an_unrelated_thing(self) -> None:
        table = self.multitasker()
        assert table.refusal("craft", who="ramjet", project="icon").rule == "WD-CSK-04"

    def test_and_then_free(self) -> None:
        table = self.multitasker()
        table.craft(5, 2, project="armor")
        assert [t.progress for t in table.sheet("ramjet").tasks.values() if t.title == "armor"] == [5]

    def test_there_is_one(self) -> None:
        table = self.multitasker()
        table.craft(5, 2, project="armor")
        assert table.refusal("craft", who="ramjet", project="armor").rule == "WD-CRF-01"


@pytest.mark.rules("WD-CRF-02")
class TestRolls:
    def test_a_roll_is_a_die_without_a_stat(self) -> None:
        table = Bench(knowledge=5, dexterity=5)
        table.begin_craft()
        table.slot()
        assert (table.last_roll(table.craft(4)).modifiers, table.sum()) == ((), 4)

    def test_craft_keeps_the_best_of_two(self) -> None:
        table = Bench("craft")
        table.begin_craft()
        table.slot()
        table.craft(2, 5)
        assert table.sum() == 5

    def test_master_craft_takes_a_four(self) -> None:
        table = Bench("craft", "handy", "diligence", "multitasker", "master-craft")
        table.begin_craft()
        table.slot()
        table.craft(take_four=True)
        assert table.sum() == 4


@pytest.mark.rules("WD-CRF-03", "WD-RULING-70")
class TestHowManyRolls:
    def test_three_for_knowledge_three(self, table: Bench) -> None:
        table.begin_craft()
        table.crafted(3, 3, 3)
        assert (table.sum(), table.made()) == (None, [])

    def test_at_the_last_the_sum_decides(self, table: Bench) -> None:
        table.begin_craft()
        table.crafted(3, 3, 4)
        assert (table.sum(), table.made()) == (None, ["armor/low"])

    def test_before_it_nothing_is_decided(self, table: Bench) -> None:
        table.begin_craft()
        table.crafted(1, 1)
        assert table.sum() == 2

    def test_they_are_counted_across_downtimes(self) -> None:
        table = Bench(dexterity=1)
        table.begin_craft()
        for die in (1, 2, 3):
            table.play("open_downtime")
            table.slot()
            table.craft(die)
            table.play("end_downtime")
        assert (table.sum(), table.made()) == (None, [])

    def test_a_total_that_is_there_early_succeeds_at_once(self, table: Bench) -> None:
        table.begin_craft()
        table.crafted(5, 5)
        assert (table.made(), table.left()) == (["armor/low"], 1)

    def test_nobody_without_knowledge_makes_anything(self) -> None:
        table = Bench(knowledge=0)
        table.begin_craft()
        table.slot()
        assert table.refusal("craft", who="ramjet", project="armor").rule == "WD-CRF-03"

    def test_undone_it_is_being_made_still(self, table: Bench) -> None:
        table.begin_craft()
        table.slot()
        table.check_undo(table.craft(5), table.craft(5))

    def test_undoing_an_earlier_roll_it_is_not_done(self, table: Bench) -> None:
        table.begin_craft()
        table.slot()
        first, second = table.craft(5), table.craft(5)
        assert (outcomes(table.undo(first))[second], table.made(), table.sum()) == ("restated", [], 5)

    def test_the_rulebook_s_five_three_and_two(self) -> None:
        table = Bench("craft")
        table.begin_craft()
        table.slot()
        for pair in ((5, 1), (3, 2), (1, 2)):
            table.craft(*pair)
        assert (table.made(), table.sheet("ramjet").tasks) == (["armor/low"], {})


@pytest.mark.rules("WD-CRF-04", "WD-RULING-72")
class TestTiers:
    @pytest.mark.parametrize(
        ("tier", "goal", "price", "cost"), [("low", 10, 100, 25), ("standard", 15, 330, 110), ("high", 20, 1000, 500)]
    )
    def test_each_has_its_difficulty_and_its_part_of_the_price(
        self, table: Bench, tier: str, goal: int, price: int, cost: int
    ) -> None:
        table.begin_craft("armor", tier)
        (task,) = table.sheet("ramjet").tasks.values()
        assert (task.goal, 5000 - table.money()) == (goal, cost)

    @pytest.mark.parametrize(
        ("price", "tier", "cost"), [(25, "low", 7), (25, "standard", 9), (25, "high", 13), (24, "low", 6)]
    )
    def test_costs_are_rounded_up(self, table: Bench, price: int, tier: str, cost: int) -> None:
        table.play("lay_out_design", what="Whistle", price=price)
        table.begin_craft("Whistle", tier)
        assert 5000 - table.money() == cost

    def test_resourceful_pays_less(self) -> None:
        table = Bench("craft", "resourceful")
        table.begin_craft("armor", "standard")
        assert 5000 - table.money() == 110 - 33

    def test_a_weapon_of_the_catalogue_can_be_made(self, table: Bench) -> None:
        table.play("define_weapon", name="Machete", type="cut", price=60, size="large")
        table.begin_craft("Machete")
        table.crafted(5, 5, project="Machete")
        (made,) = table.sheet("ramjet").items.values()
        assert (made.catalogue, made.data["size"], made.data["tier"]) == ("weapon/machete", "large", "low")

    def test_who_cannot_pay_does_not_begin(self) -> None:
        table = Bench(dollars=24)
        assert table.refusal("begin_craft", who="ramjet", what="armor", tier="low").rule == "WD-CRF-04"

    def test_a_tier_that_there_is_none_of_is_not_attempted(self, table: Bench) -> None:
        assert table.refusal("begin_craft", who="ramjet", what="icon", tier="low").rule == "WD-COS-01"

    def test_what_nobody_knows_how_to_make_is_not_made(self, table: Bench) -> None:
        assert table.refusal("begin_craft", who="ramjet", what="death ray").missing

    def test_an_affiliation_is_to_somebody(self, table: Bench) -> None:
        assert table.refusal("begin_craft", who="ramjet", what="affiliation").rule == "WD-COS-14"
        table.begin_craft("affiliation", "standard", group="the Pack")
        table.crafted(5, 5, 5, project="affiliation")
        assert [item.data["group"] for item in table.sheet("ramjet").items.values()] == ["the Pack"]

    def test_a_player_crafts_for_their_own(self, table: Bench) -> None:
        assert "whoever plays" in table.forbidden("begin_craft", as_player="ana", who="lung", what="icon")

    def test_undone_the_materials_are_paid_back(self, table: Bench) -> None:
        table.check_undo(table.begin_craft())


@pytest.mark.rules("WD-CRF-05", "WD-RULING-71")
class TestFallingShort:
    @pytest.mark.parametrize(
        ("rolls", "made"),
        [((5, 5, 5, 5), "high"), ((5, 5, 5, 4), "standard"), ((4, 4, 4, 3), "standard"), ((4, 4, 4, 2), "low")],
    )
    def test_the_best_tier_that_the_total_meets_is_made(self, rolls: tuple[int, ...], made: str) -> None:
        table = Bench(knowledge=4)
        table.begin_craft("armor", "high")
        table.crafted(*rolls)
        assert table.made() == [f"armor/{made}"]

    @pytest.mark.parametrize(("last", "made"), [(1, ["armor/low"]), (0, [])])
    def test_below_the_lowest_nothing_is(self, last: int, made: list[str]) -> None:
        table = Bench(knowledge=4)
        table.begin_craft("armor", "high")
        table.crafted(3, 3, 3, 1) if last else table.crafted(3, 3, 2, 1)
        assert table.made() == made

    def test_the_cost_of_the_higher_tier_stays_spent(self) -> None:
        table = Bench(knowledge=4)
        table.begin_craft("armor", "high")
        table.crafted(4, 4, 4, 2)
        assert 5000 - table.money() == 500

    def test_the_bonus_of_skills_counts_for_the_lower_tier(self) -> None:
        table = Bench("craft", "diligence")
        table.begin_craft("armor", "high")
        table.slot()
        for die in (4, 4, 5):
            table.craft(die, 1)
        assert table.made() == ["armor/standard"]

    def test_a_tier_that_the_piece_does_not_have_is_passed_over(self, table: Bench) -> None:
        table.begin_craft("icon", "standard")
        table.crafted(4, 4, 4, project="icon")
        assert table.made() == []


@pytest.mark.rules("WD-CRF-06")
class TestDesigns:
    @pytest.mark.parametrize(
        ("rolls", "tier", "worth"),
        [((4, 4, 4, 2), "low", (None, 3)), ((4, 4, 4, 3), "standard", (1, 3)), ((5, 5, 5, 5), "high", (2, 30))],
    )
    def test_a_work_is_worth_what_its_tier_says(
        self, rolls: tuple[int, ...], tier: str, worth: tuple[Any, int]
    ) -> None:
        table = Bench(knowledge=4)
        table.play("lay_out_design", what="Chili", price=40, bonus=1, days=3)
        table.begin_craft("Chili", "high")
        table.crafted(*rolls, project="Chili")
        (chili,) = table.sheet("ramjet").items.values()
        assert (chili.data["tier"], (chili.data.get("bonus"), chili.data["days"])) == (tier, worth)

    def test_it_may_come_in_some_tiers_only(self, table: Bench) -> None:
        table.play("lay_out_design", what="Nailed bat", price=8, tiers=["low"])
        assert table.refusal("begin_craft", who="ramjet", what="Nailed bat", tier="high").rule == "WD-COS-01"

    def test_in_one_at_least(self, table: Bench) -> None:
        assert table.refusal("lay_out_design", what="Nothing", price=8, tiers=[]).rule == "WD-CRF-06"

    def test_players_lay_nothing_out(self, table: Bench) -> None:
        assert "game master" in table.forbidden("lay_out_design", as_player="ana", what="Gold", price=1)

    def test_undone_nobody_knows_how(self, table: Bench) -> None:
        table.check_undo(table.play("lay_out_design", what="Chili", price=40))


@pytest.mark.rules("WD-CRF-07")
class TestHarderWork:
    @pytest.mark.parametrize(
        ("how", "goal"),
        [
            ({"mechanical": True}, 15),
            ({"expertise": 5}, 15),
            ({"expertise": 10}, 20),
            ({"mechanical": True, "expertise": 10, "raised": 1}, 26),
        ],
    )
    def test_what_is_mechanical_or_takes_expertise_is_harder(
        self, table: Bench, how: dict[str, Any], goal: int
    ) -> None:
        table.play("lay_out_design", what="Clock", price=40, **how)
        table.begin_craft("Clock")
        assert [task.goal for task in table.sheet("ramjet").tasks.values()] == [goal]

    @pytest.mark.parametrize("expertise", [4, 11])
    def test_expertise_is_five_to_ten(self, table: Bench, expertise: int) -> None:
        refusal = table.refusal("lay_out_design", what="Clock", price=40, expertise=expertise)
        assert refusal.rule == "WD-CRF-07"

    def test_drudge_work_has_room_for_twice_the_rolls(self, table: Bench) -> None:
        table.play("lay_out_design", what="Tunnel", price=40, factor=2, raised=10)
        table.begin_craft("Tunnel")
        table.crafted(3, 3, 3, 3, 3, project="Tunnel")
        going = table.sum()
        table.craft(5, project="Tunnel")
        assert (going, table.made()) == (15, ["tunnel"])

    def test_and_is_harder_for_it(self, table: Bench) -> None:
        assert table.refusal("lay_out_design", what="Tunnel", price=40, factor=2).rule == "WD-CRF-07"

    def test_circumstances_change_what_is_under_way(self, table: Bench) -> None:
        table.begin_craft()
        table.play("change_craft", who="ramjet", project="armor", by=5)
        table.crafted(5, 5)
        assert (table.sum(), table.made()) == (10, [])

    def test_the_lower_tiers_are_harder_too(self, table: Bench) -> None:
        table.begin_craft("armor", "standard")
        table.play("change_craft", who="ramjet", project="armor", by=2)
        table.crafted(4, 4, 3)
        assert table.made() == []

    def test_players_change_nothing(self, table: Bench) -> None:
        table.begin_craft()
        assert "game master" in table.forbidden("change_craft", as_player="ana", who="ramjet", project="armor", by=-9)

    def bomb(self, **how: Any) -> Bench:
        table = Bench()
        table.play("lay_out_design", what="Bomb", price=40, mishap="it goes off", **how)
        table.begin_craft("Bomb")
        return table

    def mishaps(self, table: Bench, entry: int) -> list[Any]:
        return [e.audience for e in table.told(entry) if isinstance(e, Noted) and e.name == "mishap"]

    @pytest.mark.parametrize(("last", "seen"), [(1, ["all"]), (4, [])])
    def test_a_failure_may_have_consequences(self, last: int, seen: list[str]) -> None:
        table = self.bomb()
        table.crafted(3, 3, project="Bomb")
        assert self.mishaps(table, table.craft(last, project="Bomb")) == seen

    @pytest.mark.parametrize(("die", "seen"), [(2, ["gm"]), (3, [])])
    def test_a_hidden_roll_decides_for_the_game_master_alone(self, die: int, seen: list[str]) -> None:
        table = self.bomb(mishap_on=2)
        table.crafted(5, project="Bomb")
        entry = table.craft(5, project="Bomb", helped={"mishap": [die]})
        rolled = [e.audience for e in table.told(entry) if e.component == "log" and e.name == "mishap"]
        assert (self.mishaps(table, entry), rolled[0], table.made()) == (seen, "gm", ["bomb"])

    def test_what_may_go_wrong_is_the_game_master_s_to_know(self) -> None:
        table = self.bomb()
        kept = table.campaign().catalogue["mishap/bomb"]
        assert isinstance(kept, Addition)
        assert kept.audience == "gm"


@pytest.mark.rules("WD-CRF-08")
class TestHelp:
    def helped(self, **more: Any) -> Bench:
        table = Bench(**more)
        table.cape("pearl")
        table.begin_craft()
        table.slot()
        return table

    def test_a_second_cape_adds_a_roll_at_each_step(self) -> None:
        table = self.helped()
        table.play("help_craft", who="pearl", whose="ramjet", project="armor")
        table.craft(2, helped={"craft/pearl": [5]})
        table.craft(3, helped={"craft/pearl": [1]})
        assert table.sum() == 8

    def test_with_the_skills_of_their_own(self) -> None:
        table = self.helped()
        table.learn("craft", who="pearl")
        table.play("help_craft", who="pearl", whose="ramjet", project="armor")
        table.craft(2, helped={"craft/pearl": [1, 6]})
        assert table.sum() == 6

    def test_for_as_long_as_the_phase(self) -> None:
        table = self.helped()
        table.play("open_downtime")
        table.play("help_craft", who="pearl", whose="ramjet", project="armor")
        table.play("end_downtime")
        table.slot()
        assert table.rolls(table.craft(2)) == {"craft": 2}

    def test_whoever_hangs_out_adds_one_roll_to_one_attempt(self) -> None:
        table = self.helped()
        table.play("hang_out", who="pearl", aim="cards at the workshop")
        table.play("lend_a_hand", who="pearl", whose="ramjet", project="armor")
        table.craft(2, helped={"craft/pearl": [5]})
        table.craft(1)
        assert table.sum() == 6

    def test_so_does_whoever_recuperates(self) -> None:
        table = self.helped()
        table.play("rest_and_recuperate", who="pearl")
        table.play("lend_a_hand", who="pearl", whose="ramjet", project="armor")
        table.craft(2, helped={"craft/pearl": [5]})
        assert table.sum() == 5

    def test_and_nobody_else(self) -> None:
        refusal = self.helped().refusal("lend_a_hand", who="pearl", whose="ramjet", project="armor")
        assert refusal.rule == "WD-CRF-08"

    def test_a_slot_of_company_is_one_hand(self) -> None:
        table = self.helped()
        table.play("hang_out", who="pearl", aim="cards at the workshop")
        table.play("lend_a_hand", who="pearl", whose="ramjet", project="armor")
        table.craft(2, helped={"craft/pearl": [5]})
        assert table.refusal("lend_a_hand", who="pearl", whose="ramjet", project="armor").rule == "WD-CRF-08"

    def test_a_helper_rolls_once_for_an_attempt(self) -> None:
        table = self.helped()
        table.play("help_craft", who="pearl", whose="ramjet", project="armor")
        assert table.refusal("help_craft", who="pearl", whose="ramjet", project="armor").rule == "WD-CRF-08"

    def test_nobody_helps_with_their_own(self) -> None:
        assert self.helped().refusal("help_craft", who="ramjet", whose="ramjet", project="armor").rule == "WD-CRF-08"

    def test_there_has_to_be_something_to_help_with(self) -> None:
        assert self.helped().refusal("help_craft", who="pearl", whose="ramjet", project="icon").missing

    @pytest.mark.parametrize("kind", ["follower", "underling"])
    def test_henchmen_roll_and_are_tied_up(self, kind: str) -> None:
        table = self.helped()
        worker = self.henchman(table, kind)
        table.play("open_downtime")
        table.play("put_to_work", who="ramjet", worker="fan", project="armor")
        table.craft(2, helped={f"craft/{worker}": [6]})
        state = table.group("circle-of-ramjet").followers[worker].state
        assert (table.sum(), state) == (6, "tapped")

    def test_they_do_nothing_else_meanwhile(self) -> None:
        table = self.helped()
        self.henchman(table, "underling")
        table.play("put_to_work", who="ramjet", worker="fan", project="armor")
        assert table.refusal("put_to_work", who="ramjet", worker="fan", project="armor").rule == "WD-CRF-08"

    def test_until_the_phase_is_over(self) -> None:
        table = self.helped()
        worker = self.henchman(table, "underling")
        table.play("open_downtime")
        table.play("put_to_work", who="ramjet", worker="fan", project="armor")
        table.play("end_downtime")
        assert table.group("circle-of-ramjet").followers[worker].state == "ready"

    def henchman(self, table: Bench, kind: str) -> str:
        if kind == "underling":
            table.play("take_on_underling", who="ramjet", type="fan")
        else:
            table.play("reward_follower", who="ramjet", type="fan")
        (name,) = table.group("circle-of-ramjet").followers
        return name

    def test_undone_the_roll_is_not_made(self) -> None:
        table = self.helped()
        helped = table.play("help_craft", who="pearl", whose="ramjet", project="armor")
        table.check_undo(helped, table.craft(2, helped={"craft/pearl": [5]}))

    def test_without_the_help_the_own_die_counts(self) -> None:
        table = self.helped()
        helped = table.play("help_craft", who="pearl", whose="ramjet", project="armor")
        rolled = table.craft(2, helped={"craft/pearl": [5]})
        assert (outcomes(table.undo(helped))[rolled], table.sum()) == ("restated", 2)


@pytest.mark.rules("WD-CRF-09")
class TestCraftsman:
    @pytest.fixture
    def table(self) -> Bench:
        table = Bench()
        table.play("reward_follower", who="ramjet", type="craftsman")
        table.begin_craft()
        table.slot()
        return table

    def state(self, table: Bench) -> list[str]:
        return [there.state for there in table.group("circle-of-ramjet").followers.values()]

    def test_tapped_they_supply_a_four(self, table: Bench) -> None:
        table.craft(1, responses={"craft/craftsman": "yes"})
        assert (table.sum(), self.state(table)) == (4, ["tapped"])

    def test_or_are_left_alone(self, table: Bench) -> None:
        table.craft(1)
        assert (table.sum(), self.state(table)) == (1, ["ready"])

    def test_having_thought_better_of_it(self, table: Bench) -> None:
        entry = table.craft(1)
        table.answer_late(entry, {"craft/craftsman": "yes"})
        assert (table.sum(), self.state(table)) == (4, ["tapped"])

    def test_it_is_a_single_one(self, table: Bench) -> None:
        table.craft(1, responses={"craft/craftsman": "yes"})
        table.craft(1)
        assert table.sum() == 5

    def test_a_good_roll_needs_none(self, table: Bench) -> None:
        table.craft(4)
        assert (table.sum(), table.sheet("ramjet").questions) == (4, {})

    def test_undone_they_are_ready(self, table: Bench) -> None:
        table.check_undo(table.craft(1, responses={"craft/craftsman": "yes"}))


@pytest.mark.rules("WD-CRF-10")
class TestTools:
    def test_machining_equipment_costs_a_thousand(self, table: Bench) -> None:
        table.play("buy_tools", who="ramjet", what="machining equipment")
        assert 5000 - table.money() == 1000

    def test_who_cannot_pay_has_none(self) -> None:
        table = Bench(dollars=999)
        assert table.refusal("buy_tools", who="ramjet", what="machining equipment").rule == "WD-CRF-10"

    def test_it_makes_room_for_a_roll_at_armor(self, table: Bench) -> None:
        table.play("buy_tools", who="ramjet", what="machining equipment")
        table.begin_craft()
        table.crafted(2, 2, 2)
        going = table.sum()
        table.slot()
        table.craft(4)
        assert (going, table.made()) == (6, ["armor/low", "machining-equipment"])

    def test_and_at_metal_weapons(self, table: Bench) -> None:
        table.play("buy_tools", who="ramjet", what="machining equipment")
        table.play("define_weapon", name="Saber", price=60, keywords=["metal"])
        table.begin_craft("Saber")
        table.crafted(2, 2, 2, project="Saber")
        assert table.sum() == 6

    def test_at_nothing_else(self, table: Bench) -> None:
        table.play("buy_tools", who="ramjet", what="machining equipment")
        table.begin_craft("icon", "standard")
        table.crafted(2, 2, 2, project="icon")
        assert table.sum() is None

    def test_two_of_them_are_as_good_as_one(self, table: Bench) -> None:
        for _ in range(2):
            table.play("buy_tools", who="ramjet", what="machining equipment")
        table.begin_craft()
        table.crafted(1, 1, 1, 1)
        assert table.sum() is None

    def test_others_add_to_the_total(self, table: Bench) -> None:
        table.play("set_up_tools", who="ramjet", what="Laser", total=1)
        table.begin_craft()
        table.crafted(3, 3, 3)
        assert "armor/low" in table.made()

    def test_or_save_money(self, table: Bench) -> None:
        table.play("set_up_tools", who="ramjet", what="Scrap heap", saves=15, only=["costume"])
        table.begin_craft("armor", "standard")
        assert 5000 - table.money() == 110 - 16

    def test_or_permit_more_rolls_in_a_block(self, table: Bench) -> None:
        table.play("set_up_tools", who="ramjet", what="Assistant arm", actions=2)
        table.slot()
        assert table.left() == 5

    def test_tools_are_good_for_something(self, table: Bench) -> None:
        assert table.refusal("set_up_tools", who="ramjet", what="Lava lamp").rule == "WD-CRF-10"

    def test_what_they_are_good_for_is_the_game_master_s_to_say(self, table: Bench) -> None:
        assert "game master" in table.forbidden("set_up_tools", as_player="ana", who="ramjet", what="Laser", total=9)

    def test_undone_they_are_gone(self, table: Bench) -> None:
        table.check_undo(table.play("buy_tools", who="ramjet", what="machining equipment"))


@pytest.mark.rules("WD-CRF-01", "WD-RULING-116")
class TestRepairsInDowntime:
    def test_the_limit_of_knowledge_does_not_apply(self) -> None:
        table = Bench(knowledge=1)
        crossbow = table.broken()
        for _ in range(3):
            table.slot()
            table.play("repair_in_downtime", who="ramjet", item=crossbow, dice={"repair": [2]})
        assert table.progress() == 6

    def test_each_roll_has_its_materials(self, table: Bench) -> None:
        crossbow = table.broken()
        table.slot()
        table.play("repair_in_downtime", who="ramjet", item=crossbow, dice={"repair": [2]})
        assert 5000 - table.money() == 20

    def test_no_twenty_minutes_pass(self, table: Bench) -> None:
        crossbow = table.broken()
        table.slot()
        table.play("repair_in_downtime", who="ramjet", item=crossbow, dice={"repair": [2]})
        assert "now" not in table.campaign().clock or table.campaign().clock["now"].at == 0


def told_to(table: Bench, member: str) -> str:
    """Everything that a member can read of what was played."""
    world = table.ledger.heads.fresh(table.campaign_id)
    viewer = viewer_of(world, Actor(member, "gm" if member == "gm" else "player"))
    at = moment(table.ledger.store, world, parse_point(None))
    about: dict[str, Any] = {"world": at.world, "registry": table.ledger.registry, "known_at": at.known_at}
    return str(timeline(table.ledger.store, table.campaign_id, EntryFilter(limit=50), viewer, **about))


@pytest.mark.rules("WD-CRF-07")
@pytest.mark.parametrize(("member", "known"), [("ana", False), ("gm", True)])
def test_a_hidden_mishap_is_the_game_master_s_to_read(member: str, known: bool) -> None:
    table = Bench()
    table.play("lay_out_design", what="Bomb", price=40, mishap="violet-smoke", mishap_on=6)
    table.begin_craft("Bomb")
    table.crafted(5, project="Bomb")
    table.craft(5, project="Bomb", helped={"mishap": [1]})
    assert ("violet-smoke" in told_to(table, member)) is known
