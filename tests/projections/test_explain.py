"""An explanation tells the chain of events behind a value, and what of it is hidden only as a sum."""

import pytest

from domain.history.points import HEAD
from domain.ledger.memory.store import MemoryStore
from domain.ledger.reading.heads import Heads
from domain.ledger.reading.points import moment as read
from domain.system import Registry
from domain.vocabulary.profile import Introduced, Profile
from domain.vocabulary.values import Track, TrackOpened, TrackSet
from projections.values import SeenValue, Share
from projections.views.explain import Explanation, explain
from systems.freeform import SYSTEM
from tests.ledger.builders import HERO, found, play, write
from tests.projections.table import Table
from tests.visibility.marked import MARKER, PLAYER, expect_no_secret

HP = "tracks.hp.current"


def why(table: Table, path: str = HP, member: str = "gm") -> Explanation:
    view = table.why("ramjet", path, member)
    assert view is not None
    return view


def told(explanation: Explanation) -> list[str]:
    return [step.event["type"] for step in explanation.steps]


def test_a_value_is_explained_by_the_events_that_made_it() -> None:
    table = Table()
    table.ana("damage", target="ramjet", track="hp", amount=3)
    seen = why(table, member="ben")
    assert ([(step.before, step.after) for step in seen.steps], seen.stored) == ([(None, 10), (10, 7)], 7)


def test_each_step_says_by_whom_and_when() -> None:
    table = Table()
    number = table.ana("damage", target="ramjet", track="hp", amount=3)
    step = why(table).steps[-1]
    assert (step.entry, step.member, step.status) == (number, "ana", "standing")


def test_a_step_brings_the_dice_of_its_entry() -> None:
    table = Table()
    table.ana("damage", target="ramjet", track="hp", notation="1d6", label="claw", dice={"claw": [4]})
    (roll,) = why(table, member="ben").steps[-1].rolls
    assert (roll.label, roll.dice[0].value, roll.dice[0].source) == ("claw", 4, "table")


def test_what_changed_something_else_is_no_step() -> None:
    table = Table()
    table.gm("afflict", target="ramjet", what="prone")
    assert told(why(table)) == ["track_opened"]


def test_modifiers_in_force_say_which_entry_they_come_from() -> None:
    table = Table()
    number = table.gm("modify", target="ramjet", path="tracks.hp.maximum", amount=2, title="Tough")
    seen = why(table, "tracks.hp.maximum")
    (modifier,) = seen.modifiers.values()
    assert (modifier["title"], modifier["entry"], seen.value and seen.value.value) == ("Tough", number, 14)


def test_a_modifier_that_ended_is_part_of_the_chain() -> None:
    table = Table()
    table.gm("modify", target="ramjet", path="tracks.hp.maximum", amount=2)
    table.gm("unmodify", target="ramjet", modifier=next(iter(why(table, "tracks.hp.maximum").modifiers)))
    seen = why(table, "tracks.hp.maximum")
    assert (told(seen)[1:], seen.modifiers) == (["modifier_applied", "modifier_lifted"], {})


def test_a_value_that_a_formula_defines_says_what_it_leans_on() -> None:
    table = Table()
    half = {"op": "quotient", "dividend": {"op": "value", "path": "tracks.hp.maximum"}, "divisor": 2}
    table.gm("define", target="ramjet", path="defense.bloodied", formula=half)
    seen = why(table, "defense.bloodied", "ana")
    assert (seen.value and seen.value.value, seen.leans_on) == (6, ("character/ramjet.tracks.hp.maximum",))


def placed(of: str) -> tuple[Table, str]:
    """A table with such an aggregate, which has a pool of hours and a modifier of its most."""
    table, handle = Table(), of
    table.gm(f"create_{of}", name=of.title())
    instances = {
        "tracks": ("hours", {"current": 4, "maximum": 9}),
        "modifiers": ("haste", {"path": "tracks.hours.maximum", "amount": -2, "title": "Haste"}),
        "formulas": ("half", {"path": "pace.half", "expression": {"op": "value", "path": "tracks.hours.maximum"}}),
    }
    for component, (name, instance) in instances.items():
        table.gm("put", target=handle, component=component, name=name, instance=instance)
    return table, handle


def explained(table: Table, handle: str, path: str) -> Explanation:
    ref = handle if "/" in handle else table.ref(handle)
    view = explain(
        table.store, table.campaign, table.viewer("gm"), ref, path, moment=table.at(), registry=table.registry
    )
    assert view is not None
    return view


