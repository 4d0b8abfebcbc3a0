"""The campaign: sessions and scenes, the clock, options, notes, awards, rolls and questions."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.visibility.audience import Viewer, seen_event
from domain.vocabulary.chronicle import Interval
from domain.vocabulary.log import Awarded, Noted, Rolled
from tests.freeform.claims import expect_missing, expect_refusal
from tests.freeform.table import Table, tags

PAT = Viewer("pat", "player")


@pytest.fixture
def table() -> Table:
    return Table().with_hero(hp=10)


def told(table: Table) -> Any:
    """The one event that came of the last command."""
    (stream_event,) = table.told
    return stream_event.event


def test_sessions_and_scenes_are_numbered_from_one(table: Table) -> None:
    for _ in range(2):
        table.do("open_session", title="Night")
        table.do("open_scene", kind="combat")
        table.do("end_session")
    assert table.campaign.sessions["2"] == Interval(number=2, opened=6, ended=8, title="Night")
    assert table.campaign.scenes["2"] == Interval(number=2, opened=7, ended=8, within="2", kind="combat")


def test_a_scene_may_be_open_without_a_session(table: Table) -> None:
    table.do("open_scene")
    assert table.campaign.scenes["1"].within == ""


def test_several_scenes_make_a_session(table: Table) -> None:
    table.do("open_session")
    for _ in range(3):
        table.do("open_scene")
        table.do("end_scene")
    assert [scene.within for scene in table.campaign.scenes.values()] == ["1", "1", "1"]


@pytest.mark.parametrize("what", ["session", "scene"])
def test_two_are_not_open_at_once(table: Table, what: str) -> None:
    table.do(f"open_{what}")
    with expect_refusal(what, "open already"):
        table.do(f"open_{what}", force=True)


@pytest.mark.parametrize("what", ["session", "scene"])
def test_what_is_not_open_does_not_end(table: Table, what: str) -> None:
    with expect_refusal(what, "open"):
        table.do(f"end_{what}", force=True)


@pytest.mark.parametrize(
    ("span", "seconds"),
    [
        ({"seconds": 5}, 5),
        ({"minutes": 2}, 120),
        ({"hours": 1}, 3_600),
        ({"days": 2}, 172_800),
        ({"days": 1, "hours": 1, "minutes": 1, "seconds": 1}, 90_061),
    ],
)
def test_time_passes_in_whatever_measure(table: Table, span: dict[str, int], seconds: int) -> None:
    table.do("advance_clock", span)
    assert table.campaign.clock["now"].at == seconds


def test_no_time_is_no_passing(table: Table) -> None:
    with expect_refusal("time", "seconds"):
        table.do("advance_clock")


def test_the_clock_is_set_without_anything_ending(table: Table) -> None:
    table.do("afflict", target="ramjet", what="dazed", until={"by": "time", "at": 60})
    decision = table.do("set_clock", at=100, origin="noon")
    assert tags(decision) == ["clock_set"]
    assert (table.campaign.clock["now"].at, table.campaign.clock["now"].origin) == (100, "noon")


def test_time_does_not_run_backwards(table: Table) -> None:
    with pytest.raises(msgspec.ValidationError):
        table.do("advance_clock", seconds=-1)


def test_an_option_is_decided(table: Table) -> None:
    table.do("set_option", option="dice", value="table")
    assert table.campaign.ground["self"].options == {"dice": "table"}


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        ("dices", "table", "mixed_dice"),
        ("dice", "cards", "either, table, server"),
        ("mixed_dice", 1, "True"),
        ("dice", None, "either"),
    ],
)
def test_what_is_no_option_or_no_choice_is_refused(table: Table, option: str, value: Any, says: str) -> None:
    with expect_refusal("option", says):
        table.do("set_option", option=option, value=value, force=True)


def test_a_note_is_kept_by_its_key(table: Table) -> None:
    table.do("note", about="ramjet", text="3.0", member="sam")
    assert (table.told[0].ref, told(table)) == (table.ref("ramjet"), Noted(name="note", text="3.0"))


def test_a_note_about_nobody_is_the_encounter_s_or_the_campaign_s(table: Table) -> None:
    table.do("create_encounter", name="Fight")
    table.do("note", text="4.0", inside="fight")
    assert table.told[0].ref == table.ref("fight")
    table.do("note", text="5.0")
    assert table.told[0].ref == "campaign/self"


def test_a_note_about_what_is_not_there_is_missing(table: Table) -> None:
    with expect_missing("character/c-99"):
        table.do("note", about="character/c-99", text="3.0")


def test_a_private_note_is_for_its_audience(table: Table) -> None:
    table.do("note", about="ramjet", text="3.0", audience=("pat",))
    assert seen_event(PAT, told(table)) is not None
    assert seen_event(Viewer("sam", "player"), told(table)) is None


def test_an_award_is_written_down(table: Table) -> None:
    table.do("award", target="ramjet", what="experience", amount=50)
    assert told(table) == Awarded(name="experience", amount=50)


def test_a_ruling_cites_the_rules_it_follows_from(table: Table) -> None:
    table.do("record", target="ramjet", what="bluff", rules=["minimum"], data={"convinced": True})
    assert told(table) == Noted(name="bluff", data={"convinced": True}, rules=("minimum",))


def test_a_ruling_does_not_cite_what_is_no_rule(table: Table) -> None:
    with expect_refusal("unknown-rule", "XX-01"):
        table.do("record", what="bluff", rules=["XX-01"])


def test_a_roll_counts_its_modifiers_and_meets_its_target(table: Table) -> None:
    args: dict[str, Any] = {"label": "stealth", "notation": "2d6", "target": 10}
    modifiers = [{"label": "guts", "amount": 3, "source": "trait"}, {"label": "dark", "amount": -1}]
    table.do("roll", actor="ramjet", modifiers=modifiers, dice={"stealth": [3, 5]}, member="pat", **args)
    event = told(table)
    assert (event.total, event.outcome, event.dice) == (10, "success", ((6, 3, True), (6, 5, True)))


def test_a_roll_below_its_target_fails(table: Table) -> None:
    table.do("roll", label="stealth", notation="2d6", target=9, dice=[3, 5])
    assert told(table).outcome == "failure"


def test_a_roll_without_a_target_has_no_outcome(table: Table) -> None:
    table.do("roll", label="weather", notation="1d100", dice=[42], member="sam")
    assert (told(table).total, told(table).outcome) == (42, "")


@pytest.mark.parametrize(
    ("dice", "rule"), [([], "dice"), ([3], "dice"), ([3, 5, 1], "spare-dice"), ([3, 7], "die-out-of-range")]
)
def test_just_the_dice_that_are_rolled_are_sent(table: Table, dice: list[int], rule: str) -> None:
    with expect_refusal(rule):
        table.do("roll", label="stealth", notation="2d6", dice=dice)


def test_what_is_no_notation_is_refused(table: Table) -> None:
    with expect_refusal("notation", "character 3"):
        table.do("roll", label="stealth", notation="2dd6", dice=[1])


def test_a_sealed_roll_is_the_game_master_s(table: Table) -> None:
    table.do("roll", label="trap", notation="1d20", sealed=True, dice=[4])
    assert seen_event(PAT, told(table)) is None


def test_a_veiled_roll_shows_its_dice_alone(table: Table) -> None:
    table.do("roll", label="attack", notation="1d20", target=15, veiled=True, dice=[17])
    seen = seen_event(PAT, told(table))
    assert isinstance(seen, Rolled)
    assert (seen.total, seen.target, seen.outcome) == (17, None, "")


@pytest.mark.parametrize("hide", ["sealed", "veiled"])
def test_players_roll_openly(table: Table, hide: str) -> None:
    with expect_refusal("sealed"):
        table.do("roll", {hide: True}, label="x", notation="1d20", dice=[4], member="pat")


def test_players_roll_for_their_own_characters(table: Table) -> None:
    with expect_refusal("owner"):
        table.do("roll", actor="ramjet", label="x", notation="1d20", dice=[4], member="sam")


QUESTION: dict[str, Any] = {
    "owner": "pat",
    "prompt": "Left or right?",
    "options": ["left", "right"],
    "default": "left",
    "key": "way",
}


def test_a_question_waits_for_its_answer(table: Table) -> None:
    decision = table.do("ask", QUESTION, about="ramjet")
    question = table.only("ramjet", "questions")
    assert (decision.outcome, question.owner, question.options) == ("waiting", "pat", ("left", "right"))


def test_an_answer_is_written_down_and_the_question_gone(table: Table) -> None:
    table.do("ask", QUESTION, about="ramjet")
    table.answer("right")
    assert [h.event for h in table.told][-1] == Noted(name="way", data={"asked": "pat", "choice": "right"})
    assert not table.see("ramjet").questions


def test_a_closed_question_takes_its_default(table: Table) -> None:
    table.do("ask", QUESTION)
    table.close()
    assert [h.event for h in table.told][-1] == Noted(name="way", data={"asked": "pat", "choice": "left"})


def test_an_answer_in_advance_leaves_no_question(table: Table) -> None:
    decision = table.do("ask", QUESTION, responses={"way": "right"})
    assert (decision.outcome, tags(decision)) == ("done", ["noted"])


def test_what_is_no_option_is_no_answer(table: Table) -> None:
    table.do("ask", QUESTION)
    with expect_refusal("unknown-choice", "left, right"):
        table.answer("back")


@pytest.mark.parametrize("options", [[], ["right"]])
def test_the_default_is_an_option(table: Table, options: list[str]) -> None:
    with expect_refusal("unknown-choice"):
        table.do("ask", {**QUESTION, "options": options})


def test_an_erasure_names_the_texts_that_are_gone(table: Table) -> None:
    table.do("erase", texts=["3.0", "4.1"])
    assert told(table) == Noted(name="erased", data={"texts": "3.0, 4.1"})


@pytest.mark.parametrize(
    "command",
    [
        "open_session",
        "end_session",
        "open_scene",
        "end_scene",
        "advance_clock",
        "set_clock",
        "call_moment",
        "set_option",
    ],
)
def test_time_and_options_are_the_game_master_s(table: Table, command: str) -> None:
    args = {"call_moment": {"moment": "x"}, "set_option": {"option": "dice", "value": "table"}}.get(command, {})
    with pytest.raises(PermissionError):
        table.do(command, args, member="pat")
