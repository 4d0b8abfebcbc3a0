"""Damage: its tiers and types, what armor takes, what is superficial, and what the game master judges."""

import pytest

from domain.vocabulary.log import Noted
from systems.weaverdice.harm.damage import EXAMPLES
from systems.weaverdice.harm.effect_tables import TABLES
from tests.games.weaverdice.hurting import Arena


@pytest.fixture
def table() -> Arena:
    return Arena()


@pytest.mark.rules("WD-DMG-02")
class TestSuperficialDamage:
    def test_what_was_blocked_fills_no_slot_and_does_nothing(self, table: Arena) -> None:
        table.play(
            "attack",
            who="lung",
            targets=["tank"],
            dice={"attack": [4], "block/tank": [4]},
            responses={"defence/tank": "block"},
        )
        assert (table.wounds("tank"), table.conditions("tank")) == ([], [])

    def test_superficial_damage_is_noted_with_its_tier_and_type(self, table: Arena) -> None:
        entry = table.play(
            "attack",
            who="lung",
            targets=["tank"],
            dice={"attack": [4], "block/tank": [4]},
            responses={"defence/tank": "block"},
        )
        assert [event.data for event in table.told(entry) if isinstance(event, Noted)] == [
            {"tier": "lesser", "type": "bash"}
        ]

    def test_the_game_master_has_it_leave_marks(self, table: Arena) -> None:
        table.play("leave_marks", who="tank", what="a split lip")
        assert [condition.title for condition in table.sheet("tank").conditions.values()] == ["a split lip"]

    def test_the_game_master_hides_marks(self, table: Arena) -> None:
        table.play("leave_marks", who="tank", what="a split lip")
        table.play("hide_marks", as_player="ana", who="tank", how="make-up")
        assert table.sheet("tank").conditions[table.named("marked")].data["hidden"]

    def test_where_there_are_none_there_is_nothing_to_hide(self, table: Arena) -> None:
        table.play("leave_marks", who="tank", what="a split lip")
        table.play("hide_marks", who="tank", how="make-up")
        assert table.refusal("hide_marks", who="tank", how="a scarf").rule == "WD-DMG-02"


@pytest.mark.rules("WD-DMG-03", "WD-DMG-07")
class TestTiersAndTypes:
    def test_there_are_three_tiers(self) -> None:
        assert list(EXAMPLES.tier) == ["lesser", "moderate", "critical"]

    def test_there_are_six_types_of_damage(self) -> None:
        assert list(EXAMPLES.type) == ["cut", "bash", "pierce", "rend", "burn", "shock"]

    def test_each_tier_of_each_type_is_like_something(self) -> None:
        assert all(
            examples.keys() == EXAMPLES.tier.keys() and all(examples.values()) for examples in EXAMPLES.type.values()
        )

    def test_each_tier_of_each_type_has_its_effects(self) -> None:
        assert TABLES.keys() == {(type, tier) for type in EXAMPLES.type for tier in EXAMPLES.tier}

    @pytest.mark.parametrize("tier", ["lesser", "moderate", "critical"])
    def test_a_wound_is_of_its_tier(self, table: Arena, tier: str) -> None:
        table.scratch(tier)
        assert table.wounds("tank") == [f"body/1: {tier}"]

    def test_a_wound_is_of_its_type(self, table: Arena) -> None:
        table.hit("lesser", "shock", effect=False)
        assert [wound.kind for wound in table.sheet("tank").wounds.values()] == ["shock"]