@pytest.mark.parametrize("of", ["character", "encounter", "enclave"])
def test_characters_encounters_and_enclaves_are_explained_in_the_same_words(of: str) -> None:
    table, handle = placed(of)
    most, half = explained(table, handle, "tracks.hours.maximum"), explained(table, handle, "pace.half")
    assert most.value == SeenValue(
        base=9, value=7, parts=(Share(operation="add", amount=-2, modifier="haste", title="Haste"),)
    )
    assert (most.modifiers["haste"]["title"], told(most)) == ("Haste", ["track_opened", "modifier_applied"])
    assert (half.value and half.value.value, told(half), len(half.leans_on)) == (7, ["formula_defined"], 1)


def test_the_time_of_the_campaign_is_explained_by_what_let_it_pass() -> None:
    table = Table()
    number = table.gm("advance_clock", minutes=2)
    seen = explained(table, "campaign/self", "clock.now.at")
    assert (seen.value and seen.value.value, seen.steps[-1].entry, told(seen)[-1]) == (120, number, "clock_advanced")


def test_a_modifier_for_some_situations_is_told_with_its_condition() -> None:
    table = Table()
    kept = {
        "path": "tracks.hp.maximum",
        "amount": 2,
        "title": "Duellist",
        "when": ["melee"],
        "against": "character/other",
    }
    table.gm("put", target="ramjet", component="modifiers", name="duellist", instance=kept)
    seen = why(table, "tracks.hp.maximum")
    assert seen.value is not None
    (share,) = seen.value.parts
    assert (seen.value.value, share.when, share.against, share.counted) == (12, ("melee",), "character/other", False)


def test_a_level_of_a_condition_is_explained() -> None:
    table = Table()
    table.gm("afflict", target="ramjet", what="tired", level=1)
    name = next(iter(table.world.aggregate(table.ref("ramjet")).conditions))  # type: ignore[union-attr]
    table.gm("change", target="ramjet", path=f"conditions.{name}.level", by=2)
    assert [step.after for step in why(table, f"conditions.{name}.level", "ana").steps] == [1, 3]


def test_a_struck_event_is_no_part_of_it() -> None:
    table = Table()
    number = table.ana("damage", target="ramjet", track="hp", amount=3)
    table.revise(undo=(number,))
    assert (told(why(table)), why(table).stored) == (["track_opened"], 10)


def test_in_the_past_it_ends_there() -> None:
    table = Table()
    number = table.ana("damage", target="ramjet", track="hp", amount=3)
    table.ana("damage", target="ramjet", track="hp", amount=2)
    seen = table.why("ramjet", HP, at=table.at(str(number)))
    assert seen is not None
    assert (seen.stored, len(seen.steps)) == (7, 2)


def test_as_played_it_tells_what_was_struck_later() -> None:
    table = Table()
    number = table.ana("damage", target="ramjet", track="hp", amount=3)
    table.revise(undo=(number,))
    seen = table.why("ramjet", HP, at=table.at(str(number), "as_played"))
    assert seen is not None
    assert (told(seen), seen.stored) == (["track_opened", "damage_taken"], 7)


def test_hidden_events_are_summed_up() -> None:
    table = Table()
    table.gm("damage", target="ramjet", track="hp", amount=4, audience="gm", reason=MARKER, harm=MARKER)
    table.ana("heal", target="ramjet", track="hp", amount=1)
    seen = why(table, member="ana")
    assert (told(seen), seen.stored, seen.hidden.events, seen.hidden.amount) == (
        ["track_opened", "damage_healed"],
        7,
        1,
        -4,
    )
    expect_no_secret(seen)


def test_no_step_is_hidden_from_the_game_master() -> None:
    table = Table()
    table.gm("damage", target="ramjet", track="hp", amount=4, audience="gm")
    assert (why(table).hidden.events, len(why(table).steps)) == (0, 2)


def test_hidden_modifiers_are_no_steps_but_part_of_the_total() -> None:
    table = Table()
    table.gm("modify", target="ramjet", path="tracks.hp.maximum", amount=-5, title=MARKER, source=MARKER, hidden=True)
    seen = why(table, "tracks.hp.maximum", "ana")
    assert (seen.value and seen.value.value, seen.modifiers, told(seen), seen.hidden.events) == (
        7,
        {},
        ["track_opened"],
        1,
    )
    expect_no_secret(seen)


def test_what_a_value_was_while_it_was_hidden_is_not_told() -> None:
    table = Table()
    table.gm("put", target="ramjet", component="tracks", name="doom", instance={"current": 987654321, "audience": "gm"})
    table.gm("set", target="ramjet", path="tracks.doom.current", value=3)
    table.gm("set", target="ramjet", path="tracks.doom.audience", value="all")
    seen = table.why("ramjet", "tracks.doom.current", "ana")
    assert seen is not None
    assert (seen.stored, seen.steps, seen.hidden.amount) == (3, (), 3)
    expect_no_secret(seen)


