"""A test's view of a campaign: its states, its values with their reasons, and the events of its entries."""

from __future__ import annotations

from uuid import UUID

from api.testing.whole import Whole
from domain.aggregates import CAMPAIGN, Aggregate, Campaign, Character, Enclave, Encounter, encode_state
from domain.history.ledger_reader import LedgerReader, stream_event
from domain.history.plan import RevisionRequest
from domain.ledger.ledger import Ledger
from domain.ledger.playing.acceptance import Actor
from domain.ledger.revising.revise import make_plan
from domain.play.play import StreamEvent
from domain.play.reading import TrackedReads
from domain.play.values import Value, effective
from domain.vocabulary.base import Event
from projections.reader import of_game

State = dict[str, bytes]
"""Every aggregate of a campaign, as it is stored."""


class StateGlance:
    """A look at a campaign's head."""

    def __init__(self, ledger: Ledger, campaign: UUID) -> None:
        self.ledger = ledger
        self.campaign_id = campaign

    def sheet(self, handle: str) -> Character:
        """A creature as it now is."""
        aggregate = self._aggregate(self.ref(handle))
        assert isinstance(aggregate, Character)
        return aggregate

    def fight(self, handle: str) -> Encounter:
        """An encounter as it now is."""
        aggregate = self._aggregate(self.ref(handle))
        assert isinstance(aggregate, Encounter)
        return aggregate

    def group(self, handle: str) -> Enclave:
        """An enclave as it now is."""
        aggregate = self._aggregate(self.ref(handle))
        assert isinstance(aggregate, Enclave)
        return aggregate

    def campaign(self) -> Campaign:
        """The campaign as it now is."""
        aggregate = self._aggregate(CAMPAIGN)
        assert isinstance(aggregate, Campaign)
        return aggregate

    def value(self, handle: str, path: str) -> int:
        """An effective value, after formulas and modifiers."""
        return self.reckoned(handle, path).total

    def reckoned(self, handle: str, path: str) -> Value:
        """An effective value with its reasons."""
        world = of_game(self.ledger.heads.fresh(self.campaign_id), self.ledger.registry)
        return effective(TrackedReads(world, None), self.ref(handle), path)

    def told(self, entry: int) -> list[Event]:
        """The events of an entry, as it now stands."""
        return [one.event for one in self.emitted(entry)]

    def emitted(self, entry: int) -> list[StreamEvent]:
        """The events of an entry, each with its stream, as it now stands."""
        return [stream_event(row) for row in self.ledger.store.events_of(self.campaign_id, [entry]).get(entry, ())]

    def kinds(self, entry: int) -> list[str]:
        """The names of its events, in order."""
        return [type(event).__name__ for event in self.told(entry)]

    def ref(self, handle: str) -> str:
        """The reference behind a handle (a reference is left as it is)."""
        return handle if "/" in handle else self.campaign().handles[handle].ref

    def state(self) -> State:
        """Everything there is, but for versions and the dice epochs, which no change of the past touches."""
        world = self.ledger.heads.fresh(self.campaign_id)
        return {ref: body for ref in sorted(world.refs()) if (body := _bare(world.aggregate(ref)))}

    def states_changed_without(self, entry: int) -> State:
        """The aggregates that would be others if an entry had never been played, as they would be; nothing is written."""
        draft = self.ledger.draft(self.ledger.heads.fresh(self.campaign_id))
        reader, struck = LedgerReader(self.ledger.store, self.campaign_id), RevisionRequest(undo=(entry,))
        planned = make_plan(reader, draft, Actor("gm", "gm"), struck, trial=True)
        assert not planned.plan.conflicts, planned.plan
        return {ref: _bare(twin.new) for ref, twin in planned.planner.worlds.heads().items()}

    def check_against_the_whole(self) -> None:
        """Every entry's events, and every state, are what the effective script comes to when it is run as a whole."""
        store = self.ledger.store
        whole = Whole(store, self.campaign_id, self.ledger.registry)
        streams = store.events_of(self.campaign_id, list(whole.events))
        for entry, expected in whole.events.items():
            assert tuple(stream_event(row) for row in streams.get(entry, ())) == expected, f"entry {entry} differs"
        states = {ref: body for ref in sorted(whole.states) if (body := _bare(whole.aggregate(ref)))}
        assert self.state() == states

    def _aggregate(self, ref: str) -> Aggregate | None:
        return self.ledger.heads.fresh(self.campaign_id).aggregate(ref)


def _bare(aggregate: Aggregate | None) -> bytes:
    if aggregate is None:
        return b""
    twin = aggregate.copy()
    twin.version = 0
    if isinstance(twin, Campaign):
        twin.epochs = {}
    stored = encode_state(twin)
    return b"" if stored == b'{"ref":"%s"}' % aggregate.ref.encode() else stored
