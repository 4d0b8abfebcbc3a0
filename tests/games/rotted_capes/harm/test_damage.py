"""Damage: DR, Stamina, what is massive, and what Wounds it deals."""

from __future__ import annotations

import pytest

from tests.games.rotted_capes.cast import Cast


@pytest.fixture
def table() -> Cast:
    table = Cast()
    table.hero("lark", stamina=40, wounds=3, fortitude=14)
    return table


def left(table: Cast, who: str = "lark") -> tuple[int, int]:
    return table.current(who, "stamina"), table.current(who, "wounds")


@pytest.mark.rules("RC-DMG-07")
def test_damage_is_the_dice_and_what_adds_to_them_less_dr(table: Cast) -> None:
    table.play("grant_resistance", who="lark", amount=5, source="armor")
    table.play("harm", who="lark", damage="2d6", adds=3, dice={"damage/lark": [4, 6]})
    assert left(table) == (40 - 8, 3)


@pytest.mark.rules("RC-DMG-07")
@pytest.mark.parametrize(("amount", "stamina"), [(4, 40), (5, 40), (6, 39)])
def test_dr_brings_damage_down_to_0_and_not_below(table: Cast, amount: int, stamina: int) -> None:
    table.play("grant_resistance", who="lark", amount=5)
    table.play("harm", who="lark", amount=amount)
    assert left(table) == (stamina, 3)


@pytest.mark.rules("RC-DMG-07")
def test_harm_is_dice_or_an_amount(table: Cast) -> None:
    assert table.refusal("harm", who="lark").rule == "RC-DMG-07"
    assert table.refusal("harm", who="lark", damage="1d6", amount=3, dice={"damage/lark": [3]}).rule == "RC-DMG-07"


@pytest.mark.rules("RC-DMG-08")
@pytest.mark.parametrize(("kind", "taken"), [("fire", 2), ("cold", 7), ("slashing", 12)])
def test_only_the_highest_dr_that_applies_counts(table: Cast, kind: str, taken: int) -> None:
    table.play("grant_resistance", who="lark", amount=5, against="energy", source="field")
    table.play("grant_resistance", who="lark", amount=10, against="fire", source="suit")
    table.play("harm", who="lark", amount=12, type=kind)
    assert left(table) == (40 - taken, 3)


@pytest.mark.rules("RC-DMG-08")
def test_dr_ends_with_what_gives_it(table: Cast) -> None:
    table.play("grant_resistance", who="lark", amount=5, source="armor")
    table.play("end_resistance", who="lark", source="armor")
    table.play("harm", who="lark", amount=12)
    assert left(table) == (28, 3)
    assert table.refusal("end_resistance", who="lark", source="armor").rule == "RC-DMG-08"


@pytest.mark.rules("RC-DMG-09")
def test_what_bypasses_dr_is_not_reduced(table: Cast) -> None:
    table.play("grant_resistance", who="lark", amount=5)
    entry = table.play("harm", who="lark", amount=12, bypasses=True)
    assert left(table) == (28, 3)
    assert "RC-DMG-09" in table.cited(entry)


@pytest.mark.rules("RC-DMG-01")
def test_lost_stamina_takes_nothing_from_rolls(table: Cast) -> None:
    before = table.play("roll_check", who="lark", ability="strength", difficulty=10, dice={"check": [10]})
    for _ in range(3):
        table.play("harm", who="lark", amount=13)
    after = table.play("roll_check", who="lark", ability="strength", difficulty=10, dice={"check": [10]})
    assert left(table) == (1, 3)
    assert (table.rolls(before)["check"], table.rolls(after)["check"]) == (10, 10)


@pytest.mark.rules("RC-DMG-11", "RC-RULING-37", "RC-RULING-38")
@pytest.mark.parametrize(("amount", "wounds"), [(18, 3), (19, 3), (20, 2), (40, 2)])
def test_massive_damage_is_more_than_fortitude_after_dr(table: Cast, amount: int, wounds: int) -> None:
    table.play("grant_resistance", who="lark", amount=5)
    entry = table.play("harm", who="lark", amount=amount)
    assert left(table) == (40 - amount + 5, wounds)
    assert ("RC-DMG-11" in table.cited(entry)) is (wounds == 2)


@pytest.mark.rules("RC-RULING-37")
def test_massive_damage_counts_before_temporary_stamina_and_whatever_is_left(table: Cast) -> None:
    table.play("harm", who="lark", amount=14)
    table.play("harm", who="lark", amount=14)
    table.play("grant_temporary_stamina", who="lark", amount=10)
    table.play("harm", who="lark", amount=15)
    assert left(table) == (7, 2)
    table.play("harm", who="lark", amount=15)
    assert left(table) == (0, 1)


