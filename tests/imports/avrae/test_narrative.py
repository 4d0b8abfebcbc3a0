"""The sample told as happenings: each thing once, nothing left out."""

from collections import Counter
from typing import Any

from api.imports.avrae import read_log, tell
from api.imports.avrae.story.happenings import (
    BotSaid,
    CheckRolled,
    CombatantJoined,
    CombatantLeft,
    DeathSaveRolled,
    EffectAdded,
    EffectEnded,
    Healed,
    HpSet,
    Said,
    SaveRolled,
    SlotUsed,
    StateSeen,
    TurnMoved,
    Unexplained,
)
from tests.imports.avrae.recordings import at_line, changed, only, roll_of, sample, told, told_without


def test_the_sample_is_told_without_a_fault() -> None:
    assert told().faults == ()


def test_every_line_is_the_source_of_something() -> None:
    assert {line for each in told().happenings for line in each.source.lines} == set(range(1, 343))


def test_the_sample_holds_these_happenings() -> None:
    assert Counter(type(each).__name__ for each in told().happenings) == {
        "Said": 116,
        "BotSaid": 70,
        "StateSeen": 57,
        "Acted": 33,
        "RuleQuoted": 32,
        "TurnMoved": 16,
        "EffectAdded": 14,
        "SaveRolled": 12,
        "AttackRolled": 12,
        "CounterUsed": 10,
        "Damaged": 9,
        "CombatantJoined": 7,
        "SlotUsed": 5,
        "CheckRolled": 3,
        "RecordedRoll": 3,
        "CombatStarted": 1,
        "TempHpGained": 1,
        "EffectEnded": 1,
        "DeathSaveRolled": 1,
        "Healed": 1,
        "CombatEnded": 1,
    }


def test_all_48_rolls_are_told_once() -> None:
    assert len([each for each in told().happenings if roll_of(each) is not None]) == 48


def test_twelve_rolls_stand_in_messages_only() -> None:
    free = [each for each in only(SaveRolled, told().happenings) if each.by is None]
    kinds = (CombatantJoined, CheckRolled, DeathSaveRolled)
    assert (len(free), [len(only(kind, told().happenings)) for kind in kinds]) == (1, [7, 3, 1])


def test_time_never_runs_back() -> None:
    times = [each.source.at for each in told().happenings]
    assert times == sorted(times)


def test_what_was_said_before_the_combat_is_told_as_it_was_said() -> None:
    assert [each.source.lines for each in told().happenings[:2]] == [(2,), (1,)]


def test_seven_join_with_their_rolls() -> None:
    joined = [
        (each.who.name, each.initiative, each.hp, each.max_hp, each.ac)
        for each in only(CombatantJoined, told().happenings)
    ]
    assert joined == [
        ("Keya", 12, 24, 24, 18),
        ("Bartholomew", 13, 23, 23, 12),
        ("Aleksandra", 13, 15, 15, 15),
        ("Verity Silverdust", 20, 18, 18, 13),
        ("Nitar", 15, 31, 35, 15),
        ("SH1", 9, 52, 52, 14),
        ("Mozzie Urahaka", 11, 22, 22, 18),
    ]
    assert all(each.roll and each.roll.total == each.initiative for each in only(CombatantJoined, told().happenings))


def test_three_who_join_at_once_keep_their_own_lines() -> None:
    sources = [each.source.lines for each in only(CombatantJoined, told().happenings)[1:4]]
    assert sources == [(16, 18, 20), (17, 21, 22), (19, 23, 24)]


def test_a_character_joins_with_slots_and_counters() -> None:
    bartholomew = at_line(CombatantJoined, 16)
    assert [(row.level, row.left, row.most) for row in bartholomew.slots] == [(1, 4, 4), (2, 2, 2)]
    assert ("Sorcery Points", 3, 3) in [(row.name, row.left, row.most) for row in bartholomew.counters]


def test_slots_are_spent_one_by_one() -> None:
    spent = [
        (each.who.name, each.slots.level, each.used, each.slots.left) for each in only(SlotUsed, told().happenings)
    ]
    assert spent == [
        ("Verity Silverdust", 1, 1, 0),
        ("Bartholomew", 1, 1, 3),
        ("Bartholomew", 1, 1, 2),
        ("Keya", 1, 1, 0),
        ("Mozzie Urahaka", 2, 1, 1),
    ]


def test_the_turn_goes_to_the_hag_then_round_and_once_back() -> None:
    turns = [
        (each.to.name.split()[0], each.round, each.direction) for each in only(TurnMoved, told().happenings) if each.to
    ]
    order = ["Verity", "Nitar", "Bartholomew", "Aleksandra", "Keya", "Mozzie", "SH1"]
    first, second = [(name, 1, "next") for name in order], [(name, 2, "next") for name in order]
    assert turns == [("SH1", 0, "goto"), *first, *second[:3], ("Nitar", 2, "back"), *second[2:6]]


def test_a_turn_without_its_command_still_shows_where_it_went() -> None:
    assert at_line(TurnMoved, 228, told_without(227, 230)).direction == "back"


def test_a_turn_without_its_call_is_seen_in_the_state() -> None:
    moved = at_line(TurnMoved, 229, told_without(228))
    assert (moved.to and moved.to.name, moved.direction) == ("Nitar", "back")


def test_a_monster_that_rolls_by_its_kind_is_the_one_in_the_combat() -> None:
    check = at_line(CheckRolled, 53)
    assert (check.who.name, check.who.id is not None, check.source.lines) == ("SH1", True, (53, 54))


