"""Boards as combats other than the sample print them: named, long, with groups, without HP, with things set by hand."""

from typing import Any

import pytest

from api.imports.avrae import RecordingDifference
from tests.imports.avrae.campaigns import Table, in_memory
from tests.imports.avrae.handmade import GM, Recording, effect, group, monster, player, thing


def imported(recording: Recording) -> Table:
    """The recording as a campaign; all of it was understood."""
    recording.end()
    table = in_memory(recording.lines)
    assert table.report.faults == ()
    return table


def shown(*states: tuple[dict[str, Any], ...], name: str | None = None) -> Table:
    """A combat of these states and nothing else, in which nothing differs."""
    recording = Recording(name=name)
    recording.begin()
    for state in states:
        recording.state(*state)
    table = imported(recording)
    assert table.report.differences == ()
    return table


@pytest.mark.parametrize("name", [None, "The Pools", "Act 2: below (round 1)"])
def test_bug_a_combat_with_a_name_of_its_own_is_read(name: str | None) -> None:
    assert shown((player("Hero", hp=13),), name=name).track("Hero") == 13


def test_bug_a_board_too_long_for_effects_and_notes_still_shows_hp() -> None:
    heroes = tuple(player(f"Hero {n}", hp=n, notes="something to remember " * 4) for n in range(1, 21))
    assert shown(heroes).track("Hero 7") == 7


def test_bug_notes_may_run_over_several_lines() -> None:
    assert shown((player("Hero", 12, hp=9, notes="falls\nin 1d4 rounds"), player("Pal", 3, hp=8))).track("Pal") == 8


def test_bug_temporary_hp_without_any_others_are_read() -> None:
    assert shown((monster("Ghost", hp=None, temp_hp=5),)).track("Ghost", track="temp_hp") == 5


def test_what_has_no_hp_has_no_track_of_them() -> None:
    assert shown((player("Hero"), thing("Door"))).see("Door").tracks == {}


def test_bug_greatest_hp_and_armour_class_follow_effects_of_hidden_ones_too() -> None:
    aid = effect("Aid", 10, effects={"max_hp_bonus": 5, "ac_value": 14, "ac_bonus": 1})
    ogre = monster("Ogre", effects=[aid]) | {"printed": {"hp": 30, "max_hp": 35, "ac": 15}}
    hero = player("Hero", effects=[aid | {"id": "2"}]) | {"printed": {"hp": 20, "max_hp": 25, "ac": 16}}
    table = shown((player("Hero"), monster("Ogre")), (hero, ogre))
    assert [len(table.see(name).modifiers) for name in ("Hero", "Ogre")] == [3, 3]


def test_bug_what_an_effect_sets_the_armour_class_to_never_lowers_it() -> None:
    barkskin = effect("Barkskin", 10, effects={"ac_value": 16})
    plated = player("Hero", ac=18, effects=[barkskin])
    assert shown((player("Hero", ac=18),), (plated,)).see("Hero").attributes["ac"].base == 18


def opted(*states: tuple[dict[str, Any], ...], text: str) -> Table:
    """A combat in which a command of the game master leads from the first state to the others."""
    recording = Recording()
    recording.begin()
    recording.state(*states[0])
    asked = recording.say(text, GM)
    for state in states[1:]:
        recording.state(*state, asked=asked)
    recording.command("init opt", text, asked, GM)
    return imported(recording)


def test_bug_who_is_renamed_bears_the_new_name() -> None:
    table = opted((monster("GO1"),), (monster("Grishnak") | {"id": "id-of-GO1"},), text="!i opt GO1 -name Grishnak")
    assert ([each.name for each in table.report.characters], table.report.differences) == (["Grishnak"], ())


def test_bug_armour_class_and_greatest_hp_that_are_set_stand_so() -> None:
    table = opted((player("Hero"),), (player("Hero", ac=19, max_hp=40),), text="!i opt Hero -ac 19 -max 40")
    hero = table.see("Hero")
    assert (hero.attributes["ac"].base, hero.tracks["hp"].maximum, table.report.differences) == (19, 40, ())


def test_what_changes_without_a_word_is_set_and_differs() -> None:
    recording = Recording()
    recording.begin()
    recording.state(player("Hero"))
    recording.state(player("Hero", ac=19))
    table = imported(recording)
    assert table.report.differences == (RecordingDifference(3, "Hero", "AC", 19, 15),)


def test_bug_initiative_that_is_set_changes_the_order() -> None:
    table = opted(
        (player("Hero", 12), monster("Ogre", 5)), (player("Hero", 12), monster("Ogre", 20)), text="!i opt Ogre -p 20"
    )
    (fight,) = table.entries("create_encounter")
    order = table.see(f"encounter/e-{fight}").instances("order").values()
    assert (sorted(turn.initiative for turn in order), table.report.differences) == ([12, 20], ())


