"""A dry run looks like the entry it would become, and is marked as none."""

from typing import Any

from projections.views.entry import EntryView, HiddenEntry
from projections.views.preview import drafted_views
from tests.projections.table import Table
from tests.visibility.marked import MARKER, expect_no_secret


def tried(table: Table, kind: str, /, by: str = "ana", seen_by: str = "ana", **args: Any) -> EntryView | HiddenEntry:
    drafted = table.ledger.preview(table.campaign, table.actor(by), [table.envelope(kind, **args)])
    return drafted_views(drafted, table.viewer(seen_by), world=table.world, registry=table.registry)[0]


def test_dice_of_a_dry_run_are_marked() -> None:
    seen = tried(Table(), "roll", label="luck", notation="1d6")
    assert isinstance(seen, EntryView)
    assert [die.source for die in seen.rolls[0].dice] == ["preview"]


def test_a_dry_run_has_no_place_in_the_chain() -> None:
    seen = tried(Table(), "roll", label="luck", notation="1d6")
    assert isinstance(seen, EntryView)
    assert (seen.hash, seen.digest) == ("", "")


def test_a_character_who_would_come_is_named() -> None:
    seen = tried(Table(), "create_character", by="gm", name="Smokey")
    assert isinstance(seen, EntryView)
    assert seen.events[0]["aggregate"].startswith(("character/", "campaign/"))
    assert [name.handle for name in seen.names.values()] == ["smokey"]


def test_what_would_be_written_is_shown() -> None:
    seen = tried(Table(), "note", text="Owes us.")
    assert isinstance(seen, EntryView)
    assert seen.events[0]["text"] == "Owes us."


def test_a_hidden_dry_run_is_a_stub_to_others() -> None:
    table = Table()
    expect_no_secret(tried(table, "create_character", by="gm", name=MARKER, hidden=True))


def test_a_dry_run_changes_nothing() -> None:
    table = Table()
    tried(table, "damage", target="ramjet", track="hp", amount=3)
    hero: Any = table.world.aggregate(table.ref("ramjet"))
    assert hero.tracks["hp"].current == 10