@pytest.mark.rules("WD-DMG-04")
class TestWoundAndEffect:
    def test_the_effect_is_rolled_on_the_table_of_type_and_tier(self, table: Arena) -> None:
        table.hit("lesser", "cut", 5)
        assert (table.wounds("tank"), table.conditions("tank")) == (["body/1: lesser"], ["bleeding", "blinded"])

    @pytest.mark.parametrize(
        ("type", "tier"), [key for key, rows in TABLES.items() if rows.die and key[1] != "critical"]
    )
    def test_the_roll_of_an_effect_cites_the_table(self, table: Arena, type: str, tier: str) -> None:
        entry = table.hit(
            tier, type, 1, responses={"pick/tank": "bleeding"} if (type, tier) == ("rend", "moderate") else None
        )
        assert TABLES[type, tier].rule in table.last_roll(entry).rules

    @pytest.mark.parametrize(
        ("own", "does"), [("blinded", ["blinded"]), ("knock_down", ["knocked_down"]), ("webbed", ["webbed"])]
    )
    def test_a_weapon_s_own_effect_comes_in_its_place(self, table: Arena, own: str, does: list[str]) -> None:
        table.holds("Bolas", who="lung", keywords=[f"effect:{own}"])
        entry = self.thrown(table)
        assert (table.conditions("tank"), table.rolls(entry)) == (does, {"attack": 4})

    def test_with_an_amount_behind_it(self, table: Arena) -> None:
        table.holds("Bolas", who="lung", keywords=["effect:knock_back:15"])
        assert table.thrown(self.thrown(table)) == 15

    def test_recovery_does_away_with_that_as_well(self, table: Arena) -> None:
        table.holds("Bolas", who="lung", keywords=["effect:webbed"])
        self.thrown(table, **{"ignore/tank": "yes"})
        assert table.conditions("tank") == []

    def thrown(self, table: Arena, **responses: str) -> int:
        answers = {"defence/tank": "no"} | responses
        return table.play(
            "attack", who="lung", targets=["tank"], weapon="Bolas", dice={"attack": [4]}, responses=answers
        )

    def test_what_a_wound_did_lasts_as_long_as_it(self, table: Arena) -> None:
        table.hit("lesser", "cut", 6)
        table.play("mend_wound", who="tank", wound="body/1")
        assert table.conditions("tank") == []


@pytest.mark.rules("WD-DMG-05")
class TestEffectsWithoutAWound:
    def test_an_improvised_weapon_brings_the_effect_only(self, table: Arena) -> None:
        table.holds("chair", who="lung")
        table.play(
            "attack",
            who="lung",
            targets=["tank"],
            weapon="chair",
            responses={"defence/tank": "no"},
            dice={"attack": [4], "effect/tank": [3]},
        )
        assert (table.wounds("tank"), table.conditions("tank")) == ([], ["knocked_down"])

    def test_nobody_has_to_hold_out_for_it(self, table: Arena) -> None:
        table.wounded("lesser", "lesser", "lesser")
        assert "stay/tank" not in table.rolls(table.hit("lesser", "cut", 3, wound=False))

    def test_there_is_no_wound_that_could_grow(self, table: Arena) -> None:
        table.hit("lesser", "pierce", 6, 1, wound=False)
        assert table.wounds("tank") == []


@pytest.mark.rules("WD-EFF-12")
class TestIgnoringAnEffect:
    def test_a_dot_of_recovery_does_away_with_it_but_not_with_the_wound(self, table: Arena) -> None:
        table.hit("lesser", "cut", 6, responses={"ignore/tank": "yes"})
        assert (table.wounds("tank"), table.conditions("tank"), table.dots("tank")) == (
            ["body/1: lesser"],
            [],
            (3, 3, 2),
        )

    def test_a_moderate_one_as_well(self, table: Arena) -> None:
        table.hit("moderate", "cut", 6, responses={"ignore/tank": "yes"})
        assert table.conditions("tank") == []

    def test_an_effect_can_be_ignored_later(self, table: Arena) -> None:
        entry = table.hit("lesser", "cut", 6)
        table.answer_late(entry, {"ignore/tank": "yes"})
        assert table.conditions("tank") == []

    def test_critical_ones_nobody_ignores(self, table: Arena) -> None:
        table.hit("critical", "cut", 1, responses={"limb/tank": "left arm"})
        assert table.dots("tank") == (3, 3, 3)

    def test_a_character_without_dots_ignores_no_effect(self, table: Arena) -> None:
        table.play("spend_effort", who="tank", pool="recovery", dots=3)
        table.hit("moderate", "cut", 6)
        assert table.conditions("tank") == ["death_sentence"]


@pytest.mark.rules("WD-DMG-06")
class TestSheddingAnEffect:
    def resting(self, table: Arena, drained: int) -> None:
        table.begin("tank", against=("lung",), tank=6, lung=1)
        table.hit("moderate", "bash", 4)
        table.play("spend_effort", who="tank", pool="recovery", dots=drained)

    def test_while_resting_a_dot_of_recovery_ends_one(self, table: Arena) -> None:
        self.resting(table, 1)
        table.play("rest", who="tank", shed="pain", pool="focus")
        assert (table.conditions("tank"), table.dots("tank")) == ([], (3, 3, 1))

    def test_the_dot_that_this_very_rest_restores_will_do(self, table: Arena) -> None:
        self.resting(table, 3)
        table.play("rest", who="tank", shed="pain", pool="recovery")
        assert (table.conditions("tank"), table.dots("tank")) == ([], (3, 3, 0))

    def test_without_any_dot_it_stays(self, table: Arena) -> None:
        self.resting(table, 3)
        assert table.refusal("rest", who="tank", shed="pain", pool="stamina").rule == "WD-DMG-06"


