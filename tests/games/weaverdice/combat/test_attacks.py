"""Attacks against defence scores, and what the defender answers."""

import pytest

from domain.vocabulary.log import Noted
from tests.games.weaverdice.hurting import Arena, struck


@pytest.fixture
def table() -> Arena:
    return Arena()


@pytest.mark.rules("WD-ATK-01")
class TestTheRoll:
    def test_an_attack_hits_on_the_defence_score(self, table: Arena) -> None:
        struck(table, 4)
        assert table.wounds("tank") == ["body/1: lesser"]

    def test_one_below_it_misses(self, table: Arena) -> None:
        struck(table, 3, effect=())
        assert table.wounds("tank") == []

    def test_bare_hands_strike_with_brawn(self, table: Arena) -> None:
        table.foe("brute", brawn=5)
        assert table.last_roll(struck(table, 1, who="brute", effect=())).total == 3

    def test_a_weapon_may_strike_with_dexterity(self, table: Arena) -> None:
        table.foe("fencer", dexterity=5, brawn=1)
        table.holds("Foil", who="fencer", stat="dexterity", type="pierce")
        assert table.last_roll(struck(table, 1, who="fencer", weapon="Foil", effect=())).total == 3

    def test_a_thing_has_to_be_in_hand(self, table: Arena) -> None:
        table.play("give_thing", who="lung", what="pipe")
        assert table.refusal("attack", who="lung", targets=["tank"], weapon="pipe").rule == "WD-EQP-03"

    def test_the_player_attacks_with_her_own(self, table: Arena) -> None:
        table.play("attack", as_player="ana", who="tank", targets=["lung"], dice={"attack": [1]})
        assert table.forbidden("attack", as_player="ana", who="lung", targets=["tank"])

    def test_in_a_fight_it_takes_an_action_of_one_s_turn(self, table: Arena) -> None:
        table.begin("tank", against=("lung",), tank=6, lung=1)
        table.play("attack", who="tank", targets=["lung"], dice={"attack": [1]})
        assert table.actions("tank") == 1

    def test_a_full_attack_takes_the_turn(self, table: Arena) -> None:
        table.begin("tank", against=("lung",), tank=6, lung=1)
        table.play("attack", who="tank", targets=["lung"], full=True, dice={"attack": [1]})
        assert table.actions("tank") == 0

    def test_out_of_turn_there_is_no_action_for_it(self, table: Arena) -> None:
        table.begin("tank", against=("lung",), tank=6, lung=1)
        assert table.refusal("attack", who="lung", targets=["tank"]).rule == "WD-ACT-01"

    def test_an_opportunity_costs_focus_instead(self, table: Arena) -> None:
        table.play("give_opening", who="tank", to=["lung"])
        struck(table, 1, opportunity=True, effect=())
        assert table.dots("lung") == (3, 2, 3)

    def test_an_opportunity_is_refused_without_focus(self, table: Arena) -> None:
        table.play("spend_effort", who="lung", pool="focus", dots=3)
        assert table.refusal("attack", who="lung", targets=["tank"], opportunity=True).rule == "WD-ACT-09"

    def test_blinded_one_hits_less_easily(self, table: Arena) -> None:
        table.play("impose", who="lung", what="blinded")
        assert table.last_roll(struck(table, 4, effect=())).total == 3


@pytest.mark.rules("WD-ATK-02")
class TestDefenceScores:
    @pytest.mark.parametrize(("category", "score"), [("bystander", 2), ("generic", 3), ("notable", 4), ("player", 4)])
    def test_each_category_has_its_own(self, table: Arena, category: str, score: int) -> None:
        table.foe("target", category=category)
        entry = table.play("attack", who="lung", targets=["target"], dice={"attack": [1]})
        assert table.last_roll(entry).target == score

    def test_an_extreme_one_is_five(self, table: Arena) -> None:
        table.play("create", name="Mannequin", handle="mannequin", category="notable", defence=5)
        entry = table.play("attack", who="lung", targets=["mannequin"], dice={"attack": [4]})
        assert (table.last_roll(entry).target, table.wounds("mannequin")) == (5, [])

    def test_a_bystander_who_is_hit_is_out(self, table: Arena) -> None:
        table.foe("clerk", category="bystander")
        table.play("attack", who="lung", targets=["clerk"], dice={"attack": [2]})
        assert (table.conditions("clerk"), table.wounds("clerk")) == (["unconscious"], [])


