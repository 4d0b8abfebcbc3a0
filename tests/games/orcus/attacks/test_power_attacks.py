"""Powers that attack: a roll for each target, one roll of damage, and what hits, misses and effects do."""

import pytest

from tests.games.orcus.power_table import BLAST, PowerTable, dice


@pytest.fixture
def table() -> PowerTable:
    """Bryn attacks with +3; the two monsters next to her have defenses of 12."""
    table = PowerTable()
    table.start()
    table.on_map(bryn=(1, 1), gnasher=(0, 1), rask=(2, 1))
    return table


def hp(table: PowerTable) -> tuple[int, int]:
    """The hit points of the two monsters."""
    return table.current("gnasher", "hp"), table.current("rask", "hp")


@pytest.mark.rules("OR-EFF-01", "OR-DMG-03", "OR-ATK-01")
def test_each_target_has_an_attack_roll_and_all_share_the_damage(table: PowerTable) -> None:
    table.learn("bryn", "blast", **BLAST, targets="all enemies")
    entry = table.use("bryn", "blast", dice=dice(5, gnasher=9, rask=10))
    assert table.rolls(entry) == {"attack/gnasher": 12, "attack/rask": 13, "damage": 5}
    assert hp(table) == (35, 35)


@pytest.mark.rules("OR-EFF-01")
def test_one_target_may_be_hit_and_another_missed(table: PowerTable) -> None:
    table.learn("bryn", "blast", **BLAST, targets="all enemies")
    table.use("bryn", "blast", dice=dice(5, gnasher=8, rask=9))
    assert hp(table) == (40, 35)


@pytest.mark.rules("OR-DMG-03", "OR-CRIT-03")
def test_a_critical_hit_and_a_resistance_are_each_target_s_own(table: PowerTable) -> None:
    table.play("protect", who="rask", amount=2)
    table.learn("bryn", "blast", **BLAST, targets="all enemies")
    table.use("bryn", "blast", dice=dice(5, gnasher=20, rask=10))
    assert hp(table) == (40 - 6, 40 - 3)


@pytest.mark.rules("OR-EFF-04")
@pytest.mark.parametrize(
    ("die", "left", "conditions"), [(8, 38, ["slowed"]), (9, 35, ["dazed", "slowed"]), (10, 35, ["dazed", "slowed"])]
)
def test_hit_miss_and_effect_each_have_their_entry(
    table: PowerTable, die: int, left: int, conditions: list[str]
) -> None:
    table.learn("bryn", "blast", **BLAST | {"hit": "1d6 damage; dazed", "miss": "half damage", "effect": "slowed"})
    table.use("bryn", "blast", "gnasher", dice=dice(5, gnasher=die))
    assert (table.current("gnasher", "hp"), table.conditions("gnasher")) == (left, conditions)


@pytest.mark.rules("OR-DEATH-11", "OR-EFF-04")
@pytest.mark.parametrize(("knocked", "conditions"), [(True, ["prone", "staggered", "unconscious"]), (False, ["dead"])])
def test_half_damage_on_a_miss_knocks_out_as_the_attacker_chose(
    table: PowerTable, knocked: bool, conditions: list[str]
) -> None:
    table.learn("bryn", "blast", **BLAST | {"hit": "1d100 damage", "miss": "half damage"})
    table.use("bryn", "blast", "gnasher", knock_out=knocked, dice={"attack/gnasher": [8], "damage": [100]})
    assert set(conditions) <= set(table.conditions("gnasher"))
    assert ("dead" in table.conditions("gnasher")) is not knocked


@pytest.mark.rules("OR-EFF-04")
def test_an_effect_comes_without_an_attack_roll_too(table: PowerTable) -> None:
    table.learn("bryn", "mire", range="ranged 10", effect="slowed")
    assert table.rolls(table.use("bryn", "mire", "rask", responses={"opportunity": "let go"})) == {}
    assert table.conditions("rask") == ["slowed"]


@pytest.mark.rules("OR-EFF-05")
def test_the_target_of_a_power_knows_what_it_has_done(table: PowerTable) -> None:
    table.learn("gnasher", "snare", range="melee 1", attack="strength vs ac", hit="restrained (save ends)")
    table.next()
    table.use("gnasher", "snare", "bryn", dice=dice(bryn=19))
    (condition,) = table.sheet("bryn").conditions.values()
    assert (condition.what, condition.title, condition.audience) == ("restrained", "snare", "all")
    assert condition.source == table.ref("gnasher")


