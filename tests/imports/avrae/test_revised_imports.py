"""Changing the past of an imported combat: everything that followed comes out as it would have."""

from typing import Any

import pytest

from domain.history.plan import Amend, Insert, RevisionRequest
from domain.ledger.checking.verify import verify
from tests.imports.avrae.campaigns import GM, Table, command, in_memory


def revise(table: Table, **change: Any) -> None:
    table.ledger.revise(table.campaign, GM, RevisionRequest(**change))


@pytest.fixture
def combat() -> Table:
    """A campaign of the test's own."""
    return in_memory()


def test_without_the_hit_of_nine_the_hag_ends_at_seven(combat: Table) -> None:
    revise(combat, undo=(combat.hits()[4],))
    assert combat.track("SH1") == 7


def test_with_that_hit_redone_she_is_where_she_was(combat: Table) -> None:
    struck = combat.hits()[4]
    revise(combat, undo=(struck,))
    revise(combat, redo=struck)
    assert (combat.track("SH1"), combat.course()) == (-2, [52, 45, 42, 36, 30, 21, 4, 2, -2])


def test_with_seventeen_amended_to_seven_she_ends_at_eight(combat: Table) -> None:
    hit = combat.hits()[5]
    less = command("damage", target="sh1", track="hp", amount=7, temporary="temp_hp")
    revise(combat, amend=Amend(entry=hit, command=less))
    assert combat.track("SH1") == 8


def test_with_other_dice_the_same_hit_does_other_damage(combat: Table) -> None:
    hit = combat.hits()[5]
    revise(combat, amend=Amend(entry=hit), dice={str(hit): (3, 3, 1)})
    assert combat.track("SH1") == 8


def test_ten_healed_after_the_third_hit_are_carried_on(combat: Table) -> None:
    hits = combat.hits()
    heal = command("heal", target="sh1", track="hp", amount=10)
    revise(combat, insert=Insert(after=hits[2], command=heal))
    healed = combat.headers()[-1].number
    combat.ledger.submit(combat.campaign, GM, command("note", text="We forgot the potion."))
    assert [combat.track("SH1", at) for at in (healed, *hits[3:])] == [46, 40, 31, 14, 12, 8]


def test_what_the_table_believed_stays_readable(combat: Table) -> None:
    hits = combat.hits()
    last = combat.report.entries
    revise(combat, undo=(hits[4],))
    assert combat.track("SH1", hits[7]) == 7
    assert combat.known("SH1", hits[7], at=last) == -2


def test_a_revised_import_verifies(combat: Table) -> None:
    revise(combat, undo=(combat.hits()[4],))
    assert verify(combat.store, combat.campaign).faults == ()


def test_without_the_glare_nitar_keeps_what_he_had(combat: Table) -> None:
    (glare,) = combat.entries("damage", target=combat.ref("Nitar"))
    revise(combat, undo=(glare,))
    assert (combat.track("Nitar"), combat.track("Nitar", track="temp_hp")) == (32, 4)
