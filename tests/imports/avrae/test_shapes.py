"""Every result that Avrae's automation leaves, and every kind of line, in the shape in which its recorder writes them."""

from typing import Any

import pytest

from domain.vocabulary.log import Rolled
from tests.imports.avrae.campaigns import Table, in_memory
from tests.imports.avrae.handmade import BOT, GM, Recording, damage, effect, monster, on, player, rolled

HERO, OGRE, TROLL = player("Hero", 12), monster("Ogre"), monster("Troll", 4)


def acted(*nodes: dict[str, Any], then: tuple[dict[str, Any], ...] = (HERO, OGRE, TROLL)) -> Table:
    """A combat in which the hero does this to the ogre and the troll, and everybody stands like `then` afterwards."""
    recording = Recording()
    recording.begin()
    recording.state(HERO, OGRE, TROLL)
    recording.run(HERO, *nodes, on=[OGRE, TROLL, "the door"])
    recording.state(*then)
    recording.end()
    table = in_memory(recording.lines)
    assert (table.report.faults, table.report.differences) == ((), ())
    return table


def rolls(table: Table) -> list[tuple[str, int]]:
    events = [event for header in table.headers() for event in table.events(header.number)]
    return [(event.name, event.total) for event in events if isinstance(event, Rolled)]


def save(*children: dict[str, Any], roll: str | None, did: bool) -> dict[str, Any]:
    printed = None if roll is None else rolled(roll)
    node = {"type": "save", "dc": 13, "ability": "dexteritySave", "save_roll": printed, "adv": 0}
    return {**node, "did_save": did, "children": list(children)}


def attack(*children: dict[str, Any], roll: str | None, hit: bool = True, crit: bool = False, **fields: Any) -> Any:
    printed = None if roll is None else rolled(roll)
    node = {"type": "attack", "attack_bonus": 5, "ac": 12, "to_hit_roll": printed, "adv": 0, "did_hit": hit}
    return {**node, "did_crit": crit, "children": list(children), **fields}


def test_several_targets_save_each_for_themselves_and_half_of_the_damage_is_half() -> None:
    fails = save(damage("3d6 (1, 2, 6) [fire] = `9`"), roll="1d20 (3) + 1 = `4`", did=False)
    saves = save(damage("(3d6 (1, 2, 6) [fire]) / 2 = `4`"), roll="1d20 (15) + 1 = `16`", did=True)
    blast = {"type": "roll", "result": 9, "roll": rolled("3d6 (1, 2, 6) [fire] = `9`"), "hidden": False}
    table = acted(
        {**blast, "simplified_metavar": "9 [fire]"},
        on(OGRE, fails),
        on(TROLL, saves, index=1),
        then=(HERO, monster("Ogre", hp=21), monster("Troll", 4, hp=26)),
    )
    assert [name for name, _ in rolls(table)] == [
        "roll", "dexterity save", "damage", "dexterity save", "damage"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("(2d6 (3, 4) [slashing]) / 2 = `3`", 27),
        ("(2d6 (3, 4) [poison]) * 0 = `0`", 30),
        ("(2d6 (3, 4) [cold]) * 2 = `14`", 16),
        ("2d6 (3, 4) [magical cold] + (1d6 (4) [fire]) / 2 = `9`", 21),
        ("4d6mi2 (1 -> 2, 3, **6**, 5) = `16`", 14),
    ],
)
def test_resistance_immunity_and_vulnerability_leave_the_dice_and_take_their_share(text: str, left: int) -> None:
    table = acted(
        on(OGRE, attack(damage(text), roll="1d20 (11) + 5 = `16`")), then=(HERO, monster("Ogre", hp=left), TROLL)
    )
    assert ([name for name, _ in rolls(table)], table.track("Ogre")) == (["attack", "damage"], left)


def test_a_hit_that_needs_no_roll_a_miss_and_a_critical_hit() -> None:
    table = acted(
        on(OGRE, attack(damage("1d6 (3) = `3`"), roll=None)),
        on(OGRE, attack(roll="1d20 (**1**) + 5 = `6`", hit=False)),
        on(
            OGRE, attack(damage("2d6 (3, 4) = `7`", in_crit=True), roll="2d20kh1 (~~3~~, **20**) + 5 = `25`", crit=True)
        ),
        then=(HERO, monster("Ogre", hp=20), TROLL),
    )
    assert rolls(table) == [("damage", 3), ("attack", 6), ("attack", 25), ("damage", 7)]


