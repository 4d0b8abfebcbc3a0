"""Building a character: scores, ancestry, class and kit, alignment, languages; loads; the natures of monsters."""

from typing import Any, get_args

import pytest

from systems.orcus.sheet.choices import Tradition
from systems.orcus.sheet.generating import COSTS, TABLES
from systems.orcus.sheet.natures import NATURES
from systems.orcus.sheet.origins import TABLES as ORIGINS
from tests.games.orcus.cast import SCORES, Cast


@pytest.fixture
def table() -> Cast:
    table = Cast()
    table.hero("bryn")
    return table


def six(*scores: int) -> dict[str, int]:
    return dict(zip(SCORES.values(), scores, strict=True))


def buy(table: Cast, *scores: int) -> int:
    return table.play("buy_scores", who="bryn", scores=six(*scores), as_player="ana")


def refused(table: Cast, *scores: int) -> str:
    return table.refusal("buy_scores", who="bryn", scores=six(*scores)).rule


@pytest.mark.rules("OR-GEN-02", "OR-RULING-10")
@pytest.mark.parametrize(("scores", "left"), [((18, 14, 11, 10, 10, 8), 0), ((16, 14, 12, 10, 10, 10), 4)])
def test_up_to_32_points_are_spent_and_what_is_left_is_noted(table: Cast, scores: tuple[int, ...], left: int) -> None:
    entry = buy(table, *scores)
    assert [table.value("bryn", f"attributes.{name}") for name in SCORES.values()] == list(scores)
    assert [event.data["left"] for event in table.told(entry) if hasattr(event, "data") and "left" in event.data] == [
        left
    ]


@pytest.mark.rules("OR-GEN-02")
def test_scores_that_cost_more_than_32_points_are_refused(table: Cast) -> None:
    assert refused(table, 18, 14, 11, 11, 10, 8) == "OR-GEN-02"


@pytest.mark.rules("OR-GEN-02")
@pytest.mark.parametrize("score", [7, 19])
def test_scores_that_are_not_for_sale_are_refused(table: Cast, score: int) -> None:
    assert refused(table, score, 10, 10, 10, 10, 10) == "OR-GEN-02"


@pytest.mark.rules("OR-GEN-03")
def test_two_scores_below_10_are_refused(table: Cast) -> None:
    assert refused(table, 14, 14, 12, 10, 9, 8) == "OR-GEN-03"
    assert buy(table, 14, 14, 12, 10, 10, 9)


@pytest.mark.rules("OR-GEN-04")
def test_what_scores_cost_is_that_of_the_rules() -> None:
    costs = {8: 0, 9: 1, 10: 2, 11: 3, 12: 4, 13: 5, 14: 7, 15: 9, 16: 11, 17: 14, 18: 18}
    assert (COSTS, TABLES.points, TABLES.below_average) == (costs, 32, 1)


@pytest.mark.rules("OR-ABIL-01")
def test_all_six_scores_are_given(table: Cast) -> None:
    assert set(TABLES.abilities) == set(SCORES.values())
    assert table.refusal("buy_scores", who="bryn", scores={"strength": 10}).rule == "OR-ABIL-01"


ROLLED = {f"score/{at}": dice for at, dice in enumerate([[6, 6, 6, 1], [5, 5, 5, 5], [4, 4, 4, 1], [3, 3, 3, 3]], 1)}
ROLLED |= {"score/5": [1, 1, 1, 1], "score/6": [2, 6, 3, 1]}


@pytest.mark.rules("OR-GEN-05", "OR-RULING-10")
def test_six_scores_are_rolled_without_the_lowest_die_and_put_in_any_order(table: Cast) -> None:
    entry = table.play("roll_scores", who="bryn", dice=ROLLED, as_player="ana")
    assert list(table.rolls(entry).values()) == [18, 15, 12, 9, 3, 11]
    assert table.refusal("assign_scores", who="bryn", scores=six(18, 18, 12, 9, 3, 11)).rule == "OR-GEN-05"
    table.play("assign_scores", who="bryn", scores=six(3, 9, 18, 15, 12, 11), as_player="ana")
    assert (table.value("bryn", "attributes.dexterity"), table.value("bryn", "attributes.strength")) == (18, 3)