@pytest.mark.rules("OR-ACT-07", "OR-ACT-08")
@pytest.mark.parametrize(("action", "left"), [("standard", 34), ("swift", 38)])
def test_an_attack_power_is_a_coup_de_grace_with_a_standard_action(table: PowerTable, action: str, left: int) -> None:
    table.play("impose", who="gnasher", what="helpless")
    table.learn("bryn", "stab", range="melee 1", action=action, attack="strength vs ac", hit="1d6 damage")
    table.use("bryn", "stab", "gnasher", dice=dice(0 if action == "standard" else 2, gnasher=10))
    assert table.current("gnasher", "hp") == left


@pytest.mark.rules("OR-EFF-03")
@pytest.mark.parametrize("defense", ["ac", "fortitude", "reflex", "will"])
def test_an_attack_is_made_against_one_of_four_defenses(table: PowerTable, defense: str) -> None:
    table.play("enter_statistics", who="gnasher", statistics={"defenses": {defense: 20}})
    table.learn("bryn", "jab", range="melee 1", attack=f"strength vs {defense}", hit="1d6 damage")
    entry = table.use("bryn", "jab", "gnasher", dice=dice(gnasher=16))
    (attack,) = (roll for _, roll in table.rolled(entry))
    assert (attack.target, attack.outcome) == (20, "miss")


@pytest.mark.rules("OR-TYPE-06")
@pytest.mark.parametrize(("answer", "left"), [("attack", 36), ("let go", 40)])
def test_a_ranged_basic_attack_gives_an_opening_to_an_adjacent_foe(table: PowerTable, answer: str, left: int) -> None:
    table.arm("bryn", "bow", "1d10", range=20, long=40)
    table.arm("gnasher", "claw", "1d6", location="natural")
    rolled = {"attack/bryn": [15], "damage": [4, 2]} if answer == "attack" else {"damage": [2]}
    table.strike(
        "bryn",
        "rask",
        15,
        ranged=True,
        dice=rolled,
        responses={"opportunity/gnasher/bryn": answer},
    )
    assert (table.current("bryn", "hp"), table.current("rask", "hp")) == (left, 38)


@pytest.mark.rules("OR-TYPE-06")
def test_a_shooter_dropped_by_an_opportunity_attack_does_not_shoot(table: PowerTable) -> None:
    table.arm("bryn", "bow", "1d10", range=20, long=40)
    table.arm("gnasher", "claw", "1d6", location="natural")
    table.hurt("bryn", 38)
    table.play(
        "make_basic_attack",
        encounter="ledge",
        who="bryn",
        target="rask",
        ranged=True,
        dice={"attack/bryn": [15], "damage": [4]},
        responses={"opportunity/gnasher/bryn": "attack"},
    )
    assert (table.current("bryn", "hp"), table.current("rask", "hp")) == (-2, 40)


@pytest.mark.rules("OR-TYPE-06")
def test_a_melee_attack_gives_no_opening(table: PowerTable) -> None:
    table.arm("bryn")
    table.arm("gnasher", "claw", "1d6", location="natural")
    table.strike("bryn", "rask", 2)
    assert table.left("gnasher", "immediate") == 1


@pytest.mark.rules("OR-EFF-01", "OR-RES-01")
@pytest.mark.parametrize(("die", "left"), [(2, 40), (12, 35)])
def test_half_damage_on_a_miss_is_of_the_type_that_the_weapon_deals(table: PowerTable, die: int, left: int) -> None:
    """Of 8 and 1 a hit leaves 5 after the resistance of 4, and a miss nothing of its 4."""
    table.arm("bryn", "brand", "1d10", types=["fire"])
    table.play("protect", who="gnasher", amount=4, against="fire")
    table.learn("bryn", "Sear", tags="weapon", attack="strength vs ac", hit="1dW + 1 damage", miss="half damage")
    table.use("bryn", "sear", "gnasher", dice=dice(8, gnasher=die))
    assert table.current("gnasher", "hp") == left
