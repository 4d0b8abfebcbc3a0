"""While one member changes the past, others play on: nothing is lost, and a plan that no longer holds is not written."""

from __future__ import annotations

import threading
from uuid import uuid4

from domain.commands import Envelope
from domain.history.plan import RevisionRequest
from domain.records.entries import EntryFilter
from tests.laws.ring import GM, Ring

PLAYERS, HURTS, UNDONE = 3, 30, 12


def test_no_entry_is_lost_while_one_undoes_and_others_play() -> None:
    ring = Ring("ada")
    early = [ring.play("hurt", target="ada", amount=1) for _ in range(UNDONE)]
    played: list[int] = []

    def play() -> None:
        for _ in range(HURTS):
            envelope = Envelope(type="arena.hurt", id=str(uuid4()), args={"target": "ada", "amount": 1})
            played.append(ring.ledger.submit(ring.campaign, GM, envelope).header.number)

    def undo() -> None:
        for entry in early:
            ring.ledger.revise(ring.campaign, GM, RevisionRequest(id=str(uuid4()), undo=(entry,)))

    threads = [threading.Thread(target=play) for _ in range(PLAYERS)] + [threading.Thread(target=undo)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert ring.hp("ada") == 20 - PLAYERS * HURTS
    assert len(set(played)) == PLAYERS * HURTS
    numbers = [e.header.number for e in ring.store.entries(ring.campaign, EntryFilter(limit=1_000))]
    assert numbers == list(range(1, len(numbers) + 1))
    ring.check()