@pytest.mark.rules("OR-GEN-05")
def test_scores_are_rolled_once_and_before_they_are_put_in_order(table: Cast) -> None:
    assert table.refusal("assign_scores", who="bryn", scores=six(3, 9, 18, 15, 12, 11)).rule == "OR-GEN-05"
    table.play("roll_scores", who="bryn", dice=ROLLED)
    assert table.refusal("roll_scores", who="bryn", dice=ROLLED).rule == "OR-GEN-05"


@pytest.mark.rules("OR-GEN-05", "OR-RULING-10")
@pytest.mark.parametrize(
    ("method", "buys", "rolls"), [("either", True, True), ("point_buy", True, False), ("roll", False, True)]
)
def test_a_campaign_may_have_one_method_alone(method: str, buys: bool, rolls: bool) -> None:
    table = Cast(ability_method=method)
    table.hero("bryn")
    if rolls:
        assert table.play("roll_scores", who="bryn", dice=ROLLED)
    else:
        assert table.refusal("roll_scores", who="bryn", dice=ROLLED).rule == "OR-RULING-10"
    if buys:
        assert buy(table, 10, 10, 10, 10, 10, 10)
    else:
        assert refused(table, 10, 10, 10, 10, 10, 10) == "OR-RULING-10"


@pytest.mark.rules("OR-GEN-01")
def test_scores_are_generated_before_the_ancestry_adds_to_them(table: Cast) -> None:
    buy(table, 16, 14, 12, 10, 10, 10)
    table.play("enter_ancestry", who="bryn", name="Dwarf", scores={"constitution": 2, "wisdom": 2})
    assert [table.value("bryn", f"attributes.{name}") for name in ("constitution", "wisdom")] == [16, 12]
    assert table.current("bryn", "hp") == 46
    assert refused(table, 16, 14, 12, 10, 10, 10) == "OR-GEN-01"
    assert table.refusal("roll_scores", who="bryn", dice=ROLLED).rule == "OR-GEN-01"


@pytest.mark.rules("OR-BUILD-01")
@pytest.mark.parametrize("what", ["class", "kit"])
def test_a_character_has_one_ancestry_one_class_and_one_kit(table: Cast, what: str) -> None:
    table.play("choose", who="bryn", what=what, name="First")
    assert table.refusal("choose", who="bryn", what=what, name="Second").rule == "OR-BUILD-01"
    table.play("enter_ancestry", who="bryn", name="Elf")
    assert table.refusal("enter_ancestry", who="bryn", name="Orc").rule == "OR-BUILD-01"


@pytest.mark.rules("OR-BUILD-01")
@pytest.mark.parametrize(("level", "fits"), [(1, True), (2, False)])
def test_a_kit_is_selected_at_level_1(level: int, fits: bool) -> None:
    table = Cast()
    table.hero("bryn", level=level)
    kit: dict[str, Any] = {"who": "bryn", "what": "kit", "name": "Sapper"}
    if fits:
        assert table.play("choose", **kit)
    else:
        assert table.refusal("choose", **kit).rule == "OR-BUILD-01"


@pytest.mark.rules("OR-BUILD-03", "OR-RULING-14")
def test_tags_are_free_and_there_are_five_traditions(table: Cast) -> None:
    assert set(get_args(Tradition)) == {"", "Arcane", "Divine", "Martial", "Natural", "Shadow"}
    shade: Any = {"tradition": "Shadow", "tags": ["gloom", "my own word"]}
    table.play("choose", who="bryn", what="class", name="Shade", **shade)
    trait = next(iter(table.sheet("bryn").traits.values()))
    assert (trait.tags, trait.data["tradition"]) == (("gloom", "my own word"), "Shadow")