@pytest.mark.rules("WD-ATK-03")
class TestAnswering:
    def test_the_target_of_a_hit_is_asked(self, table: Arena) -> None:
        entry = table.play("attack", who="lung", targets=["tank"], dice={"attack": [5]})
        (question,) = table.fight("alley").questions.values()
        assert (question.deed, question.owner, question.options) == (entry, "ana", ("no", "dodge", "block"))

    def test_of_whom_nobody_knows_no_name_is_told(self, table: Arena) -> None:
        table.play("create", name="Lurker", handle="lurker", category="notable", hidden=True)
        table.play("attack", who="lurker", targets=["tank"], dice={"attack": [5]})
        (question,) = table.fight("alley").questions.values()
        assert question.prompt.startswith(f"{table.ref('lurker')} hits you")

    def test_the_target_of_a_miss_is_not_asked(self, table: Arena) -> None:
        table.play("attack", who="lung", targets=["tank"], dice={"attack": [3]})
        assert not table.fight("alley").questions

    def test_an_answer_costs_a_dot_of_focus(self, table: Arena) -> None:
        struck(table, 4, answer="dodge", effect=(), dice={"dodge/tank": [4]})
        assert table.dots("tank") == (3, 2, 3)

    def test_declining_to_answer_costs_no_focus(self, table: Arena) -> None:
        struck(table, 4)
        assert table.dots("tank") == (3, 3, 3)

    def test_without_focus_nobody_is_asked(self, table: Arena) -> None:
        table.play("spend_effort", who="tank", pool="focus", dots=3)
        struck(table, 4)
        assert table.wounds("tank") == ["body/1: lesser"]

    def test_generics_have_none(self, table: Arena) -> None:
        table.foe("thug", category="generic")
        table.play("attack", who="lung", targets=["thug"], dice={"attack": [3], "effect/thug": [3]})
        assert table.wounds("thug") == ["body/1: lesser"]

    def test_the_fallen_do_not_answer(self, table: Arena) -> None:
        table.wounded("lesser", "lesser")
        table.scratch("lesser", 1)
        table.play("attack", who="lung", targets=["tank"], dice={"attack": [4], "effect/tank": [1], "stay/tank": [6]})
        assert len(table.wounds("tank")) == 4


@pytest.mark.rules("WD-ATK-04")
class TestDodging:
    def test_athletics_that_equals_the_attack_voids_it(self, table: Arena) -> None:
        struck(table, 5, answer="dodge", effect=(), dice={"dodge/tank": [5]})
        assert (table.wounds("tank"), table.conditions("tank")) == ([], [])

    def test_one_below_does_not(self, table: Arena) -> None:
        struck(table, 5, answer="dodge", dice={"dodge/tank": [4]})
        assert table.wounds("tank") == ["body/1: lesser"]

    def test_a_dodge_rolls_athletics(self, table: Arena) -> None:
        table.cape("runner", athletics=5)
        table.play(
            "attack",
            who="lung",
            targets=["runner"],
            dice={"attack": [6], "dodge/runner": [4]},
            responses={"defence/runner": "dodge"},
        )
        assert table.wounds("runner") == []

    def test_the_roll_of_an_attack_that_was_dodged_is_judged_as_that(self, table: Arena) -> None:
        entry = struck(table, 4, answer="dodge", effect=(), dice={"dodge/tank": [4]})
        assert table.outcomes_of(entry)["attack"] == "dodged"

    def test_a_dodger_may_move_five_feet(self, table: Arena) -> None:
        entry = struck(table, 4, answer="dodge", effect=(), dice={"dodge/tank": [4]})
        assert [event.data for event in table.told(entry) if isinstance(event, Noted)] == [{"feet": 5}]


@pytest.mark.rules("WD-ATK-05")
class TestBlocking:
    def test_brawn_that_equals_the_attack_leaves_it_superficial(self, table: Arena) -> None:
        struck(table, 5, answer="block", effect=(), dice={"block/tank": [5]})
        assert (table.wounds("tank"), table.conditions("tank")) == ([], [])

    def test_one_below_does_not(self, table: Arena) -> None:
        struck(table, 5, answer="block", dice={"block/tank": [4]})
        assert table.wounds("tank") == ["body/1: lesser"]

    def test_a_blocked_striker_drops_a_place_in_the_order(self, table: Arena) -> None:
        table.cape("pearl")
        table.begin("tank", "pearl", against=("lung",), lung=6, tank=4, pearl=1)
        struck(table, 4, answer="block", effect=(), dice={"block/tank": [4]})
        assert table.order() == ["tank", "lung", "pearl"]

    def test_a_blocked_shooter_keeps_their_place(self, table: Arena) -> None:
        table.holds("Bow", who="lung", stat="dexterity", type="pierce", ranged=True)
        table.begin("tank", against=("lung",), lung=6, tank=4)
        struck(table, 4, answer="block", effect=(), dice={"block/tank": [4]}, weapon="Bow")
        assert table.order() == ["lung", "tank"]

    def test_a_block_that_fails_changes_no_order(self, table: Arena) -> None:
        table.begin("tank", against=("lung",), lung=6, tank=4)
        struck(table, 5, answer="block", dice={"block/tank": [1]})
        assert table.order() == ["lung", "tank"]