def test_a_natural_20_against_death_gives_one_hp() -> None:
    save, healed = at_line(DeathSaveRolled, 216), at_line(Healed, 216)
    assert (save.roll.total, save.outcome, save.who.name) == (20, "up", "Nitar")
    assert (healed.target, healed.amount) == (save.who, 1)


def test_only_the_state_shows_the_effect_a_caster_concentrates_on() -> None:
    (hex_,) = [each for each in only(EffectAdded, told().happenings) if each.witness == "state"]
    assert (hex_.source.lines, hex_.effect.name, hex_.effect.concentration) == ((296,), "Hex", True)


def test_people_talk_command_choose_and_press() -> None:
    manners = Counter(each.manner for each in only(Said, told().happenings))
    assert manners == {"command": 60, "talk": 48, "choice": 5, "button": 3}


def test_a_command_is_one_saying_with_its_snippets() -> None:
    command = at_line(Said, 300)
    assert (command.source.lines, command.command) == ((300, 301, 302, 306), "action")


def test_a_command_whose_message_is_lost_is_said_all_the_same() -> None:
    command = at_line(Said, 68, told_without(65))
    assert (command.text, command.manner, command.command) == ("!i n", "command", "init next")


def test_an_action_is_caused_by_the_player_who_typed_or_pressed_for_it() -> None:
    (resisted,) = [each for each in only(SaveRolled, told().happenings) if each.source.lines[0] == 124]
    assert resisted.source.author is not None
    assert (resisted.source.author.name, resisted.source.lines) == ("Player 3", (124, 126))


def test_every_message_of_the_bot_is_kept_as_text() -> None:
    command = {each.source.lines[0]: each for each in only(BotSaid, told().happenings)}
    assert command[99].title == "Nitar attacks with a Crystal Spike (Greataxe)!"
    assert "1d12 (4) + 3 [slashing] = `7`" in command[99].text
    assert [health.word for health in command[331].healths] == ["Dead"]


def test_a_wound_without_its_action_is_unexplained() -> None:
    (change,) = only(Unexplained, told_without(97).happenings)
    assert (change.target.name, change.hp_before, change.hp, change.source.lines) == ("SH1", 52, 45, (98,))


def test_a_wound_set_by_command_names_the_command() -> None:
    lines = changed(100, lambda event: event.update(command_name="init hp", content="!i hp sh1 -7"))
    lines[96] = b""
    (change,) = only(HpSet, tell(read_log(lines)).happenings)
    assert (change.target.name, change.hp, change.command, change.source.lines) == (
        "SH1",
        45,
        "!i hp sh1 -7",
        (98, 100),
    )


def test_hp_set_outside_the_combat_are_seen_in_the_next_state() -> None:
    lines = changed(217, lambda event: event.update(command_name="game hp", content="!g hp 1"))
    lines[215] = b""
    (change,) = only(HpSet, tell(read_log(lines)).happenings)
    assert (change.target.name, change.hp, change.command, change.source.lines) == ("Nitar", 1, "!g hp 1", (217, 221))


def test_an_effect_that_is_gone_from_the_state_has_ended() -> None:
    ended = at_line(EffectEnded, 125, told_without(124))
    assert (ended.effect.name, ended.cause, ended.by) == ("Frightened", "gone", None)


def test_a_combatant_missing_from_a_state_has_left_and_may_come_back() -> None:
    def drop(event: dict[str, Any]) -> None:
        (last,) = (each for each in event["data"]["combatants"] if each["name"] == "SH1")
        event["data"]["combatants"].remove(last)
        event["human_readable"] = event["human_readable"].rpartition("\n")[0] + "```"

    happenings = tell(read_log(changed(49, drop))).happenings
    assert [each.who.name for each in only(CombatantLeft, happenings)] == ["SH1"]
    assert len(only(CombatantJoined, happenings)) == 8


def test_a_counter_that_the_bot_shows_otherwise_is_a_contradiction() -> None:
    def show(event: dict[str, Any]) -> None:
        event["embeds"][0]["fields"][1]["value"] = "◉ (-1)"

    (fault,) = tell(read_log(changed(79, show))).faults
    assert (fault.line, fault.kind) == (77, "contradiction")


def test_lines_of_another_combat_are_faults_even_at_the_beginning() -> None:
    narrative = tell(read_log(changed(1, lambda event: event.update(combat_id="another"))))
    assert [(fault.line, fault.kind) for fault in narrative.faults] == [(1, "other-combat")]


def test_an_empty_recording_has_no_happenings() -> None:
    assert tell(read_log([])).happenings == ()


def test_there_is_a_state_for_each_of_the_57_updates() -> None:
    updates = [line for line, raw in enumerate(sample(), 1) if b'"combat_state_update"' in raw]
    assert [each.source.lines[0] for each in only(StateSeen, told().happenings)] == updates


def test_hp_first_seen_after_a_combatant_joined_are_unexplained() -> None:
    def hide(event: dict[str, Any]) -> None:
        event["human_readable"] = event["human_readable"].replace("Nitar <31/35 HP>", "Nitar ???")

    (change,) = only(Unexplained, tell(read_log(changed(26, hide))).happenings)
    assert (change.target.name, change.hp_before, change.hp, change.source.lines) == ("Nitar", None, 31, (30,))


def test_a_slot_of_a_spell_without_workings_is_seen_in_its_message() -> None:
    (spent,) = [each for each in only(SlotUsed, told_without(111).happenings) if each.source.lines == (113,)]
    assert (spent.who.name, spent.slots.left) == ("Bartholomew", 3)