FIVE = ["lawful good", "good", "unaligned", "evil", "chaotic evil"]
NINE = {
    "LG": "lawful good",
    "NG": "neutral good",
    "CG": "chaotic good",
    "LN": "lawful neutral",
    "N": "neutral",
    "CN": "chaotic neutral",
    "LE": "lawful evil",
    "NE": "neutral evil",
    "CE": "chaotic evil",
}


def alignment(table: Cast, word: str) -> str:
    table.play("set_alignment", who="bryn", alignment=word, as_player="ana")
    return str(table.sheet("bryn").profile["self"].data["alignment"])


@pytest.mark.rules("OR-ALIGN-01")
def test_a_creature_has_one_of_five_alignments(table: Cast) -> None:
    assert list(ORIGINS.alignments) == FIVE
    assert [alignment(table, word) for word in FIVE] == FIVE
    assert table.refusal("set_alignment", who="bryn", alignment="neutral good").rule == "OR-ALIGN-01"


@pytest.mark.rules("OR-ALIGN-02")
def test_a_campaign_may_have_nine_in_their_place() -> None:
    table = Cast(alignments="nine")
    table.hero("bryn")
    assert ORIGINS.nine == NINE
    assert [alignment(table, code) for code in NINE] == list(NINE.values())
    assert [alignment(table, word) for word in ("TN", "True neutral", "Lawful Good")] == [
        "neutral",
        "neutral",
        "lawful good",
    ]
    assert table.refusal("set_alignment", who="bryn", alignment="unaligned").rule == "OR-ALIGN-02"


def languages(table: Cast) -> set[str]:
    return {trait.title for trait in table.sheet("bryn").traits.values() if trait.kind == "language"}


@pytest.mark.rules("OR-LANG-01", "OR-RULING-11")
def test_an_ancestry_brings_its_languages(table: Cast) -> None:
    table.play("enter_ancestry", who="bryn", name="Elf", languages=["Common", "Elvish"])
    assert languages(table) == {"Common", "Elvish"}


@pytest.mark.rules("OR-LANG-02", "OR-RULING-11")
@pytest.mark.parametrize("language", ["Celestial", "thieves' cant"])
def test_exotic_and_secret_languages_are_learned_after_level_1(table: Cast, language: str) -> None:
    assert table.refusal("learn_language", who="bryn", language=language).rule == "OR-LANG-02"
    table.play("enter_statistics", who="bryn", statistics={"level": 2})
    table.play("learn_language", who="bryn", language=language, as_player="ana")
    assert languages(table) == {language}


@pytest.mark.rules("OR-LANG-02", "OR-LANG-03")
def test_a_standard_language_is_learned_at_any_level(table: Cast) -> None:
    table.play("learn_language", who="bryn", language="Deep Speech", as_player="ana")
    assert languages(table) == {"Deep Speech"}


@pytest.mark.rules("OR-LANG-03", "OR-LANG-04")
def test_languages_have_their_scripts_and_speakers() -> None:
    assert {name: (row.script, ", ".join(row.speakers)) for name, row in ORIGINS.standard.items()} == {
        "Common": ("Common", "humans"),
        "Dwarvish": ("Dwarvish", "dwarves"),
        "Elvish": ("Elvish", "elves"),
        "Goblin": ("Common", "goblinoids"),
        "Deep Speech": ("Elvish", "aboleths, cloakers, underworld traders"),
        "Draconic": ("Draconic", "dragons, dragonborn"),
        "Giant": ("Dwarvish", "orcs, giants"),
        "Primordial": ("Abyssal", "elementals"),
    }
    assert {name: (row.script, ", ".join(row.speakers)) for name, row in ORIGINS.exotic.items()} == {
        "Abyssal": ("Abyssal", "demons"),
        "Celestial": ("Celestial", "celestials, devils"),
    }


