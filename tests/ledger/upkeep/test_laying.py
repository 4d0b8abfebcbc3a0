"""A campaign that is founded with a whole history: it appears when all of it is written, or never."""

from collections.abc import Iterator
from uuid import UUID

import pytest
from msgspec.structs import replace

from domain.commands import Envelope
from domain.history.plan import RevisionRequest
from domain.ledger.checking.verify import verify
from domain.ledger.ledger import Ledger
from domain.ledger.playing.acceptance import Actor
from domain.ledger.playing.draft import Draft
from domain.ledger.upkeep.laying import PAGE, lay_down
from domain.records.entries import EntryFilter
from domain.records.store import Store
from domain.system import Registry
from systems.freeform import SYSTEM

GM = Actor("gm", "gm")


class Broken(Exception):
    pass


@pytest.fixture
def ledger(store: Store) -> Ledger:
    return Ledger(store, Registry(SYSTEM, ()))


def commands(count: int) -> Iterator[Envelope]:
    """A session in which one hero's points rise, with a note at its end."""
    yield Envelope(type="freeform.open_session")
    yield Envelope(type="freeform.create_character", args={"name": "Ada", "tracks": {"hp": 1}})
    for _ in range(count):
        yield Envelope(type="freeform.change", args={"target": "ada", "path": "tracks.hp.current", "by": 1})
    yield Envelope(type="freeform.note", args={"text": "The end."})
    yield Envelope(type="freeform.end_session")


def played(ledger: Ledger, draft: Draft, count: int) -> Iterator[None]:
    for number, envelope in enumerate(commands(count)):
        identity = f"00000000-0000-4000-8000-{number:012}"
        ledger.play_into(draft, GM, replace(envelope, id=identity))
        yield


def laid(ledger: Ledger, count: int) -> Draft:
    draft = ledger.founding("Long", "freeform", "gm")
    lay_down(ledger.store, draft, played(ledger, draft, count))
    return draft


@pytest.mark.parametrize("count", [3, PAGE - 5, 2 * PAGE])
def test_a_founded_history_is_whole_however_long_it_is(ledger: Ledger, count: int) -> None:
    campaign = laid(ledger, count).campaign
    hero = ledger.heads.fresh(campaign).aggregate("character/c-4")
    assert (verify(ledger.store, campaign).faults, hero and hero.tracks["hp"].current) == ((), count + 1)


def test_a_founded_history_holds_what_an_append_of_all_of_it_holds(ledger: Ledger) -> None:
    campaign, twin = laid(ledger, PAGE).campaign, ledger.founding("Long", "freeform", "gm")
    for _ in played(ledger, twin, PAGE):
        pass
    ledger.store.append(twin.transaction())
    assert _written(ledger.store, campaign) == _written(ledger.store, twin.campaign)


def _written(store: Store, campaign: UUID) -> dict[str, object]:
    """Read back what does not depend on the campaign's id."""
    entries = [entry.header.number for entry in store.entries(campaign, EntryFilter(limit=2_000))]
    rows = [row for events in store.as_first_written(campaign, entries).values() for row in events]
    refs = sorted({row.ref for row in rows})
    return {
        "events": [(row.entry, row.position, row.ref, row.version, row.topic) for row in rows],
        "checkpoints": [(one.ref, one.place, one.version) for ref in refs for one in store.checkpoints(campaign, ref)],
        "reads": store.reads_of(campaign, entries),
        "states": [(row.ref, row.version) for row in store.all_states(campaign)],
        "texts": store.texts(campaign, [f"{number}.0" for number in entries]),
        "epochs": [store.seeds(campaign, epoch).epoch for epoch in (1, 2, 3)],
    }


def test_a_founded_history_can_be_played_on_and_undone(ledger: Ledger) -> None:
    campaign = laid(ledger, PAGE).campaign
    entry = ledger.submit(campaign, GM, Envelope(type="freeform.note", args={"text": "Later."}))
    ledger.revise(campaign, GM, RevisionRequest(undo=(10,)))
    hero = ledger.heads.fresh(campaign).aggregate("character/c-4")
    assert (entry.header.number, hero and hero.tracks["hp"].current) == (PAGE + 8, PAGE)


def test_where_a_command_fails_nothing_is_written(ledger: Ledger) -> None:
    draft = ledger.founding("Long", "freeform", "gm")

    def breaking() -> Iterator[None]:
        yield from played(ledger, draft, PAGE)
        raise Broken

    with pytest.raises(Broken):
        lay_down(ledger.store, draft, breaking())
    assert draft.campaign not in {row.id for row in ledger.store.campaigns()}


def test_few_entries_are_held_at_a_time(ledger: Ledger) -> None:
    draft, most = ledger.founding("Long", "freeform", "gm"), 0

    def watched() -> Iterator[None]:
        nonlocal most
        for _ in played(ledger, draft, 3 * PAGE):
            most = max(most, len(draft.drafted))
            yield

    lay_down(ledger.store, draft, watched())
    assert most <= PAGE + 1
