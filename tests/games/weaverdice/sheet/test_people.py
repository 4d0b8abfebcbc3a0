"""Players' capes, notables, generics and bystanders."""

from __future__ import annotations

import pytest

from domain.play.deed import BadCommand
from tests.games.weaverdice.capes import Capes
from tests.games.weaverdice.fighting import Alley
from tests.games.weaverdice.hurting import Arena

EFFORT = {"stamina", "focus", "recovery"}


@pytest.fixture
def table() -> Capes:
    table = Capes()
    table.cape("ramjet", athletics=4)
    table.foe("lung")
    table.foe("thug", category="generic")
    table.foe("neighbour", category="bystander")
    return table


@pytest.mark.rules("WD-NPC-01")
class TestCategories:
    @pytest.mark.parametrize(
        ("handle", "tracks"),
        [
            ("ramjet", {*EFFORT, "morale", "money"}),
            ("lung", {*EFFORT, "morale"}),
            ("thug", set[str]()),
            ("neighbour", set[str]()),
        ],
    )
    def test_categories_decide_what_is_kept(self, table: Capes, handle: str, tracks: set[str]) -> None:
        assert set(table.sheet(handle).tracks) == tracks

    @pytest.mark.parametrize(("handle", "stats"), [("ramjet", 7), ("lung", 7), ("thug", 7), ("neighbour", 0)])
    def test_categories_decide_who_has_stats(self, table: Capes, handle: str, stats: int) -> None:
        assert len(table.sheet(handle).attributes) == stats

    def test_there_is_no_fifth(self, table: Capes) -> None:
        with pytest.raises(BadCommand, match="category"):
            table.play("create", name="Cat", category="pet")

    def test_a_generic_may_have_one_special_rule(self, table: Capes) -> None:
        table.play("create", name="Dog", category="generic", special="Bites and holds on.")
        assert table.sheet("dog").traits["special"].title == "Bites and holds on."

    def test_a_special_generic_has_no_skill_beside_it(self, table: Capes) -> None:
        table.play("create", name="Dog", category="generic", special="Bites and holds on.")
        assert table.refusal("grant_skill", who="dog", skill="aim").rule == "WD-NPC-01"

    def test_a_generic_has_one_simple_skill_in_place_of_a_special_rule(self, table: Capes) -> None:
        table.play("grant_skill", who="thug", skill="aim")
        assert table.refusal("grant_skill", who="thug", skill="craft").rule == "WD-NPC-01"

    @pytest.mark.parametrize("category", ["player", "notable", "bystander"])
    def test_others_have_no_special_rule(self, table: Capes, category: str) -> None:
        refusal = table.refusal("create", name="Odd", category=category, special="Never sleeps.")
        assert refusal.rule == "WD-NPC-01"


@pytest.mark.rules("WD-NPC-02")
class TestPlayersCapes:
    def test_players_capes_have_money_and_effort(self, table: Capes) -> None:
        assert (table.current("ramjet", "money"), table.dots("ramjet")) == (0, (4, 3, 3))

    @pytest.mark.parametrize("handle", ["lung", "thug", "neighbour"])
    def test_players_capes_alone_have_backgrounds(self, table: Capes, handle: str) -> None:
        assert table.refusal("pick_background", who=handle, name="Data Entry").rule == "WD-NPC-02"

    @pytest.mark.parametrize("handle", ["lung", "thug", "neighbour"])
    def test_players_capes_alone_train_in_downtime(self, table: Capes, handle: str) -> None:
        assert table.refusal("train", who=handle, skill="aim").rule == "WD-NPC-02"


@pytest.mark.rules("WD-NPC-03")
class TestNotables:
    def test_notables_have_effort_and_skills(self, table: Capes) -> None:
        table.play("grant_skill", who="lung", skill="aim")
        assert (table.dots("lung"), "aim" in table.sheet("lung").traits) == ((3, 3, 3), True)

    def test_no_money_is_kept_for_them(self, table: Capes) -> None:
        assert "money" not in table.sheet("lung").tracks

    def test_in_a_crisis_a_cape_may_be_a_generic(self, table: Capes) -> None:
        table.foe("cape-17", category="generic")
        assert not table.sheet("cape-17").tracks


@pytest.mark.rules("WD-NPC-04")
class TestGenerics:
    def test_generics_have_no_effort_to_spend(self, table: Capes) -> None:
        assert table.refusal("spend_effort", who="thug", pool="stamina").rule == "WD-EFF-03"

    @pytest.mark.parametrize(("wounds", "down"), [(1, []), (2, ["unconscious"])])
    def test_generics_drop_when_wounds_equal_guts_without_a_check(self, wounds: int, down: list[str]) -> None:
        arena = Arena()
        arena.foe("dog", category="generic", guts=2)
        entries = [arena.scratch(who="dog") for _ in range(wounds)]
        assert ([arena.rolls(entry) for entry in entries], arena.conditions("dog")) == ([{}] * wounds, down)


@pytest.mark.rules("WD-NPC-05")
class TestBystanders:
    def test_bystanders_are_easy_to_hit(self, table: Capes) -> None:
        assert table.value("neighbour", "scores.defence") == 2

    def test_bystanders_are_given_no_stats(self, table: Capes) -> None:
        refusal = table.refusal("create", name="Passer-by", category="bystander", stats={"guts": 4})
        assert refusal.rule == "WD-NPC-05"

    def test_what_they_are_asked_for_all_the_same_is_average(self, table: Capes) -> None:
        entry = table.play("check", who="neighbour", stat="wits", dice={"check": [4]})
        assert table.rolls(entry) == {"check": 4}

    def test_a_single_hit_puts_them_out(self) -> None:
        arena = Arena()
        arena.foe("neighbour", category="bystander")
        arena.scratch(who="neighbour")
        assert (arena.conditions("neighbour"), arena.wounds("neighbour")) == (["unconscious"], [])

    def test_bystanders_act_last_and_together(self) -> None:
        alley = Alley()
        alley.cape("pearl", athletics=1, dexterity=1)
        for handle in ("aunt", "uncle"):
            alley.foe(handle, category="bystander")
        alley.begin("pearl", "aunt", "uncle", pearl=1)
        assert alley.order() == ["pearl", "bystanders"]

    def test_bystanders_have_no_skills(self, table: Capes) -> None:
        assert table.refusal("grant_skill", who="neighbour", skill="aim").rule == "WD-NPC-05"


@pytest.mark.rules("WD-NPC-06")
class TestPromotion:
    def test_a_bystander_becomes_a_generic_with_stats(self, table: Capes) -> None:
        table.play("promote", who="neighbour", stats={"guts": 4})
        sheet = table.sheet("neighbour")
        assert (sheet.profile["self"].kind, sheet.attributes["guts"].base, sheet.attributes["wits"].base) == (
            "generic",
            4,
            3,
        )

    def test_is_harder_to_hit_then(self, table: Capes) -> None:
        table.play("promote", who="neighbour")
        assert table.value("neighbour", "scores.defence") == 3

    def test_a_promoted_bystander_lasts_as_long_as_their_guts_say(self, table: Capes) -> None:
        table.play("promote", who="neighbour", stats={"guts": 4})
        assert table.value("neighbour", "slots.wounds") == 4

    @pytest.mark.parametrize("handle", ["ramjet", "lung", "thug"])
    def test_others_are_not_promoted_so(self, table: Capes, handle: str) -> None:
        assert table.refusal("promote", who=handle).rule == "WD-NPC-06"