@pytest.mark.rules("WD-ATK-06")
class TestFormsOfAttack:
    def test_a_weapon_may_strike_several_times(self, table: Arena) -> None:
        table.holds("Flail", who="lung", attacks=2)
        entry = struck(table, 1, 2, weapon="Flail", strikes=2, effect=())
        assert table.rolls(entry) == {"attack": 1, "attack/2": 2}

    def test_a_weapon_does_not_strike_more_often_than_it_can(self, table: Arena) -> None:
        table.holds("Flail", who="lung", attacks=2)
        assert table.refusal("attack", who="lung", targets=["tank"], weapon="Flail", strikes=3).rule == "WD-ATK-06"

    def test_a_weapon_may_strike_at_several_targets(self, table: Arena) -> None:
        table.cape("pearl")
        table.holds("Net", who="lung", targets=2)
        table.play(
            "attack",
            who="lung",
            targets=["tank", "pearl"],
            weapon="Net",
            dice={"attack": [1], "attack/2": [4], "effect/pearl": [3]},
            responses={"defence/pearl": "no"},
        )
        assert (table.wounds("tank"), table.wounds("pearl")) == ([], ["body/1: lesser"])

    def test_bug_one_of_several_targets_is_not_struck_twice(self, table: Arena) -> None:
        table.holds("Net", who="lung", targets=2)
        refusal = table.refusal("attack", who="lung", targets=["tank", "tank"], weapon="Net")
        assert refusal.rule == "WD-ATK-06"

    def test_bare_hands_strike_at_one_target_only(self, table: Arena) -> None:
        table.cape("pearl")
        assert table.refusal("attack", who="lung", targets=["tank", "pearl"]).rule == "WD-ATK-06"

    def test_nobody_strikes_at_nobody(self, table: Arena) -> None:
        assert table.refusal("attack", who="lung", targets=[]).rule == "WD-ATK-06"

    def test_a_ranged_one_is_aimed_by_those_who_can(self, table: Arena) -> None:
        table.play("grant_skill", who="lung", skill="aim")
        table.holds("Bow", who="lung", stat="dexterity", type="pierce", ranged=True)
        entry = table.play("attack", who="lung", targets=["tank"], weapon="Bow", dice={"attack": [1, 3]})
        assert table.last_roll(entry).total == 3

    def test_a_ranged_weapon_is_not_aimed_where_a_foe_is_near(self, table: Arena) -> None:
        table.play("grant_skill", who="lung", skill="aim")
        table.holds("Bow", who="lung", stat="dexterity", type="pierce", ranged=True)
        entry = table.play("attack", who="lung", targets=["tank"], weapon="Bow", crowded=True, dice={"attack": [3]})
        assert table.last_roll(entry).total == 3

    def test_a_power_strikes_as_it_was_written(self, table: Arena) -> None:
        beam = {"name": "Beam", "type": "burn", "tier": "moderate"}
        struck(table, 4, power=beam, effect=(1,))
        assert [wound.severity for wound in table.sheet("tank").wounds.values()] == ["moderate"]


class TestTheRulebooksExample:
    """Tankspanker's great morale and Dandelion's bad one, as the rulebook tells of them."""

    @pytest.mark.rules("WD-MOR-03", "WD-ATK-01")
    def test_tankspanker_buys_a_four_where_his_die_failed_him(self) -> None:
        table = Arena()
        table.cape("tankspanker", morale=2)
        entry = table.play(
            "attack",
            who="tankspanker",
            targets=["lung"],
            responses={"attack/morale": "yes", "defence/lung": "no"},
            dice={"attack": [2], "effect/lung": [3]},
        )
        assert table.rolls(entry)["attack"] == 4
        assert (table.wounds("lung"), table.current("tankspanker", "morale")) == (["body/1: lesser"], 1)

    @pytest.mark.rules("WD-MOR-02", "WD-ATK-04")
    def test_dandelion_capped_at_six_still_matches_a_six(self, table: Arena) -> None:
        table.cape("dandelion", morale=-1)
        self.attacked(table)
        assert table.wounds("dandelion") == []

    @pytest.mark.rules("WD-MOR-02", "WD-ATK-04")
    def test_capped_at_five_she_cannot(self, table: Arena) -> None:
        table.cape("dandelion", morale=-2)
        self.attacked(table, effect=[3])
        assert table.wounds("dandelion") == ["body/1: lesser"]

    def attacked(self, table: Arena, **more: list[int]) -> None:
        dice = {"attack": [6], "dodge/dandelion": [6], **{f"{label}/dandelion": die for label, die in more.items()}}
        table.play("attack", who="lung", targets=["dandelion"], dice=dice, responses={"defence/dandelion": "dodge"})