@pytest.mark.rules("RC-RULING-37")
@pytest.mark.parametrize(("option", "wounds"), [(False, 3), (True, 2)])
def test_collisions_are_massive_where_the_campaign_says_so(option: bool, wounds: int) -> None:
    table = Cast(massive_from_impacts=option)
    table.hero("lark", fortitude=14)
    table.play("harm", who="lark", amount=15, cause="impact")
    assert left(table) == (25, wounds)


@pytest.mark.rules("RC-DMG-10")
def test_a_critical_hit_deals_a_wound_besides(table: Cast) -> None:
    table.play("harm", who="lark", amount=5, critical=True)
    assert left(table) == (35, 2)


@pytest.mark.rules("RC-DMG-12")
@pytest.mark.parametrize(("amount", "wounds"), [(14, 2), (15, 1)])
def test_a_critical_hit_that_is_massive_deals_2_wounds(table: Cast, amount: int, wounds: int) -> None:
    table.play("harm", who="lark", amount=amount, critical=True)
    assert left(table) == (40 - amount, wounds)


@pytest.mark.rules("RC-RULING-05")
@pytest.mark.parametrize(("amount", "wounds"), [(14, 2), (15, 1)])
def test_a_critical_hit_may_deal_its_wound_instead(amount: int, wounds: int) -> None:
    table = Cast(critical_stamina="instead")
    table.hero("lark", fortitude=14)
    table.play("grant_resistance", who="lark", amount=5)
    entry = table.play("harm", who="lark", amount=amount, critical=True)
    assert left(table) == (40, wounds)
    assert "RC-RULING-05" in table.cited(entry)


@pytest.mark.rules("RC-DMG-02")
@pytest.mark.parametrize(("amount", "stamina", "buffer"), [(5, 28, True), (6, 28, False), (9, 25, False)])
def test_temporary_stamina_takes_damage_first(table: Cast, amount: int, stamina: int, buffer: bool) -> None:
    table.play("harm", who="lark", amount=12)
    table.play("grant_temporary_stamina", who="lark", amount=6)
    entry = table.play("harm", who="lark", amount=amount)
    assert (table.current("lark", "stamina"), "temporary_stamina" in table.conditions("lark")) == (stamina, buffer)
    assert "RC-DMG-02" in table.cited(entry)


@pytest.mark.rules("RC-DMG-03")
def test_temporary_stamina_goes_with_what_gave_it(table: Cast) -> None:
    table.play("harm", who="lark", amount=12)
    table.play(
        "grant_temporary_stamina",
        who="lark",
        amount=6,
        until={"by": "moment", "moment": "field_ends", "subject": "lark"},
    )
    table.play("freeform.come", moment="field_ends", subject="lark")
    assert table.conditions("lark") == []
    assert table.refusal("end_temporary_stamina", who="lark").rule == "RC-DMG-03"
    table.play("grant_temporary_stamina", who="lark", amount=6)
    table.play("end_temporary_stamina", who="lark")
    table.play("harm", who="lark", amount=1)
    assert left(table) == (27, 3)


@pytest.mark.rules("RC-DMG-04")
def test_new_temporary_stamina_takes_the_place_of_the_old(table: Cast) -> None:
    table.play("harm", who="lark", amount=12)
    table.play("grant_temporary_stamina", who="lark", amount=9)
    table.play("grant_temporary_stamina", who="lark", amount=2)
    table.play("harm", who="lark", amount=5)
    assert left(table) == (25, 3)


@pytest.mark.rules("RC-DMG-05", "RC-RULING-36")
@pytest.mark.parametrize(
    ("capped", "harmed", "stamina"), [(True, 8, 30), (True, 0, 38), (False, 0, 40), (False, 8, 32)]
)
def test_temporary_stamina_does_not_go_beyond_the_maximum(capped: bool, harmed: int, stamina: int) -> None:
    table = Cast(temp_stamina_cap=capped)
    table.hero("lark", fortitude=14)
    if harmed:
        table.play("harm", who="lark", amount=harmed)
    table.play("grant_temporary_stamina", who="lark", amount=10)
    table.play("harm", who="lark", amount=10)
    expected = {(True, 8): 30, (True, 0): 30, (False, 0): 40, (False, 8): 32}[capped, harmed]
    assert left(table) == (expected, 3)
    assert stamina >= expected


@pytest.mark.rules("RC-CONT-01", "RC-CONT-02", "RC-RULING-40")
def test_continuous_damage_adds_up_whatever_its_sources(table: Cast) -> None:
    table.play("harm", who="lark", amount=9, type="fire", cause="continuous")
    table.play("harm", who="lark", amount=5, type="acid", cause="continuous")
    assert left(table) == (26, 3)
    entry = table.play("harm", who="lark", amount=4, type="fire", cause="continuous")
    assert left(table) == (22, 2)
    assert {"RC-CONT-01", "RC-CONT-02"} <= table.cited(entry)
    table.play("harm", who="lark", amount=14, type="fire", cause="continuous")
    assert left(table) == (8, 2)
    table.play("harm", who="lark", amount=1, type="fire", cause="continuous")
    assert left(table) == (7, 1)


