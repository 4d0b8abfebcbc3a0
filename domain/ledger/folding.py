"""The head states of a campaign, folded once more from its entries as they come; and what the first of those follows."""

from __future__ import annotations

from collections.abc import Iterator

from domain.aggregate import Aggregate, evolve
from domain.events.stored import decode_event
from domain.ledger.past import PlayedPast
from domain.ledger.records import CampaignRow, Head, RawEntry, StateRow
from domain.ledger.store import Store
from domain.ledger.tables import beginning
from domain.state import begin, encode_state


class Folded:
    """States by reference, each with a version that counts the campaign's own events: a world after the entries so far."""

    def __init__(self, shared: dict[str, Aggregate] | None = None) -> None:
        self._states: dict[str, Aggregate] = shared or {}

    def take(self, raw: RawEntry) -> None:
        """Apply an entry's events. Raises what is raised for stored bytes that mean nothing or fit nowhere."""
        for placed in raw.events:
            event = placed.event
            if event.ref not in self._states:
                self._states[event.ref] = begin(event.ref)
            evolve(self._states[event.ref], decode_event(event.topic, event.body))

    def aggregate(self, ref: str) -> Aggregate | None:
        """The state of one aggregate; None where nothing ever happened to it. Not to be changed."""
        return self._states.get(ref)

    def rows(self) -> Iterator[StateRow]:
        """Every state as it is stored."""
        for ref, state in sorted(self._states.items()):
            yield StateRow(ref, state.version, encode_state(state))


def root_of(store: Store, row: CampaignRow) -> Head:
    """What a campaign's first entry follows: nothing, or the entry of its parent that a fork goes on from.

    Raises UnknownCampaign where the parent is not there, and LookupError where it has no such entry.
    """
    if row.forked_from is None or row.forked_known_at is None:
        return beginning(row.id)
    followed = store.entry(row.forked_from, row.forked_known_at)
    if followed is None:
        raise LookupError(f"campaign {row.forked_from} has no entry {row.forked_known_at}")
    return Head(row.forked_known_at, 0, followed.hash, 0)


def shared_states(store: Store, row: CampaignRow) -> dict[str, Aggregate]:
    """What a fork's own events are applied to: the states of its parent as the table had them where it goes off.

    Empty for any other campaign. Raises UnknownCampaign where the parent is not there.
    """
    if row.forked_from is None or row.forked_at is None:
        return {}
    past = PlayedPast(store, row.forked_from, row.forked_at)
    folded = {state.ref: past.aggregate(state.ref) for state in store.all_states(row.forked_from)}
    shared = {ref: state for ref, state in folded.items() if state is not None}
    for state in shared.values():
        state.version = 0
    return shared
