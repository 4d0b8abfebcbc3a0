"""The timeline shows the ledger in order, what was struck as struck, and finds nothing that is hidden."""

from typing import Any

import pytest

from domain.history.plan import Amend
from projections.views.entry import EntryView, HiddenEntry
from tests.projections.table import Table
from tests.visibility.marked import MARKER, expect_no_secret, json_of


def numbers(table: Table, member: str = "gm", /, **wanted: Any) -> list[int]:
    return [view.entry for view in table.timeline(member, **wanted)]


def hurt(table: Table, amount: int = 3) -> int:
    return table.ana("damage", target="ramjet", track="hp", amount=amount)


def test_entries_run_as_they_were_written() -> None:
    table = Table()
    first, second = hurt(table), hurt(table)
    assert numbers(table, after=first - 1) == [first, second]


def test_the_newest_may_come_first() -> None:
    table = Table()
    first, second = hurt(table), hurt(table)
    assert numbers(table, after=first - 1, newest_first=True) == [second, first]


def test_a_struck_entry_stays_with_the_events_it_was_born_with() -> None:
    table = Table()
    number = hurt(table)
    table.revise(undo=(number,))
    entry = table.entry(number, "ben")
    assert (entry.status, [event["struck"] for event in entry.events]) == ("struck", [True])


def test_a_struck_entry_says_who_struck_it_and_why() -> None:
    table = Table()
    number = hurt(table)
    revision = table.revise(undo=(number,), reason="It was the other goblin.")
    changed = table.entry(number, "ben").changed_by
    assert changed is not None
    assert (changed.revision, changed.member, changed.reason) == (revision, "gm", "It was the other goblin.")


def test_before_it_was_struck_it_stood() -> None:
    table = Table()
    number = hurt(table)
    table.revise(undo=(number,))
    (then,) = table.timeline(known_at=number, after=number - 1)
    assert isinstance(then, EntryView)
    assert (then.status, then.changed_by) == ("standing", None)


def test_bug_a_withdrawn_revision_is_struck_and_says_by_whom_and_why() -> None:
    table = Table()
    revision = table.revise(undo=(hurt(table),))
    withdrawal = table.revise(undo=(revision,), reason="It was that goblin.")
    entry = table.entry(revision, "ben")
    assert (entry.status, {event["struck"] for event in entry.events}) == ("struck", {True})
    assert entry.changed_by is not None
    assert (entry.changed_by.revision, entry.changed_by.member, entry.changed_by.reason) == (
        withdrawal,
        "gm",
        "It was that goblin.",
    )


def test_before_it_was_withdrawn_a_revision_stood() -> None:
    table = Table()
    revision = table.revise(undo=(hurt(table),))
    table.revise(undo=(revision,))
    (then,) = table.timeline(known_at=revision, after=revision - 1)
    assert isinstance(then, EntryView)
    assert (then.status, then.changed_by) == ("standing", None)


def test_a_revision_whose_withdrawal_is_withdrawn_stands_again() -> None:
    table = Table()
    revision = table.revise(undo=(hurt(table),))
    withdrawal = table.revise(undo=(revision,))
    table.revise(redo=revision)
    assert [(table.entry(n).status, table.entry(n).changed_by is None) for n in (revision, withdrawal)] == [
        ("standing", True),
        ("struck", False),
    ]


def test_a_withdrawn_revision_is_found_among_what_was_struck() -> None:
    table = Table()
    number = hurt(table)
    revision = table.revise(undo=(number,))
    table.revise(undo=(revision,))
    assert numbers(table, status="struck") == [revision]


def test_an_amended_entry_shows_its_new_command_and_events() -> None:
    table = Table()
    number = hurt(table, 3)
    amended = table.envelope("damage", target="ramjet", track="hp", amount=1)
    table.revise(amend=Amend(entry=number, command=amended))
    entry = table.entry(number)
    assert (entry.status, entry.versions, entry.events[0]["amount"]) == ("amended", 2, 1)