@pytest.mark.rules("RC-CONT-01")
def test_the_running_total_begins_anew_with_a_scene(table: Cast) -> None:
    table.play("freeform.open_scene")
    table.play("harm", who="lark", amount=10, cause="continuous")
    table.play("freeform.end_scene")
    table.play("harm", who="lark", amount=10, cause="continuous")
    assert left(table)[1] == 3


@pytest.mark.rules("RC-RULING-70", "RC-CONT-01")
def test_a_fight_that_ends_leaves_the_scene_as_it_is() -> None:
    table = Cast()
    table.hero("lark", fortitude=14, stamina=40)
    table.play("freeform.open_scene")
    table.begin({"lark": 20}, {})
    table.play("harm", who="lark", amount=10, cause="continuous")
    table.play("end_fight", encounter="underpass")
    assert table.current("lark", "stamina") == 30
    table.play("harm", who="lark", amount=5, cause="continuous")
    assert table.current("lark", "wounds") == 2
    table.play("freeform.end_scene")
    assert table.current("lark", "stamina") == 40
    table.play("harm", who="lark", amount=14, cause="continuous")
    assert table.current("lark", "wounds") == 2


@pytest.mark.rules("RC-RULING-40")
@pytest.mark.parametrize(("amount", "wounds"), [(25, 3), (26, 2)])
def test_dr_counts_and_a_stamina_defense_of_its_own_may_be_entered(amount: int, wounds: int) -> None:
    table = Cast()
    table.hero("lark", fortitude=14, stamina_defense=20)
    table.play("grant_resistance", who="lark", amount=5)
    table.play("harm", who="lark", amount=amount, cause="continuous")
    assert left(table) == (45 - amount, wounds)


@pytest.mark.rules("RC-TYPE-01", "RC-TYPE-04")
@pytest.mark.parametrize(
    ("category", "members"),
    [
        ("energy", {"cold", "cosmic", "electricity", "fire", "radioactive", "sonic"}),
        ("physical", {"acid", "ballistic", "kinetic", "piercing", "slashing"}),
    ],
)
def test_dr_against_a_category_counts_against_its_types(table: Cast, category: str, members: set[str]) -> None:
    types = {
        *("acid", "ballistic", "cold", "cosmic", "electricity", "fire", "kinetic"),
        *("piercing", "poison", "psychic", "radioactive", "slashing", "sonic"),
    }
    table.play("grant_resistance", who="lark", amount=2, against=category)
    reduced = set()
    for kind in sorted(types):
        before = table.current("lark", "stamina")
        table.play("harm", who="lark", amount=3, type=kind)
        if before - table.current("lark", "stamina") == 1:
            reduced.add(kind)
    assert reduced == members


@pytest.mark.rules("RC-TYPE-01")
def test_a_damage_type_that_nobody_knows_is_refused(table: Cast) -> None:
    assert "no damage-type 'plasma'" in table.refusal("harm", who="lark", amount=3, type="plasma").player


@pytest.mark.rules("RC-TYPE-02")
def test_the_editor_in_chief_adds_energy_types(table: Cast) -> None:
    entry = table.play("add_damage_type", name="plasma")
    table.play("grant_resistance", who="lark", amount=2, against="energy")
    table.play("harm", who="lark", amount=5, type="plasma")
    assert left(table) == (37, 3)
    assert "RC-TYPE-02" in table.cited(entry)
    assert table.refusal("add_damage_type", name="fire").rule == "RC-TYPE-02"
    assert table.forbidden("add_damage_type", as_player="ana", name="shade")


@pytest.mark.rules("RC-TYPE-03")
@pytest.mark.parametrize(("against", "stamina"), [("all", 30), ("psychic", 34)])
def test_psychic_damage_minds_no_dr_but_its_own(table: Cast, against: str, stamina: int) -> None:
    table.play("grant_resistance", who="lark", amount=4, against=against)
    table.play("harm", who="lark", amount=10, type="psychic")
    assert left(table) == (stamina, 3)


@pytest.mark.rules("RC-TYPE-03")
@pytest.mark.parametrize("category", ["zombie", "super zombie"])
def test_psychic_damage_does_nothing_to_zombies(table: Cast, category: str) -> None:
    table.threat("shambler", category, wounds=2)
    entry = table.play("harm", who="shambler", amount=99, type="psychic", critical=True)
    assert table.current("shambler", "wounds") == 2
    assert "RC-TYPE-03" in table.cited(entry)


@pytest.mark.rules("RC-CONT-01", "RC-RULING-05")
def test_continuous_damage_that_is_critical_is_added_up_once() -> None:
    table = Cast(critical_stamina="instead")
    table.hero("lark", fortitude=14, stamina=40)
    table.play("harm", who="lark", amount=10, cause="continuous", critical=True)
    assert (table.current("lark", "stamina"), table.current("lark", "wounds")) == (40, 2)
