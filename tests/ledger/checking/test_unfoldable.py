"""Verification of entries that were written whole and in order, and yet mean nothing."""

from typing import Any
from uuid import UUID

import msgspec
import pytest

from domain.ledger.checking import verify
from domain.ledger.checking.verify import LedgerVerification
from domain.records.entries import NewRow
from domain.records.store import Store
from tests.ledger.builders import HERO, Entry, drafted, opens, play, revise, spends, strike, write
from tests.ledger.checking.test_verify import whats


class TestUnfoldable:
    """Entries that were written whole and in order, and yet mean nothing."""

    @staticmethod
    def written(store: Store, campaign: UUID, **fields: Any) -> LedgerVerification:
        """Entry 2 opens a pool; entry 3 was recorded with an event that has these fields instead of its own."""
        write(store, campaign, play(opens(HERO, 9)))
        sent = drafted(store, campaign, play(spends(HERO, 1)))
        event = sent.records[0].events[0]
        changed = NewRow(**{field: getattr(event, field) for field in event.__struct_fields__} | fields)
        record = msgspec.structs.replace(sent.records[0], events=(changed,))
        store.append(msgspec.structs.replace(sent, records=(record,)))
        return verify.verify(store, campaign)

    @pytest.mark.parametrize(
        "body",
        [
            b'{"type":"point_spent","name":"courage","amount":1}',
            b'{"type":"point_spent","name":"points","amount":"1"}',
            b'{"type":"point_gained","name":"points","amount":1}',
            b'{"name":"points"}',
            b"null",
            b"{",
            b"",
        ],
    )
    def test_a_body_that_means_nothing_here_is_a_fault_of_its_entry(
        self, store: Store, campaign: UUID, body: bytes
    ) -> None:
        assert "event" in whats(self.written(store, campaign, body=body), 3)

    @pytest.mark.parametrize("topic", ["no_such_event", "point_spent.2", "point_spent.x", "point_spent.0", ""])
    def test_a_topic_that_means_nothing_here_is_a_fault_of_its_entry(
        self, store: Store, campaign: UUID, topic: str
    ) -> None:
        assert "event" in whats(self.written(store, campaign, topic=topic), 3)

    @pytest.mark.parametrize("values", [{"tracks": None}, {"spells.fire": None}, {"order.1": None}, {"tracks.x": 1}])
    def test_a_correction_that_fits_nothing_is_a_fault_of_its_entry(
        self, store: Store, campaign: UUID, values: dict[str, object]
    ) -> None:
        body = msgspec.json.encode({"type": "corrected", "name": "self", "revision": 3, "values": values})
        assert whats(self.written(store, campaign, topic="corrected", body=body), 3) == {"event"}

    def test_a_reference_to_nothing_there_is_has_no_state(self, store: Store, campaign: UUID) -> None:
        assert whats(self.written(store, campaign, ref="dragon/1", version=1)) == {"state"}

    @pytest.mark.parametrize("entry", [4, 9, 0, -1])
    def test_only_an_earlier_entry_can_be_restated(self, store: Store, campaign: UUID, entry: int) -> None:
        write(store, campaign, play(), play())
        write(store, campaign, revise(strike(entry)))
        assert whats(verify.verify(store, campaign), 4) == {"restatement"}

    def test_a_restated_event_that_means_nothing_is_a_fault_of_the_revision(self, store: Store, campaign: UUID) -> None:
        newest = msgspec.structs.replace(strike(2), status="restated", events=((HERO, "no_such_event", "{}"),))
        write(store, campaign, play(), Entry(restatements=(newest,), header={"kind": "revision"}))
        assert whats(verify.verify(store, campaign), 3) == {"restatement"}

    def test_a_state_of_what_never_was_is_a_fault(self, store: Store, campaign: UUID) -> None:
        sent = drafted(store, campaign, play(opens(HERO, 9)))
        without = msgspec.structs.replace(sent.records[0], events=())
        store.append(msgspec.structs.replace(sent, records=(without,)))
        assert whats(verify.verify(store, campaign)) == {"state"}

    def test_events_without_a_state_are_a_fault(self, store: Store, campaign: UUID) -> None:
        sent = drafted(store, campaign, play(opens(HERO, 9)))
        store.append(msgspec.structs.replace(sent, states=()))
        assert whats(verify.verify(store, campaign)) == {"state"}