def test_a_revision_shows_what_it_changed() -> None:
    table = Table()
    number = hurt(table)
    entry = table.entry(table.revise(undo=(number,), reason="No."), "ben")
    assert entry.revision is not None
    assert ([change["entry"] for change in entry.revision.changes], entry.reason, entry.place) == (
        [number],
        "No.",
        None,
    )
    assert entry.events[0]["values"]["tracks.hp"]["current"] == 10


def test_a_correction_of_hidden_things_is_a_stub() -> None:
    table = Table()
    table.gm("create_character", name=MARKER, hidden=True, tracks={"hp": 5})
    number = table.gm("damage", target=MARKER, track="hp", amount=2)
    revision = table.revise(undo=(number,), reason=MARKER)
    assert isinstance(table.peek(revision, "ana"), HiddenEntry)


def test_hidden_entries_are_stubs_in_their_place() -> None:
    table = Table()
    secret = table.gm("note", text=MARKER, audience="gm")
    assert [type(view).__name__ for view in table.timeline("ana", after=secret - 1)] == ["HiddenEntry"]


@pytest.mark.parametrize(
    "wanted", [{"member": "gm"}, {"event_kind": "note"}, {"entry_kind": "play"}, {"status": "standing"}]
)
def test_a_filter_does_not_tell_what_a_stub_is(wanted: dict[str, str]) -> None:
    table = Table()
    secret = table.gm("note", text=MARKER, audience="gm")
    assert secret not in numbers(table, "ana", **wanted)
    assert secret in numbers(table, "gm", **wanted)


def test_an_entry_is_not_found_by_an_event_that_is_hidden() -> None:
    table = Table()
    table.gm("create_character", name="Foe", sheet="gm", tracks={"hp": 5})
    roll = table.gm("damage", target="foe", track="hp", notation="1d6", label="fire")
    assert roll in numbers(table, "ana", event_kind="roll")
    assert roll not in numbers(table, "ana", event_kind="wound")


def test_a_search_by_a_hidden_character_finds_no_entry() -> None:
    table = Table()
    table.gm("create_character", name="Spy", hidden=True)
    assert (numbers(table, "ana", ref=table.ref("spy")), len(numbers(table, ref=table.ref("spy")))) == ([], 1)


def test_a_page_is_full_though_hidden_entries_lie_between() -> None:
    table = Table()
    for _ in range(5):
        table.gm("note", text=MARKER, audience="gm")
    number = hurt(table)
    assert numbers(table, "ana", event_kind="wound", limit=1) == [number]


@pytest.mark.parametrize("member", ["ana", "ben", "olaf"])
def test_a_whole_campaign_full_of_secrets_tells_none(member: str) -> None:
    table = Table()
    table.gm("create_character", name=MARKER, hidden=True, tracks={MARKER: 5})
    table.gm("afflict", target="ramjet", what=MARKER, hidden=True, source=MARKER)
    table.gm("modify", target="ramjet", path="tracks.hp.maximum", amount=-1, title=MARKER, hidden=True)
    table.gm("give_item", target="ramjet", what=MARKER, hidden=True, title=MARKER)
    table.gm("create_encounter", name="Fight", areas={"yard": {}})
    table.gm("join", encounter="fight", who=MARKER, initiative=20)
    table.gm("join", encounter="fight", who="ramjet", initiative=10)
    table.gm("begin", encounter="fight")
    table.gm("zone", encounter="fight", kind=MARKER, hidden=True, areas=["yard"])
    table.gm("next_turn", encounter="fight")
    table.gm("leave", encounter="fight", who=MARKER, because=MARKER)
    table.gm("remove", target=MARKER, because=MARKER)
    expect_no_secret(table.timeline(member))


def test_the_end_of_a_public_fight_stays_told_when_its_order_is_gone() -> None:
    table = Table()
    table.gm("create_encounter", name="Fight")
    joined = table.gm("join", encounter="fight", who="ramjet", initiative=10)
    left = table.gm("leave", encounter="fight", who="ramjet")
    seen = [table.entry(number, "ana").events for number in (joined, left)]
    assert [events[0]["type"] for events in seen] == ["turn_entered", "turn_left"]


def test_the_timeline_is_json() -> None:
    table = Table()
    hurt(table)
    assert json_of(table.timeline("ana")).startswith('[{"entry":1,')
