"""All that a store answers about a campaign, to be compared with what another one answers."""

from typing import Any
from uuid import UUID

from domain.records.entries import EntryFilter
from domain.records.positions import Place
from domain.records.store import Store, UnknownEpoch

EVERYTHING = 10**6


def answers(store: Store, campaign: UUID, last: int | None = None) -> dict[str, Any]:
    """What is said of the campaign up to an entry, by question; its states and secrets only where that is the last one."""
    head = store.head(campaign)
    last = head.entry if last is None else last
    entries = store.entries(campaign, EntryFilter(before=last + 1, limit=EVERYTHING), last)
    numbers = [entry.header.number for entry in entries]
    refs = sorted({row.ref for row in store.all_states(campaign)})
    paths = sorted({path for reads in store.reads_of(campaign, numbers, last).values() for path in reads})
    by_question: dict[str, Any] = {
        "campaign": store.campaign(campaign),
        "entries": entries,
        "commands": [store.by_command_id(campaign, entry.header.command_id) is not None for entry in entries],
        "raw": [raw for raw in store.raw(campaign, 0, EVERYTHING) if raw.number <= last],
        "as first written": store.as_first_written(campaign, numbers),
        "texts": store.texts(campaign, [f"{number}.{index}" for number in numbers for index in range(3)]),
    }
    for known in {1, last // 3, last // 2, last}:
        by_question |= _known(store, campaign, numbers, refs, known)
    if last == head.entry:
        by_question |= {"head": head, "states": store.all_states(campaign), "secrets": store.secrets(campaign)}
        by_question |= {"readers": store.readers(campaign, paths, 0), "orphans": store.orphans(campaign)}
        by_question |= {f"seeds {epoch}": _seeds(store, campaign, epoch) for epoch in range(1, 20)}
    return by_question


def _known(store: Store, campaign: UUID, numbers: list[int], refs: list[str], known: int) -> dict[str, Any]:
    middle: Place = (known // 2 + 1,)
    return {
        f"events at {known}": store.events_of(campaign, numbers, known),
        f"restatements at {known}": store.restatements(campaign, numbers, known),
        f"reads at {known}": store.reads_of(campaign, numbers, known),
        f"streams at {known}": {ref: store.stream(campaign, ref, up_to_entry=known) for ref in refs},
        f"effective at {known}": {ref: store.effective_stream(campaign, ref, known_at=known) for ref in refs},
        f"state_events at {known}": {ref: store.state_events(campaign, ref, known_at=known) for ref in refs},
        f"state_events from the middle of {known}": {
            ref: store.state_events(campaign, ref, after=middle, known_at=known) for ref in refs
        },
        f"up to the middle of {known}": {
            ref: store.effective_stream(campaign, ref, up_to=middle, known_at=known) for ref in refs
        },
    }


def _seeds(store: Store, campaign: UUID, epoch: int) -> object:
    try:
        return store.seeds(campaign, epoch)
    except UnknownEpoch:
        return None
