"""Deliverers alone: several beside each other, after one was killed, and at a receiver that never comes back."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from api.reading import newsreader
from api.services import Services
from api.webhooks import delivering as module
from api.webhooks.delivering import Patience, delivering
from tests.api.people import Person, Table
from tests.api.webhooks.hooks import QUICK, hook, note, stopped
from tests.api.webhooks.receiver import Receiver


def test_a_webhook_that_fails_for_long_is_stopped(services: Services, table: Table, receiver: Receiver) -> None:
    path, _ = hook(table.gm, receiver)
    receiver.always = 500
    with delivering(services, "any", Patience((0.05,) * 3, timedelta(0))):
        note(table.gm)
        assert "the receiver answered 500" in stopped(table.gm, path)
    assert len(receiver.arrived) == 2


def test_two_processes_send_each_entry_once_and_in_order(services: Services, owner: Person, receiver: Receiver) -> None:
    tables = [Table(owner), Table(owner)]
    for index, table in enumerate(tables):
        for path in ("a", "b"):
            table.gm.ask("POST", "./webhooks", 201, json={"url": f"{receiver.url}/{index}{path}"})
    with delivering(services, "any", QUICK), delivering(services, "any", QUICK):
        numbers = [[note(table.gm) for _ in range(12)] for table in tables]
        receiver.wait(lambda them: len(them) >= 48)
    for index, expected in enumerate(numbers):
        assert receiver.entries(f"/hook/{index}a") == expected
        assert receiver.entries(f"/hook/{index}b") == expected


def test_a_webhook_left_by_a_killed_process_is_taken_up(services: Services, table: Table, receiver: Receiver) -> None:
    path, _ = hook(table.gm, receiver)
    number = note(table.gm)
    (claimed,) = services.webhooks.claim(8, timedelta(seconds=1))
    assert str(claimed.id) in path
    assert services.webhooks.claim(8, timedelta(seconds=1)) == []
    with delivering(services, "any", QUICK):
        receiver.wait(lambda them: len(them) == 1)
    assert receiver.entries() == [number]


def test_a_replay_counts_although_a_deliverer_is_still_sending(
    services: Services, table: Table, receiver: Receiver
) -> None:
    path, _ = hook(table.gm, receiver)
    number = note(table.gm)
    (claimed,) = services.webhooks.claim(8, timedelta(seconds=60))
    table.gm.ask("POST", f"{path}/replays", 201, json={"after": number - 2})
    assert not services.webhooks.delivered(claimed, number, timedelta(0))
    services.webhooks.give_up(claimed, number, 1, "late")
    services.webhooks.stop(claimed, "late")
    with delivering(services, "any", QUICK):
        receiver.wait(lambda them: len(them) == 2)
    assert receiver.entries() == [number - 1, number]
    assert table.gm.see(f"{path}/undelivered") == []


@pytest.mark.parametrize(
    ("method", "below", "status", "then"),
    [("PUT", "/pause", 200, []), ("DELETE", "", 204, []), ("POST", "/replays", 201, [0, 1, 2])],
    ids=["paused", "ended", "replayed"],
)
def test_an_entry_that_came_after_a_hook_was_taken_away_is_not_sent_for_the_claim_before(
    services: Services,
    table: Table,
    receiver: Receiver,
    monkeypatch: pytest.MonkeyPatch,
    method: str,
    below: str,
    status: int,
    then: list[int],
) -> None:
    """Between the claim and the reading of the news, the member takes the hook away, and somebody plays on."""
    path, _ = hook(table.gm, receiver)
    numbers = [note(table.gm)]

    def take_away(*given: Any) -> Any:
        if len(numbers) == 1:
            numbers.append(note(table.gm))
            table.gm.ask(method, path + below, status, **({"json": {}} if method == "POST" else {}))
            numbers.append(note(table.gm))
        return newsreader(*given)

    monkeypatch.setattr(module, "newsreader", take_away)
    (claimed,) = services.webhooks.claim(8, timedelta(seconds=60))
    posted: list[str] = []
    deliverer = module.Deliverer(services, lambda *given: posted.append(given[1]))  # type: ignore[arg-type]
    deliverer._deliver(claimed)
    assert posted == []
    assert len(numbers) == 3
    with delivering(services, "any", QUICK):
        receiver.wait(lambda them: len(them) == len(then))
    assert receiver.entries() == [numbers[index] for index in then]