def test_bug_an_attack_bonus_given_as_text_loses_no_roll() -> None:
    node = attack(roll="1d20 (10) + 7 + 1d4 (2) = `19`", attack_bonus="7+1d4")
    assert rolls(acted(on(OGRE, node))) == [("attack", 19)]


def test_healing_gives_back_no_more_than_was_lost() -> None:
    hurt, healed = damage("1d6 (3) = `3`"), damage("-(1d8 (8) + 3) [heal] = `-11`")
    assert acted(on(OGRE, hurt, healed)).track("Ogre") == 30


def test_what_befalls_a_character_outside_the_combat_keeps_its_dice() -> None:
    assert rolls(acted(on("the door", damage("2d6 (3, 4) = `7`"), index=2))) == [("damage", 7)]


def added(name: str, **fields: Any) -> dict[str, Any]:
    return {"type": "ieffect", "effect": effect(name, 10, **fields), "conc_conflict": []}


def test_a_new_concentration_ends_the_old_one_and_its_parts() -> None:
    whole = effect("Hex", 10, concentration=True)
    part = effect("Hexed", 10, parent={"combatant_id": "id-of-Hero", "effect_id": "id-of-Hex"})
    fresh = {"type": "ieffect", "effect": effect("Bless", 10, concentration=True), "conc_conflict": [whole]}
    blessed = player("Hero", 12, effects=[effect("Bless", 10, concentration=True)])
    adding = [{"type": "ieffect", "effect": each, "conc_conflict": []} for each in (whole, part)]
    table = acted(on(HERO, adding[0]), on(OGRE, adding[1]), on(HERO, fresh), then=(blessed, OGRE, TROLL))
    assert ([each.what for each in table.see("Hero").conditions.values()], table.see("Ogre").conditions) == (
        ["Bless"],
        {},
    )


def test_an_effect_that_is_taken_away_takes_its_parent_along_where_it_was_asked_to() -> None:
    whole, part = (
        effect("Hex", 10),
        effect("Hexed", 10, parent={"combatant_id": "id-of-Hero", "effect_id": "id-of-Hex"}),
    )
    adding = [{"type": "ieffect", "effect": each, "conc_conflict": []} for each in (whole, part)]
    gone = {"type": "remove_ieffect", "removed_effect": part, "removed_parent": whole}
    table = acted(on(HERO, adding[0]), on(OGRE, adding[1]), gone)
    assert (table.see("Hero").conditions, table.see("Ogre").conditions) == ({}, {})


def test_bug_an_effect_that_counts_down_is_told_alike_by_action_and_state() -> None:
    bless = {"id": "b", "name": "Bless", "duration": 3, "remaining": 3, "effect": {}, "tonend": False}
    bless |= {"concentration": True, "children": [], "parent": None, "desc": None}
    recording = Recording()
    recording.begin()
    recording.state(HERO, OGRE)
    recording.state(HERO, OGRE, round=1, turn="Hero")
    recording.run(HERO, on(HERO, {"type": "ieffect", "effect": bless, "conc_conflict": []}))
    recording.state(player("Hero", 12, effects=[bless | {"printed": "Bless [3 rounds]"}]), OGRE, round=1, turn="Hero")
    table = in_memory(recording.lines)
    assert (len(table.entries("afflict")), table.entries("relieve"), table.report.differences) == (1, [], ())


@pytest.mark.parametrize(
    "node",
    [
        {"type": "variable", "value": 3, "did_error": False},
        {"type": "condition", "did_true": False, "did_false": False, "did_error": True, "children": []},
        {"type": "spell", "success": False, "spell_id": 7, "level_override": None, "children": []},
        {"type": "counter", "counter_name": None, "counter_remaining": 0, "used_amount": 0, "skipped": True},
        {"type": "counter", "counter_name": "Ki", "counter_remaining": 0, "requested_amount": 1, "skipped": True},
        {"type": "target", "results": []},
    ],
)
def test_a_result_that_did_nothing_changes_nothing(node: dict[str, Any]) -> None:
    assert rolls(acted(node)) == []


def test_a_spell_within_an_action_counts_like_the_action() -> None:
    inside = {"type": "spell", "success": True, "spell_id": 7, "children": [on(OGRE, damage("1d6 (3) = `3`"))]}
    assert acted(inside, then=(HERO, monster("Ogre", hp=27), TROLL)).track("Ogre") == 27