@pytest.mark.rules("OR-LIFT-01", "OR-LIFT-02", "OR-LIFT-03", "OR-RULING-08")
@pytest.mark.parametrize(
    ("how", "most", "rule"),
    [
        ("carry", 150, "OR-LIFT-01"),
        ("lift", 300, "OR-LIFT-02"),
        ("push", 750, "OR-LIFT-03"),
        ("drag", 750, "OR-LIFT-03"),
    ],
)
def test_strength_says_what_a_character_carries_lifts_pushes_and_drags(how: str, most: int, rule: str) -> None:
    table = Cast()
    table.hero("bryn", str=15)
    assert table.refusal("take_up", who="bryn", how=how, pounds=most + 1).rule == rule
    table.play("take_up", who="bryn", how=how, pounds=most, as_player="ana")
    assert table.conditions("bryn") == ([] if how == "carry" else ["slowed"])


@pytest.mark.rules("OR-LIFT-02", "OR-LIFT-03", "OR-RULING-08")
@pytest.mark.parametrize("how", ["lift", "push", "drag"])
@pytest.mark.parametrize(("pounds", "slowed"), [(100, []), (101, ["slowed"])])
def test_above_what_can_be_carried_a_load_slows_until_it_is_let_go(
    table: Cast, how: str, pounds: int, slowed: list[str]
) -> None:
    table.play("take_up", who="bryn", how=how, pounds=pounds)
    assert table.conditions("bryn") == slowed
    table.play("let_go", who="bryn", how=how, as_player="ana")
    assert table.conditions("bryn") == []


@pytest.mark.rules("OR-LIFT-03")
@pytest.mark.parametrize(("pounds", "fits"), [(200, True), (201, False)])
def test_what_is_pushed_and_what_is_dragged_add_up(table: Cast, pounds: int, fits: bool) -> None:
    table.play("take_up", who="bryn", pounds=300, how="push")
    if fits:
        table.play("take_up", who="bryn", pounds=pounds, how="drag")
    else:
        assert table.refusal("take_up", who="bryn", pounds=pounds, how="drag").rule == "OR-LIFT-03"


@pytest.mark.rules("OR-LIFT-03")
@pytest.mark.parametrize(("pushed", "dragged", "slowed"), [(80, 21, False), (80, 100, False), (80, 101, True)])
def test_who_lets_go_of_a_part_is_slowed_by_the_rest_alone(
    table: Cast, pushed: int, dragged: int, slowed: bool
) -> None:
    table.play("take_up", who="bryn", pounds=pushed, how="push")
    table.play("take_up", who="bryn", pounds=dragged, how="drag")
    before = table.conditions("bryn")
    table.play("let_go", who="bryn", how="push")
    assert (before, table.conditions("bryn")) == (["slowed"], ["slowed"] if slowed else [])


@pytest.mark.rules("OR-LIFT-01", "OR-LIFT-02", "OR-LIFT-03", "OR-RULING-08")
@pytest.mark.parametrize("how", ["carry", "lift", "push", "drag"])
def test_a_load_is_weighed_again_when_strength_changes(table: Cast, how: str) -> None:
    table.play("take_up", who="bryn", pounds=95, how=how)
    table.play("enter_statistics", who="bryn", statistics={"scores": {"strength": 9}})
    assert table.conditions("bryn") == ["slowed"]
    table.play("enter_statistics", who="bryn", statistics={"scores": {"strength": 10}})
    assert table.conditions("bryn") == []


@pytest.mark.rules("OR-LIFT-02")
def test_a_load_is_weighed_again_when_a_penalty_to_strength_comes_and_goes(table: Cast) -> None:
    turn = {"by": "moment", "moment": "turn_end", "subject": table.ref("bryn")}
    table.play("take_up", who="bryn", pounds=95, how="lift")
    table.play("give_modifier", who="bryn", to="strength", amount=-1, effect="ague", until=turn)
    assert table.conditions("bryn") == ["slowed"]
    table.begin({"bryn": 20}, {})
    table.next()
    assert table.conditions("bryn") == []


