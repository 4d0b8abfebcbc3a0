"""The recorder under the contract tests that the eventsourcing library ships for recorders."""

from uuid import UUID, uuid4

import pytest
from eventsourcing.persistence import ApplicationRecorder
from eventsourcing.tests import persistence as library

from domain.ledger.postgres import PostgresStore
from domain.ledger.records import Transaction
from domain.ledger.verify import verify
from tests.ledger.builders import founding


class TestCampaignRecorder(library.ApplicationRecorderTestCase[ApplicationRecorder]):
    """Each recorder belongs to a campaign of its own, as yet without an entry. Our streams go by references, not UUIDs."""

    @pytest.fixture(autouse=True)
    def _on_postgres(self, postgres_store: PostgresStore) -> None:
        self.store = postgres_store
        self.campaign = uuid4()

    def create_recorder(self) -> ApplicationRecorder:
        begun = founding(self.campaign)
        self.store.append(Transaction(campaign=self.campaign, expected=0, records=(), founding=begun))
        return self.store.application(self.campaign).recorder

    def new_originator_id(self) -> UUID | str:
        return f"character/{uuid4()}"

    def test_insert_subscribe(self) -> None:
        self.optional_test_insert_subscribe()

    def test_what_many_insert_at_once_is_one_chain(self) -> None:
        self.test_concurrent_no_conflicts()
        found = {fault.what for fault in verify(self.store, self.campaign).faults}
        assert found.isdisjoint({"number", "position", "digest", "link", "column", "head", "orphan"})