def test_a_contest_that_ties_keeps_both_rolls() -> None:
    check = {
        "type": "check",
        "skill_key": "acrobatics",
        "skill_name": "Acrobatics",
        "check_roll": rolled("1d20 (9) = `9`"),
    }
    contest = {"contest_roll": rolled("1d20 (9) = `9`"), "contest_skill_key": "athletics", "dc": None}
    rest = {"contest_skill_name": "Athletics", "contest_did_tie": True, "did_succeed": False, "children": []}
    assert rolls(acted(on(OGRE, {**check, **contest, **rest}))) == [("Athletics check", 9), ("Acrobatics check", 9)]


def test_several_iterations_on_one_target_are_several() -> None:
    hits = [on(OGRE, damage("1d4 (2) = `2`")), on(OGRE, damage("1d4 (2) = `2`"))]
    assert len(acted(*hits, then=(HERO, monster("Ogre", hp=26), TROLL)).entries("damage")) == 2


def test_a_result_of_a_kind_nobody_knows_is_told_and_what_is_in_it_counts() -> None:
    recording = Recording()
    recording.begin()
    recording.state(HERO, OGRE)
    recording.run(HERO, {"type": "teleport", "children": [on(OGRE, damage("1d6 (3) = `3`"))]}, on=[OGRE])
    recording.state(HERO, monster("Ogre", hp=27))
    recording.end()
    report = in_memory(recording.lines).report
    assert ([fault.kind for fault in report.faults], report.damages, report.differences) == (["unknown-node"], 1, ())


def test_a_kind_of_line_nobody_knows_is_told() -> None:
    recording = Recording()
    recording.begin()
    recording.state(HERO)
    recording.add("map_update", data={})
    recording.end()
    assert [(fault.line, fault.kind) for fault in in_memory(recording.lines).report.faults] == [(3, "unknown-event")]


def notes(table: Table) -> list[str | None]:
    return list(table.store.texts(table.campaign, [f"{note}.0" for note in table.entries("note")]).values())


def test_an_alias_is_one_saying_with_what_it_stands_for() -> None:
    recording = Recording()
    recording.begin()
    recording.state(HERO)
    asked = recording.say("!bonk ogre")
    resolved = {"alias_body": "a club -t &*&", "content_before": "!bonk ogre", "content_after": "!a club -t ogre"}
    recording.add("alias_resolution", message_id=asked, alias_name="bonk", prefix="!", **resolved)
    recording.command("attack", "!a club -t ogre", asked, called_by_alias=True)
    recording.end()
    table = in_memory(recording.lines)
    assert (notes(table), table.report.whole) == (["!bonk ogre"], True)


@pytest.mark.parametrize("text", ["ドラゴンが来る！", "Это конец — дракон.", "🐉🔥", "a\u200bb", "ﷺ مرحبا"])
def test_words_in_any_script_are_kept(text: str) -> None:
    recording = Recording()
    recording.begin()
    recording.state(HERO)
    recording.say(text, GM)
    recording.end()
    assert text in notes(in_memory(recording.lines))


def test_bug_a_message_that_does_not_say_whether_a_bot_wrote_it_is_a_persons() -> None:
    recording = Recording()
    recording.begin()
    recording.state(HERO)
    recording.say("Hello", GM, bot=None)
    recording.end()
    table = in_memory(recording.lines)
    assert (notes(table), table.report.whole) == (["Hello"], True)


def test_bug_a_bot_that_speaks_for_many_is_told_apart_by_name() -> None:
    recording = Recording()
    recording.begin()
    recording.state(HERO)
    recording.say("I draw my sword.", ("77", "Hero the Bold"), bot=True)
    recording.say("And I my bow.", ("77", "Robin"), bot=True)
    recording.end()
    assert notes(in_memory(recording.lines)) == ["Hero the Bold: I draw my sword.", "And I my bow."]


def test_what_another_bot_says_for_a_player_is_a_note() -> None:
    recording = Recording()
    recording.begin()
    recording.state(HERO)
    recording.say("I draw my sword.", ("77", "Hero the Bold"), bot=True)
    recording.say("Done.", BOT, bot=True)
    recording.end()
    assert notes(in_memory(recording.lines)) == ["I draw my sword.", "Done."]