def test_bug_who_is_shown_is_shown_to_the_players() -> None:
    table = opted((monster("Ogre"),), (monster("Ogre", private=False),), text="!i opt Ogre -h")
    assert [h.envelope.args["sheet"] for h in table.headers() if h.envelope and "sheet" in h.envelope.args] == [
        "gm",
        "all",
    ]


def test_bug_notes_on_a_combatant_are_notes_about_the_character() -> None:
    table = opted(
        (player("Hero"),), (player("Hero", notes="prone"),), (player("Hero", notes=""),), text="!i note Hero prone"
    )
    about = table.entries("note", about=table.ref("Hero"))
    texts = table.store.texts(table.campaign, [f"{note}.0" for note in about])
    assert list(texts.values()) == ["Note on Hero: prone", "The note on Hero is gone."]


GOBLINS = group("Goblins", 7, monster("GO1"), monster("GO2"))


def test_bug_the_turn_of_a_group_is_that_of_all_its_members() -> None:
    recording, hero = Recording(), player("Hero", 12)
    recording.begin()
    recording.state(hero, GOBLINS)
    turns = [("Hero", 1), ("Goblins", 1), ("Hero", 2)]
    for turn, round_ in turns:
        recording.state(hero, GOBLINS, round=round_, turn=turn)
    table = imported(recording)
    assert (table.report.differences, len(table.entries("next_turn"))) == ((), 3)


def test_bug_effects_on_the_members_of_a_group_last_as_printed() -> None:
    recording, hero = Recording(), player("Hero", 12)
    poisoned = effect("Poisoned", 2)
    goblins = group(
        "Goblins", 7, monster("GO1", effects=[poisoned | {"printed": "Poisoned [2 rounds]"}]), monster("GO2")
    )
    recording.begin()
    recording.state(hero, GOBLINS)
    recording.state(hero, GOBLINS, round=1, turn="Hero")
    recording.state(hero, goblins, round=1, turn="Hero")
    recording.state(hero, goblins, round=1, turn="Goblins")
    recording.state(hero, GOBLINS, round=2, turn="Goblins")
    assert imported(recording).report.differences == ()


def test_bug_who_joins_a_group_acts_with_it() -> None:
    alone = (player("Hero", 12), monster("GO1", 7), monster("GO2", 3))
    assert opted(alone, (player("Hero", 12), GOBLINS), text="!i opt GO2 -group Goblins").report.differences == ()


def test_bug_going_back_before_the_first_turn_of_all_is_no_fault() -> None:
    recording, both = Recording(), (player("Hero", 12), monster("Ogre", 5))
    recording.begin()
    recording.state(*both)
    recording.state(*both, round=1, turn="Hero")
    recording.state(*both, round=0, turn="Ogre")
    assert imported(recording).report.differences == ()


def test_bug_rounds_that_are_skipped_pass_no_turn() -> None:
    recording, hero = Recording(), player("Hero", 12)
    recording.begin()
    recording.state(hero, monster("Ogre"))
    recording.state(hero, monster("Ogre"), round=1, turn="Hero")
    asked = recording.say("!i skipround 3", GM)
    recording.state(hero, monster("Ogre"), round=4, turn="Hero", asked=asked)
    recording.command("init skipround", "!i skipround 3", asked, GM)
    table = imported(recording)
    assert (table.report.differences, len(table.entries("next_turn"))) == ((), 1)


def earlier(name: str, remaining: int, **fields: Any) -> dict[str, Any]:
    """An effect as it was stored until the autumn of 2022: with a countdown, and what was typed."""
    printed = "" if remaining < 0 else f" [{remaining} rounds]"
    shape = {"id": f"id-of-{name}", "name": name, "duration": 10, "remaining": remaining, "effect": {}, "tonend": False}
    return {
        **shape,
        "concentration": False,
        "children": [],
        "parent": None,
        "desc": None,
        "printed": name + printed,
        **fields,
    }


def test_bug_effects_that_count_down_last_as_long_as_they_say() -> None:
    recording = Recording()
    recording.begin()
    recording.state(player("Hero", 12), monster("Ogre"))
    recording.state(player("Hero", 12), monster("Ogre"), round=1, turn="Hero")
    for round_, turn, left in [(1, "Hero", 5), (1, "Ogre", 5), (2, "Hero", 4), (2, "Ogre", 4), (3, "Hero", 3)]:
        blessed = player("Hero", 12, effects=[earlier("Bless", left)])
        recording.state(blessed, monster("Ogre"), round=round_, turn=turn)
    table = imported(recording)
    (bless,) = table.see("Hero").conditions.values()
    assert (table.report.differences, getattr(bless.until, "passing", None)) == ((), 2)


def test_bug_effects_of_earlier_recordings_change_the_armour_class() -> None:
    shielded = player("Hero", ac=17, effects=[earlier("Shield", -1, effect={"ac": "+2", "resist": ["fire"]})])
    hero = shown((player("Hero"),), (shielded,)).see("Hero")
    (shield,) = hero.conditions.values()
    assert (shield.until, [each.amount for each in hero.modifiers.values()]) == (None, [2])