@pytest.mark.rules("WD-COS-02", "WD-RULING-29")
class TestArmor:
    @pytest.fixture
    def armored(self, table: Arena) -> Arena:
        table.wears("armor")
        return table

    def test_takes_a_hit_of_any_tier_with_all_that_comes_with_it(self, armored: Arena) -> None:
        entry = armored.hit("critical", "cut")
        assert [wound.partition("/")[0] for wound in armored.wounds("tank")] == ["item"]
        assert armored.rolls(entry) == {}

    def test_the_next_one_reaches_the_body(self, armored: Arena) -> None:
        armored.hit("lesser", "cut")
        armored.hit("lesser", "cut", 3)
        assert "body/1: lesser" in armored.wounds("tank")

    def test_what_is_not_conventional_has_its_effect_all_the_same(self, armored: Arena) -> None:
        armored.hit("lesser", "shock", 1, conventional=False)
        assert armored.conditions("tank") == ["blinded", "deafened"]

    def test_as_an_option_armor_stops_the_wound_only(self) -> None:
        table = Arena(armor_effects="rolled")
        table.wears("armor")
        table.hit("lesser", "cut", 3)
        assert (len(table.wounds("tank")), table.conditions("tank")) == (1, ["bleeding"])

    def test_the_body_s_own_slots_stay_as_they_were(self, armored: Arena) -> None:
        armored.wounded("lesser", "lesser")
        assert armored.rolls(armored.hit("lesser", "cut")) == {}


@pytest.mark.rules("WD-DMG-08")
class TestAnAlteredEffect:
    def test_what_does_not_suit_gives_way_to_what_does(self, table: Arena) -> None:
        table.hit("moderate", "burn", 5)
        table.play("alter_effect", who="tank", effect="burning", into="bleeding", because="the road")
        assert table.conditions("tank") == ["bleeding"]

    def test_an_altered_effect_lasts_as_long_as_the_first(self, table: Arena) -> None:
        table.hit("moderate", "burn", 5)
        table.play("alter_effect", who="tank", effect="burning", into="bleeding")
        table.play("mend_wound", who="tank", wound="body/1")
        assert table.conditions("tank") == []

    def test_only_the_game_master_alters_an_effect(self, table: Arena) -> None:
        table.hit("moderate", "burn", 5)
        assert table.forbidden("alter_effect", as_player="ana", who="tank", effect="burning", into="bleeding")

    def test_an_altered_effect_says_by_which_rule(self, table: Arena) -> None:
        table.hit("moderate", "burn", 5)
        assert "WD-DMG-08" in table.cited(table.play("alter_effect", who="tank", effect="burning", into="bleeding"))


@pytest.mark.rules("WD-DMG-09")
class TestRendingWeapons:
    @pytest.fixture
    def armed(self, table: Arena) -> Arena:
        table.holds("Hook", who="lung", type="rend", tier="lesser")
        return table

    def strike(self, table: Arena, effect: int) -> int:
        return table.play(
            "attack",
            who="lung",
            targets=["tank"],
            weapon="Hook",
            responses={"defence/tank": "no"},
            dice={"attack": [4], "effect/tank": [effect]},
        )

    def kind(self, table: Arena) -> list[str]:
        return [wound.kind for wound in table.sheet("tank").wounds.values()]

    def test_one_that_is_not_vicious_deals_something_else(self, armed: Arena) -> None:
        armed.play("judge_rend", who="lung", item="Hook", vicious=False, instead="cut")
        self.strike(armed, 1)
        assert self.kind(armed) == ["cut"]

    def test_one_that_is_rends(self, armed: Arena) -> None:
        armed.play("judge_rend", who="lung", item="Hook", vicious=False)
        armed.play("judge_rend", who="lung", item="Hook", vicious=True)
        self.strike(armed, 1)
        assert self.kind(armed) == ["rend"]

    def test_undone_it_rends_as_it_was_defined(self, armed: Arena) -> None:
        judged = armed.play("judge_rend", who="lung", item="Hook", vicious=False)
        self.strike(armed, 1)
        armed.undo(judged)
        assert self.kind(armed) == ["rend"]
