"""Sealed secrets in a ledger: what is committed to are the words of the very entry that seals them."""

from io import BytesIO
from typing import Any
from uuid import UUID, uuid4

import pytest

from domain.aggregates import CAMPAIGN
from domain.commands import Envelope
from domain.ledger.checking.verify import verify
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor
from domain.ledger.upkeep.exporting import export_lines
from domain.ledger.upkeep.importing import import_ledger
from domain.vocabulary.seals import Seal, SecretSealed
from systems.registry import load
from tests.ledger.builders import found, play, write

GM = Actor("gm", "gm")
REGISTRY = load(installed=[])


@pytest.fixture
def ledger() -> Ledger:
    return Ledger(MemoryStore(), REGISTRY)


def secretive(ledger: Ledger) -> UUID:
    """A campaign with a secret that is sealed and another that was revealed."""
    campaign = ledger.found("Ash Street", "freeform", "gm").id
    commands: tuple[tuple[str, dict[str, Any]], ...] = (
        ("seal", {"title": "The mole", "text": "It was Ada."}),
        ("seal", {"title": "The heir", "text": "Ben."}),
        ("unseal", {"seal": "the heir"}),
    )
    for kind, args in commands:
        ledger.submit(campaign, GM, Envelope(type=f"freeform.{kind}", id=str(uuid4()), args=args))
    return campaign


def test_a_ledger_with_secrets_is_whole_here_and_where_it_is_taken_in(ledger: Ledger) -> None:
    campaign, elsewhere = secretive(ledger), MemoryStore()
    file = b"".join(export_lines(ledger.store, campaign, secrets=True))
    import_ledger(elsewhere, REGISTRY, BytesIO(file), through="operator")
    assert [verify(store, campaign).faults for store in (ledger.store, elsewhere)] == [(), ()]


@pytest.mark.parametrize(("text", "digest"), [("2.0", "00" * 32), ("1.0", "")])
def test_a_commitment_to_other_words_than_those_of_its_entry_is_found(text: str, digest: str) -> None:
    store = MemoryStore()
    campaign = found(store)
    forged = SecretSealed(name="seal-2", seal=Seal(title="The mole", by="gm", digest=digest, text=text))
    write(store, campaign, play((CAMPAIGN, forged), words=("It was Ada.",), kind="record"))
    assert "seal" in {fault.what for fault in verify(store, campaign).faults}
