"""Every anchor, on every component that may hang on one, ends what hangs on it: not one moment before, and at its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.play.moments import ANCHORED_COMPONENTS
from tests.freeform.claims import expect_missing, expect_refusal
from tests.freeform.table import Table, tags


def in_a_fight() -> Table:
    """Ramjet acts before the goblin; it is ramjet's turn in the first round."""
    table = Table().with_hero()
    table.do("open_session")
    table.do("open_scene")
    return table.with_fight(("ramjet", 10), ("goblin", 5))


def moment(name: str, subject: str = "", passing: int = 0) -> dict[str, Any]:
    return {"by": "moment", "moment": name, "subject": subject, "passing": passing}


def afflicted(until: dict[str, Any]) -> Table:
    table = in_a_fight()
    table.do("afflict", target="ramjet", what="dazed", until=until)
    return table


def lasts(table: Table) -> bool:
    return bool(table.see("ramjet").conditions)


def next_turn(table: Table) -> None:
    table.do("next_turn", encounter="fight")


TURNS = [
    pytest.param(moment("turn_end", "ramjet"), 1, id="the end of the turn that is on"),
    pytest.param(moment("turn_end", "ramjet", passing=1), 3, id="the end of the next turn"),
    pytest.param(moment("turn_end", "ramjet", passing=2), 5, id="the end of the turn after that"),
    pytest.param(moment("turn_start", "ramjet"), 2, id="the start of the next turn"),
    pytest.param(moment("turn_start", "goblin"), 1, id="the start of another's turn"),
    pytest.param(moment("turn_end", "goblin"), 2, id="the end of another's turn"),
    pytest.param(moment("round_end"), 2, id="the end of the round"),
    pytest.param(moment("round_start", passing=1), 4, id="the start of the round after the next"),
]


@pytest.mark.parametrize(("until", "turns"), TURNS)
def test_an_anchored_instance_lasts_until_one_turn_before(until: dict[str, Any], turns: int) -> None:
    table = afflicted(until)
    for _ in range(turns - 1):
        next_turn(table)
    assert lasts(table)


@pytest.mark.parametrize(("until", "turns"), TURNS)
def test_an_anchored_instance_ends_at_its_turn(until: dict[str, Any], turns: int) -> None:
    table = afflicted(until)
    for _ in range(turns):
        next_turn(table)
    assert not lasts(table)


@pytest.mark.parametrize(("seconds", "still"), [(59, True), (60, False), (61, False)])
def test_a_time_is_reached_to_the_second(seconds: int, still: bool) -> None:
    table = afflicted({"by": "time", "at": 60})
    table.do("advance_clock", seconds=seconds)
    assert lasts(table) == still


def test_what_is_overdue_when_time_begins_to_pass_ends_at_once() -> None:
    table = afflicted({"by": "time", "at": 60})
    table.do("set_clock", at=100)
    assert lasts(table)
    table.do("advance_clock", seconds=1)
    assert not lasts(table)


def test_what_is_due_earlier_ends_earlier() -> None:
    table = in_a_fight()
    for what, at in [("late", 90), ("early", 30)]:
        table.do("afflict", target="ramjet", what=what, until={"by": "time", "at": at})
    decision = table.do("advance_clock", minutes=2)
    assert tags(decision) == [*["clock_advanced", "condition_ended"] * 2, "clock_advanced"]
    assert [h.event.name.partition("-")[0] for h in decision.emitted if h.event.component != "clock"] == [
        "early",
        "late",
    ]


@pytest.mark.parametrize(("ending", "until"), [("end_scene", {"by": "scene"}), ("end_session", {"by": "session"})])
def test_what_lasts_a_scene_or_session_ends_with_it(ending: str, until: dict[str, Any]) -> None:
    table = afflicted(until)
    next_turn(table)
    assert lasts(table)
    table.do(ending)
    assert not lasts(table)


def test_the_end_of_the_session_ends_the_scene_in_it() -> None:
    table = afflicted({"by": "scene"})
    table.do("end_session")
    assert not lasts(table)


def test_what_lasts_a_session_outlasts_its_scenes() -> None:
    table = afflicted({"by": "session"})
    table.do("end_scene")
    assert lasts(table)


def test_what_lasts_an_encounter_ends_with_that_one() -> None:
    table = afflicted({"by": "encounter", "encounter": "fight"})
    table.do("create_encounter", name="Other")
    table.do("join", encounter="other", who="goblin")
    table.do("begin", encounter="other")
    table.do("end_encounter", encounter="other")
    assert lasts(table)
    table.do("end_encounter", encounter="fight")
    assert not lasts(table)