@pytest.mark.rules("OR-LIFT-03")
def test_what_is_left_of_a_load_still_slows_with_less_strength(table: Cast) -> None:
    table.play("take_up", who="bryn", pounds=60, how="push")
    table.play("take_up", who="bryn", pounds=90, how="drag")
    table.play("enter_statistics", who="bryn", statistics={"scores": {"strength": 5}})
    table.play("let_go", who="bryn", how="drag")
    assert table.conditions("bryn") == ["slowed"]


@pytest.mark.rules("OR-LIFT-01")
def test_what_is_carried_adds_up(table: Cast) -> None:
    assert table.refusal("let_go", who="bryn").rule == "OR-LIFT-01"
    table.play("take_up", who="bryn", pounds=60)
    assert table.refusal("take_up", who="bryn", pounds=41).rule == "OR-LIFT-01"
    assert table.play("take_up", who="bryn", pounds=40)


@pytest.mark.rules("OR-MON-01", "OR-MON-03", "OR-MON-04")
def test_the_natures_that_the_rules_name_are_known_and_kept(table: Cast) -> None:
    assert list(NATURES.sources) == ["Cosmic", "Immortal"]
    assert list(NATURES.roles) == ["Archer", "Blocker", "Spoiler", "Wrecker"]
    assert list(NATURES.types) == ["Monstrosity", "Automaton"]
    table.monster("husk", source="Cosmic", role="Wrecker", creature_type="Automaton")
    data = table.sheet("husk").profile["self"].data
    assert (data["source"], data["role"], data["creature_type"]) == ("Cosmic", "Wrecker", "Automaton")


@pytest.mark.rules("OR-MON-02")
@pytest.mark.parametrize(("strength", "hp", "worth"), [("standard", 40, 1), ("boss", 40, 5), ("mook", 1, 1)])
def test_a_boss_counts_as_five_monsters_and_a_mook_has_1_hit_point(strength: str, hp: int, worth: int) -> None:
    table = Cast()
    table.monster("gnasher", strength_type=strength)
    assert (table.current("gnasher", "hp"), table.value("gnasher", "tracks.hp.maximum")) == (hp, hp)
    assert table.value("gnasher", "worth.monsters") == worth


@pytest.mark.rules("OR-MON-02")
@pytest.mark.parametrize("category", ["monster", "npc", "summon"])
def test_a_mook_of_any_category_has_exactly_1_hit_point(table: Cast, category: str) -> None:
    statistics = {"class_hp": 30, "scores": {"constitution": 12}}
    table.play("create", name="Rat", category=category, strength_type="mook", statistics=statistics)
    assert (table.current("rat", "hp"), table.value("rat", "tracks.hp.maximum")) == (1, 1)


@pytest.mark.rules("OR-MON-01", "OR-MON-03", "OR-MON-04")
def test_a_monster_of_the_catalogue_comes_with_its_role_type_and_source(table: Cast) -> None:
    rows = 'name,level,role,tags\nStar Eel,3,Spoiler,"cosmic, monstrosity, cold"\n'
    table.play("import_table", kind="monsters", rows=rows)
    table.play("bring_monster", monster="Star Eel")
    data = table.sheet("star-eel").profile["self"].data
    assert [data[name] for name in ("role", "creature_type", "source")] == ["Spoiler", "Monstrosity", "Cosmic"]


@pytest.mark.rules("OR-MON-06")
@pytest.mark.parametrize(("tags", "states"), [("undead, Incorporeal", ["incorporeal"]), ("undead", [])])
def test_a_monster_whose_tags_say_so_comes_incorporeal(table: Cast, tags: str, states: list[str]) -> None:
    table.play("import_table", kind="monsters", rows=f'name,tags\nPale Shade,"{tags}"\n')
    table.play("bring_monster", monster="Pale Shade")
    assert table.conditions("pale-shade") == states
