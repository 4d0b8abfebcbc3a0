"""What was hidden since, or said differently since, no reader of the past is told."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from domain.history.plan import Amend, Insert
from domain.ledger.reading.points import Moment
from domain.visibility.world import RedactedPast, RemovedInstances
from projections.reader import Reader
from projections.views.entry import EntryView, HiddenEntry
from projections.views.explain import explain
from projections.views.history import history
from projections.views.sheet import sheet
from projections.views.timeline import one_entry
from tests.projections.table import Table
from tests.visibility.marked import MARKER, expect_no_secret


def back(table: Table, member: str, *point: Any) -> Moment:
    """A point of the past as a member looks back at it."""
    past = table.at(*point)
    now = Reader(table.world, table.viewer(member), table.registry, RemovedInstances(table.store, table.campaign))
    return replace(past, world=RedactedPast(past.world, now.visible))


def entry_then(table: Table, member: str, number: int, known_at: int) -> EntryView | HiddenEntry | None:
    at = back(table, member, str(known_at), None, known_at)
    return one_entry(
        table.store,
        table.campaign,
        number,
        table.viewer(member),
        world=at.world,
        registry=table.registry,
        known_at=at.known_at,
    )


def everything_then(table: Table, member: str, known_at: int, path: str) -> list[object]:
    """All that a member can read of Ramjet as it was known right after an entry."""
    at, viewer, ref = back(table, member, str(known_at), None, known_at), table.viewer(member), table.ref("ramjet")
    point: dict[str, Any] = {"moment": at, "registry": table.registry}
    return [
        sheet(at.world, viewer, ref),
        history(table.store, table.campaign, viewer, ref, **point),
        explain(table.store, table.campaign, viewer, ref, path, **point),
        *(entry_then(table, member, number, known_at) for number in range(1, known_at + 1)),
    ]


def cursed(table: Table) -> int:
    return table.gm("put", target="ramjet", component="conditions", name="curse", instance={"what": MARKER})


def amended(table: Table, entry: int, kind: str, **args: Any) -> int:
    return table.revise(amend=(Amend(entry=entry, command=table.envelope(kind, **args)),), reason="Not for all.")


def test_what_was_open_and_hidden_later_is_not_told_of_before() -> None:
    table = Table()
    given = cursed(table)
    assert MARKER in str(everything_then(table, "ben", given, "conditions.curse.what"))
    table.gm("set", target="ramjet", path="conditions.curse.audience", value="gm", reason="A secret.")
    expect_no_secret(everything_then(table, "ben", given, "conditions.curse.what"))


def test_what_was_hidden_before_it_ended_is_not_told_of_before() -> None:
    table = Table()
    given = cursed(table)
    table.gm("set", target="ramjet", path="conditions.curse.audience", value="gm", reason="A secret.")
    table.gm("take", target="ramjet", path="conditions.curse")
    expect_no_secret(everything_then(table, "ben", given, "conditions.curse.what"))


def test_a_note_that_was_amended_into_a_secret_is_not_told_of_before() -> None:
    table = Table()
    noted = table.gm("note", text=MARKER, about="ramjet")
    assert MARKER in str(entry_then(table, "ben", noted, noted))
    amended(table, noted, "note", text=MARKER, about="ramjet", audience="gm")
    assert isinstance(entry_then(table, "ben", noted, noted), HiddenEntry)
    expect_no_secret(everything_then(table, "ben", noted, "tracks.hp.current"))


def test_a_note_that_was_amended_into_another_is_told_as_it_was() -> None:
    table = Table()
    noted = table.gm("note", text="It rains.")
    amended(table, noted, "note", text="It snows.")
    assert "It rains." in str(entry_then(table, "ben", noted, noted))


def test_what_an_insert_hid_before_it_went_is_not_told_of() -> None:
    table = Table()
    given = cursed(table)
    table.gm("take", target="ramjet", path="conditions.curse")
    hide = table.envelope("set", target="ramjet", path="conditions.curse.audience", value="gm", reason="A secret.")
    table.revise(insert=(Insert(after=given, command=hide),), reason="It was one.")
    expect_no_secret(everything_then(table, "ben", given, "conditions.curse.what"))


def test_bug_a_past_that_names_what_is_no_reference_can_be_read() -> None:
    table = Table()
    table.gm("create_encounter", name="Fight")
    place = {"subject": "nobody", "kind": "creature", "initiative": 9}
    put = table.gm("put", target="fight", component="order", name="x", instance=place)
    table.gm("note", text="Later.")
    for view in ("corrected", "as_played"):
        assert table.at(str(put), view).world.aggregate("nobody") is None
        assert sheet(back(table, "ben", str(put), view).world, table.viewer("ben"), table.ref("fight"))