def test_what_hangs_on_an_instance_ends_with_it_also_on_another() -> None:
    table = Table().with_hero()
    table.do("create_character", name="Medic")
    table.do("wound", target="ramjet", severity="lesser", slot="arm/left")
    path = f"{table.ref('ramjet')}.wounds.{table.name('ramjet', 'wounds')}"
    table.do("afflict", target="medic", what="busy", until={"by": "instance", "path": path})
    table.do("close_wound", target="ramjet", wound="arm/left")
    assert not table.see("medic").conditions


def test_what_hangs_on_what_hangs_ends_along() -> None:
    table = afflicted(moment("turn_end", "ramjet"))
    path = f"{table.ref('ramjet')}.conditions.{table.name('ramjet', 'conditions')}"
    table.do("modify", target="ramjet", path="tracks.hp.maximum", amount=-1, until={"by": "instance", "path": path})
    decision = table.do("next_turn", encounter="fight")
    assert tags(decision) == ["condition_ended", "modifier_lifted", "turn_passed"]


def test_a_save_that_succeeds_ends_it() -> None:
    table = afflicted({"by": "save", "moment": "turn_end", "subject": "ramjet"})
    next_turn(table)
    assert lasts(table)
    table.answer("ends")
    assert not lasts(table)


def test_a_save_that_fails_is_rolled_again_next_time() -> None:
    table = afflicted({"by": "save", "moment": "turn_end", "subject": "ramjet"})
    next_turn(table)
    table.answer("stays")
    assert lasts(table)
    next_turn(table)
    assert table.waiting is None
    next_turn(table)
    table.answer("ends")
    assert not lasts(table)


def test_a_turn_with_an_open_save_passes_when_it_is_answered() -> None:
    table = afflicted({"by": "save", "moment": "turn_end", "subject": "ramjet"})
    next_turn(table)
    assert len(table.see("fight").questions) == 1
    assert tags(table.answer("stays")) == ["turn_passed"]
    assert not table.see("fight").questions


def test_several_saves_at_once_are_asked_one_by_one() -> None:
    table = in_a_fight()
    for what in ("dazed", "slowed"):
        table.do("afflict", target="ramjet", what=what, until={"by": "save", "moment": "turn_end", "subject": "ramjet"})
    next_turn(table)
    table.answer("ends")
    table.answer("stays")
    assert [condition.what for condition in table.see("ramjet").conditions.values()] == ["slowed"]


def test_a_moment_comes_where_the_game_master_says_so() -> None:
    table = Table().with_hero()
    table.do("afflict", target="ramjet", what="cold", until=moment("upkeep", "ramjet", passing=1))
    for _ in range(2):
        assert lasts(table)
        table.do("call_moment", moment="upkeep", subject="ramjet")
    assert not lasts(table)


def test_another_subject_s_moment_is_not_meant() -> None:
    table = afflicted(moment("upkeep", "ramjet"))
    table.do("call_moment", moment="upkeep", subject="goblin")
    table.do("call_moment", moment="upkeep")
    assert lasts(table)


def test_going_back_a_turn_ends_nothing() -> None:
    table = afflicted(moment("turn_start", "goblin"))
    table.do("set_turn", encounter="fight", who=["goblin"])
    table.do("previous_turn", encounter="fight")
    assert lasts(table)


HANGING: dict[str, tuple[str, Callable[[dict[str, Any]], dict[str, Any]], str]] = {
    "modifiers": ("ramjet", lambda until: {"path": "attributes.guts", "until": until}, "modifier_lifted"),
    "conditions": ("ramjet", lambda until: {"what": "dazed", "until": until}, "condition_ended"),
    "links": ("ramjet", lambda until: {"kind": "mark", "to": "character/c-2", "until": until}, "link_broken"),
    "intents": ("ramjet", lambda until: {"kind": "held", "what": "blow", "due": until}, "intent_ended"),
    "cards": ("ramjet", lambda until: {"kind": "rumour", "expires": until}, "card_lost"),
    "tasks": ("ramjet", lambda until: {"kind": "watch", "due": until}, "task_changed"),
    "uses": ("ramjet", lambda until: {"what": "luck", "count": 2, "until": until}, "use_reset"),
    "zones": ("fight", lambda until: {"kind": "fire", "until": until}, "zone_closed"),
    "followers": (
        "shift",
        lambda until: {"kind": "scout", "state": "tapped", "tapped_until": until},
        "follower_changed",
    ),
}

