"""States from their data and their text for people, and what happens when the two disagree."""

from collections.abc import Callable
from typing import Any

import pytest

from api.imports.avrae import read_log
from api.imports.avrae.recording.events import CombatStateUpdate
from api.imports.avrae.recording.faults import RecordingFault
from api.imports.avrae.recording.states import CombatState, EffectState, read_state
from api.imports.avrae.story.happenings import StateSeen
from tests.imports.avrae.recordings import at_line, changed, only, told


def state_with(line: int, change: Callable[[dict[str, Any]], object]) -> tuple[CombatState, tuple[RecordingFault, ...]]:
    event = read_log(changed(line, change)).lines[line - 1].event
    assert isinstance(event, CombatStateUpdate)
    return read_state(line, event)


def replaced(old: str, new: str) -> Callable[[dict[str, Any]], object]:
    def change(event: dict[str, Any]) -> None:
        assert old in event["human_readable"]
        event["human_readable"] = event["human_readable"].replace(old, new)

    return change


def test_the_text_fills_in_what_the_data_lacks() -> None:
    nitar = at_line(StateSeen, 93).state.combatants[1]
    assert (nitar.name, nitar.hp, nitar.max_hp, nitar.temp_hp, nitar.ac) == ("Nitar", 31, 35, 4, 15)


def test_the_data_fills_in_what_the_text_hides() -> None:
    hag = at_line(StateSeen, 98).state.combatants[-1]
    assert (hag.name, hag.hp, hag.ac, hag.private, hag.monster) == ("SH1", 45, 14, True, "Sea Hag")


def test_armour_class_includes_effects() -> None:
    before, after = (at_line(StateSeen, line).state.combatants[0].ac for line in (30, 35))
    assert (before, after) == (13, 16)


def test_every_state_says_whose_turn_it_is() -> None:
    turns = [(seen.state.round, seen.state.current) for seen in only(StateSeen, told().happenings)]
    assert turns[0] == (0, None)
    assert len({current for _, current in turns}) == 8


def effects_seen() -> list[EffectState]:
    states = [seen.state for seen in only(StateSeen, told().happenings)]
    return [effect for state in states for combatant in state.combatants for effect in combatant.effects]


def test_the_rounds_that_remain_of_every_effect_are_those_printed() -> None:
    counted = [effect for effect in effects_seen() if effect.printed is not None and effect.printed.endswith("rounds")]
    assert len(counted) == 182
    assert {(effect.printed == f"{effect.remaining} rounds") for effect in counted} == {True}


def test_an_effect_at_its_last_turn_is_printed_as_lasting_until_then() -> None:
    last = [effect.printed for effect in effects_seen() if effect.remaining == 1]
    assert set(last) == {"until end of turn", "until start of next turn", "until start of Bartholomew's next turn"}


def test_a_turn_taken_back_gives_the_round_back() -> None:
    remaining = []
    for line in (221, 225, 229, 246):
        bartholomew = at_line(StateSeen, line).state.combatants[2]
        remaining.append(bartholomew.effects[0].remaining)
    assert remaining == [10, 9, 10, 9]


def test_names_with_commas_and_brackets_are_read_where_the_data_has_them() -> None:
    def rename(event: dict[str, Any]) -> None:
        event["data"]["combatants"][1]["effects"][0]["name"] = "Fear (of crabs), mild"
        event["human_readable"] = event["human_readable"].replace("AC 15, Frightened", "AC 15, Fear (of crabs), mild")

    state, faults = state_with(93, rename)
    assert (state.combatants[1].effects[0].printed, faults) == ("9 rounds", ())


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (replaced("<31/35 HP>", "<many HP>"), "unreadable-board"),
        (replaced("Frightened [9 rounds]", "Afraid [9 rounds]"), "unreadable-board"),
        (replaced("  12: Keya", "  17: Keya"), "unreadable-board"),
        (replaced("\n  12: Keya <24/24 HP> (AC 18)", ""), "unreadable-board"),
        (replaced("```md", ""), "unreadable-board"),
        (replaced("(round 1)", "(round 7)"), "contradiction"),
        (replaced("<52/52 HP>", "<50/52 HP>"), "contradiction"),
    ],
)
def test_a_row_that_does_not_fit_the_data_is_a_fault(change: Callable[[dict[str, Any]], object], kind: str) -> None:
    _, faults = state_with(93, change)
    assert [fault.kind for fault in faults] == [kind]


def test_without_its_row_a_player_has_no_known_hp() -> None:
    state, _ = state_with(93, replaced("<31/35 HP>", "<many HP>"))
    assert [one.hp for one in state.combatants] == [18, None, 23, 15, 24, 22, 52]


def grouped(event: dict[str, Any]) -> None:
    """Puts Keya and Mozzie into a group, as `!i opt … -group` does."""
    combatants = event["data"]["combatants"]
    members = [combatants.pop(4), combatants.pop(4)]
    combatants.insert(4, {"id": "g", "name": "Pair", "init": 12, "type": "group", "combatants": members})
    rows = event["human_readable"].split("\n")
    pair = [row.replace(" 12: ", " - ").replace(" 11: ", " - ") for row in rows[-3:-1]]
    event["human_readable"] = "\n".join([*rows[:-3], "  12: Pair", *pair, rows[-1]])


def test_members_of_a_group_stand_for_themselves() -> None:
    state, faults = state_with(93, grouped)
    assert faults == ()
    assert [(one.name, one.hp) for one in state.combatants[4:]] == [("Keya", 24), ("Mozzie Urahaka", 22), ("SH1", 52)]