@pytest.mark.parametrize("path", [f"conditions.{MARKER}.level", "tracks.none.current", "defense.ac", "nonsense", ""])
def test_what_never_was_has_no_explanation(path: str) -> None:
    assert Table().why("ramjet", path) is None


def test_what_is_hidden_has_no_explanation() -> None:
    table = Table()
    table.gm("afflict", target="ramjet", what="cursed", level=2, hidden=True)
    name = next(iter(table.world.aggregate(table.ref("ramjet")).conditions))  # type: ignore[union-attr]
    assert table.why("ramjet", f"conditions.{name}.level") is not None
    assert table.why("ramjet", f"conditions.{name}.level", "ana") is None


@pytest.mark.parametrize("hiding", [{"hidden": True}, {"sheet": "gm"}])
def test_a_sheet_one_may_not_see_is_not_explained(hiding: dict[str, object]) -> None:
    table = Table()
    table.gm("create_character", name="Foe", tracks={"hp": 5}, **hiding)
    assert table.why("foe", HP, "ana") is None


def cell(**fields: object) -> dict[str, object]:
    return {"grid": "g", "row": 0, "column": 0, **fields}


@pytest.mark.parametrize(("field", "known"), [("truth", False), ("price", False), ("shown", True), ("state", True)])
def test_of_a_cell_what_may_be_seen_is_explained(field: str, known: bool) -> None:
    table = Table()
    table.gm("create_enclave", name="Den")
    table.gm("put", target="den", component="grids", name="g", instance={"target": "x", "rows": 1, "columns": 1})
    laid = cell(truth=MARKER, shown="rumour", price=987654321, known_by=[table.ref("ramjet")])
    table.gm("put", target="den", component="cells", name="g/0/0", instance=laid)
    seen = table.why("den", f"cells.g/0/0.{field}", "ana")
    assert (seen is not None) is known
    expect_no_secret([seen, table.why("den", "cells.g/0/0", "ana")])


def test_the_history_of_a_creature_runs_as_the_story_does() -> None:
    table = Table()
    table.ana("damage", target="ramjet", track="hp", amount=3)
    view = table.history("ramjet", "ben")
    assert view is not None
    assert [event.event["type"] for event in view.events] == ["introduced", "track_opened", "damage_taken"]


def test_a_history_comes_in_pages() -> None:
    table = Table()
    table.ana("damage", target="ramjet", track="hp", amount=3)
    first = table.history("ramjet", limit=2, newest_first=True)
    assert first is not None
    rest = table.history("ramjet", offset=first.next, newest_first=True)
    assert rest is not None
    assert [event.event["type"] for event in (*first.events, *rest.events)] == [
        "damage_taken",
        "track_opened",
        "introduced",
    ]
    assert rest.next is None


def test_a_history_leaves_out_what_is_hidden() -> None:
    table = Table()
    table.gm("afflict", target="ramjet", what=MARKER, hidden=True)
    table.gm("note", about="ramjet", text=MARKER, audience="gm")
    view = table.history("ramjet", "ana")
    assert view is not None
    assert len(view.events) == 2
    expect_no_secret(view)


def test_a_history_tells_what_was_noted() -> None:
    table = Table()
    table.ana("note", about="ramjet", text="Limps.")
    view = table.history("ramjet", "ben")
    assert view is not None
    assert view.events[-1].event["text"] == "Limps."


def test_a_hidden_character_has_no_history() -> None:
    table = Table()
    table.gm("create_character", name="Spy", hidden=True)
    assert table.history("spy", "ana") is None


def test_a_value_that_was_set_as_it_was_shown_does_not_tell_what_it_was_before() -> None:
    store = MemoryStore()
    hidden = TrackOpened(name="doom", track=Track(current=987654321, audience="gm"), audience="gm")
    story = (Introduced(name="self", profile=Profile(handle="hero", name="Hero")), hidden)
    campaign = found(store, play(*((HERO, event) for event in story)))
    write(store, campaign, play((HERO, TrackSet(name="doom", current=3, shown_to="all"))))
    moment = read(store, Heads(store).fresh(campaign), HEAD)
    seen = explain(store, campaign, PLAYER, HERO, "tracks.doom.current", moment=moment, registry=Registry(SYSTEM, ()))
    assert seen is not None
    assert ([step.after for step in seen.steps], seen.hidden.events) == ([3], 0)
    expect_no_secret(seen)


@pytest.mark.parametrize("path", ["tracks.hp.currents", "profile.self.nothing"])
def test_what_no_instance_has_is_not_explained(path: str) -> None:
    assert Table().why("ramjet", path, "gm") is None