ENDINGS: dict[str, tuple[dict[str, Any], tuple[str, dict[str, Any]]]] = {
    "moment": (moment("upkeep"), ("call_moment", {"moment": "upkeep"})),
    "time": ({"by": "time", "at": 60}, ("advance_clock", {"seconds": 60})),
    "scene": ({"by": "scene"}, ("end_scene", {})),
    "session": ({"by": "session"}, ("end_session", {})),
    "encounter": ({"by": "encounter", "encounter": "encounter/e-6"}, ("end_encounter", {"encounter": "fight"})),
    "instance": (
        {"by": "instance", "path": "character/c-2.wounds.cut"},
        ("close_wound", {"target": "ramjet", "wound": "cut"}),
    ),
}


def test_every_component_with_an_anchor_is_tried_here() -> None:
    assert HANGING.keys() == ANCHORED_COMPONENTS


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("component", HANGING)
def test_every_anchor_ends_what_hangs_on_it_whatever_that_is(component: str, ending: str) -> None:
    until, (command, args) = ENDINGS[ending]
    table = Table().with_hero()
    table.do("open_session")
    table.do("open_scene")
    table.do("put", target="ramjet", component="wounds", name="cut", instance={"severity": "lesser"})
    table.do("create_encounter", name="Fight")
    table.do("begin", encounter="fight", force=True)
    table.do("create_enclave", name="Shift")
    target, instance, ended = HANGING[component]
    table.do("put", target=target, component=component, name="it", instance=instance(until))
    assert ended in tags(table.do(command, args))


@pytest.mark.parametrize("ending", ["time", "instance", "encounter"])
def test_a_counter_is_reset_once_where_the_anchor_does_not_come_again(ending: str) -> None:
    until, (command, args) = ENDINGS[ending]
    table = Table().with_hero()
    table.do("put", target="ramjet", component="wounds", name="cut", instance={"severity": "lesser"})
    for _ in range(2):
        table.do("note", text="…")
    table.do("create_encounter", name="Fight")
    table.do("begin", encounter="fight", force=True)
    table.do("put", target="ramjet", component="uses", name="it", instance={"what": "luck", "count": 2, "until": until})
    table.do(command, args)
    use = table.see("ramjet").uses["it"]
    assert (use.count, use.until) == (0, None)


def test_a_counter_per_turn_begins_afresh_every_turn() -> None:
    table = in_a_fight()
    table.do("use", target="ramjet", what="reaction", until=moment("turn_start", "ramjet"))
    for _ in range(2):
        next_turn(table)
        table.do("use", target="ramjet", what="reaction")
        next_turn(table)
        assert table.only("ramjet", "uses").count == 0


def test_what_is_anchored_to_a_task_outlasts_its_being_due() -> None:
    table = Table().with_hero()
    table.do(
        "put",
        target="ramjet",
        component="tasks",
        name="watch",
        instance={"kind": "watch", "due": {"by": "time", "at": 9}},
    )
    path = f"{table.ref('ramjet')}.tasks.watch"
    table.do("afflict", target="ramjet", what="alert", until={"by": "instance", "path": path})
    table.do("advance_clock", seconds=10)
    assert lasts(table)


@pytest.mark.parametrize(
    "until",
    [
        moment("turn_end", "character/c-99"),
        {"by": "encounter", "encounter": "encounter/e-99"},
        {"by": "instance", "path": "character/c-2.wounds.none"},
        {"by": "instance", "path": "character/c-99.wounds.none"},
    ],
)
def test_what_would_never_end_is_refused(until: dict[str, Any]) -> None:
    with expect_missing("There is no"):
        Table().with_hero().do("afflict", target="ramjet", what="dazed", until=until, force=True)


@pytest.mark.parametrize(
    "path", ["ramjet", "character/c-2", "character/c-2.wounds", "character/c-2.wounds.cut.severity"]
)
def test_an_anchor_to_no_instance_is_refused(path: str) -> None:
    with expect_refusal("anchor"):
        Table().with_hero().do("afflict", target="ramjet", what="dazed", until={"by": "instance", "path": path})


def test_passing_a_turn_looks_only_at_what_hangs_on_it() -> None:
    table = in_a_fight()
    table.do("afflict", target="ramjet", what="blessed")
    table.do("modify", target="goblin", path="attributes.guts", amount=1)
    decision = table.do("next_turn", encounter="fight")
    assert [path for path in decision.reads if ".conditions." in path or ".modifiers." in path] == []


def test_relieving_looks_only_at_what_hangs_on_that() -> None:
    table = Table().with_hero()
    table.do("afflict", target="ramjet", what="prone")
    table.do("afflict", target="ramjet", what="blessed")
    decision = table.do("relieve", target="ramjet", condition="prone")
    assert not [path for path in decision.reads if "blessed" in path]
