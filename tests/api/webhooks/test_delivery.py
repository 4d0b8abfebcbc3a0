"""Webhooks deliver the news that their member may see: signed, in order, until it has arrived or is given up."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from uuid import UUID

import httpx
import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from api.services import Services
from api.webhooks.delivering import delivering
from tests.api.people import Json, Person, Table
from tests.api.webhooks.hooks import QUICK, hook, note, stopped
from tests.api.webhooks.receiver import Receiver, until

SECRET_TEXT = "the duke is a doppelganger"


@pytest.fixture(scope="module")
def at_work(services: Services) -> Iterator[None]:
    with delivering(services, "any", QUICK, resolve=lambda _host, _port: ["127.0.0.1"]):
        yield


@pytest.mark.usefixtures("at_work")
def test_a_player_gets_signed_news_in_order_as_they_may_see_it(table: Table, receiver: Receiver) -> None:
    _, secret = hook(table.pat, receiver)
    numbers = [note(table.gm), note(table.gm, SECRET_TEXT, "gm"), note(table.pat)]
    arrived = receiver.wait(lambda them: len(them) >= 3)
    assert receiver.entries() == numbers
    assert SECRET_TEXT.encode() not in b"".join(one.body for one in arrived)
    first, hidden, _ = (one.json for one in arrived)
    assert first["campaign"] == table.id
    assert first["events"] == [{"event": "entry", "data": table.pat.see(f"./entries/{numbers[0]}")}]
    assert hidden["events"][0]["data"]["hidden"] is True
    for one in arrived:
        Webhook(secret).verify(one.body, one.headers)


@pytest.mark.usefixtures("at_work")
def test_a_signature_is_of_its_own_body_and_secret(table: Table, receiver: Receiver) -> None:
    path, secret = hook(table.gm, receiver)
    _, other = hook(table.gm, receiver)
    note(table.gm)
    arrivals = receiver.wait(lambda them: len(them) == 2)
    mine = next(one for one in arrivals if one.headers["webhook-id"].startswith(path.rpartition("/")[2]))
    Webhook(secret).verify(mine.body, mine.headers)
    for key, body in ((secret, mine.body.replace(b"a note", b"a lie!")), (other, mine.body)):
        with pytest.raises(WebhookVerificationError):
            Webhook(key).verify(body, mine.headers)


@pytest.mark.usefixtures("at_work")
@pytest.mark.parametrize("status", [500, 404, 302])
def test_an_entry_that_fails_is_sent_again_before_any_later_one(table: Table, receiver: Receiver, status: int) -> None:
    path, _ = hook(table.gm, receiver)
    receiver.answers = [status, status]
    numbers = [note(table.gm), note(table.gm)]
    arrived = receiver.wait(lambda them: len(them) >= 4)
    assert receiver.entries() == [numbers[0]] * 3 + numbers[1:]
    assert len({one.headers["webhook-id"] for one in arrived[:3]}) == 1
    until(lambda: table.gm.see(path)["entry"] == numbers[1])
    assert table.gm.see(path)["error"] is None


@pytest.mark.usefixtures("at_work")
def test_an_entry_given_up_is_listed_and_can_be_replayed(table: Table, receiver: Receiver) -> None:
    path, _ = hook(table.gm, receiver)
    receiver.answers = [503] * 4
    given_up, later = note(table.gm), note(table.gm)
    receiver.wait(lambda them: len(them) >= 5)
    assert receiver.entries() == [given_up] * 4 + [later]
    (row,) = table.gm.see(f"{path}/undelivered")
    assert (row["entry"], row["attempts"], row["error"]) == (given_up, 4, "the receiver answered 503")
    table.gm.ask("POST", f"{path}/replays", 201, json={"after": given_up - 1})
    receiver.wait(lambda them: len(them) >= 7)
    assert receiver.entries()[5:] == [given_up, later]
    assert table.gm.see(f"{path}/undelivered") == []


def test_a_trial_is_signed_has_no_events_and_says_whether_it_arrived(table: Table, receiver: Receiver) -> None:
    path, secret = hook(table.gm, receiver)
    before = table.gm.see(path)
    receiver.answers = [200, 500, 410]
    results = [table.gm.ask("POST", f"{path}/tests", 201) for _ in range(3)]
    assert [(each["arrived"], each["error"]) for each in results] == [
        (True, None),
        (False, "the receiver answered 500"),
        (False, "the receiver answered 410 Gone"),
    ]
    (first, *_) = receiver.wait(lambda them: len(them) >= 3)
    Webhook(secret).verify(first.body, first.headers)
    assert (first.json["campaign"], first.json["events"]) == (table.id, [])
    assert table.gm.see(path) == before


@pytest.mark.usefixtures("at_work")
def test_a_replay_begins_at_any_entry(table: Table, receiver: Receiver) -> None:
    hook(table.gm, receiver, after=0)
    head = table.gm.see(".")["head"]["entry"]
    receiver.wait(lambda them: len(them) >= head)
    assert receiver.entries() == list(range(1, head + 1))


@pytest.mark.usefixtures("at_work")
def test_a_receiver_that_is_gone_is_asked_no_more(table: Table, receiver: Receiver) -> None:
    path, _ = hook(table.gm, receiver)
    receiver.answers = [410]
    first = note(table.gm)
    assert "410" in stopped(table.gm, path)
    note(table.gm)
    table.gm.ask("POST", f"{path}/replays", 201, json={})
    receiver.wait(lambda them: len(them) >= 3)
    assert receiver.entries() == [first, first, first + 1]


def _revoke(table: Table, _who: Person, token: str) -> None:
    table.pat.ask("DELETE", f"/tokens/{token}", 204)


def _leave(table: Table, who: Person, _token: str) -> None:
    table.gm.ask("DELETE", f"./members/{who.id}", 200)


@pytest.mark.usefixtures("at_work")
@pytest.mark.parametrize(("end", "why"), [(_revoke, "token"), (_leave, "may no longer read")])
def test_a_webhook_sends_nothing_once_access_is_withdrawn(
    services: Services, table: Table, receiver: Receiver, end: Json, why: str
) -> None:
    made = table.pat.ask("POST", "/tokens", 201, json={"label": "hook", "scopes": ["read"]})
    path, _ = hook(Person(table.pat.http, made["secret"], table.pat.id, table.id), receiver)
    note(table.gm)
    receiver.wait(lambda them: len(them) == 1)
    end(table, table.pat, made["token"]["id"])
    number = note(table.gm)
    id = UUID(path.rpartition("/")[2])

    def state() -> str | None:
        row = services.webhooks.one_of(UUID(table.id), UUID(table.pat.id), id)
        return None if row is None else row.stopped_for

    until(lambda: state() is not None)
    assert why in (state() or "")
    assert number not in receiver.entries()


@pytest.mark.usefixtures("at_work")
def test_a_rotated_token_keeps_its_webhooks(table: Table, receiver: Receiver) -> None:
    made = table.pat.ask("POST", "/tokens", 201, json={"label": "hook", "scopes": ["read"]})
    hook(Person(table.pat.http, made["secret"], table.pat.id, table.id), receiver)
    table.pat.ask("POST", f"/tokens/{made['token']['id']}/rotation", 201)
    number = note(table.gm)
    receiver.wait(lambda them: len(them) == 1)
    assert receiver.entries() == [number]


@pytest.mark.usefixtures("at_work")
def test_the_host_is_named_though_its_address_is_asked(table: Table, receiver: Receiver) -> None:
    port = httpx.URL(receiver.url).port
    url = f"http://hooks.example:{port}/hook?from=retcon"
    table.gm.ask("POST", "./webhooks", 201, json={"url": url})
    note(table.gm)
    (arrival,) = receiver.wait(lambda them: len(them) == 1)
    assert arrival.headers["host"] == f"hooks.example:{port}"
    assert arrival.path == "/hook?from=retcon"


def test_a_webhook_is_its_members_own(table: Table, receiver: Receiver) -> None:
    path, _ = hook(table.pat, receiver)
    assert [f"./webhooks/{row['id']}" for row in table.pat.see("./webhooks")] == [path]
    assert table.gm.see("./webhooks") == []
    table.gm.problem("GET", path, 404)
    table.gm.problem("DELETE", path, 404)
    table.gm.problem("POST", f"{path}/replays", 404, json={})
    assert "secret" not in str(table.pat.see(path)).lower()
    table.pat.ask("DELETE", path, 204)
    table.pat.problem("GET", path, 404)


def test_a_member_has_ten_webhooks_at_most(table: Table, receiver: Receiver) -> None:
    for _ in range(10):
        hook(table.pat, receiver)
    problem = table.pat.problem("POST", "./webhooks", 409, json={"url": receiver.url})
    assert problem["type"] == "/problems/too-many-webhooks"
    hook(table.gm, receiver)


def test_a_webhook_begins_at_an_entry_that_exists(table: Table, receiver: Receiver) -> None:
    head = table.gm.see(".")["head"]["entry"]
    hook(table.gm, receiver, after=head)
    problem = table.gm.problem("POST", "./webhooks", 400, json={"url": receiver.url, "after": head + 1})
    assert f"the newest is {head}" in problem["detail"]


@pytest.mark.usefixtures("at_work")
def test_a_paused_webhook_sends_nothing_and_then_everything_in_order(table: Table, receiver: Receiver) -> None:
    path, _ = hook(table.gm, receiver)
    before = note(table.gm)
    receiver.wait(lambda them: len(them) == 1)
    until(lambda: table.gm.see(path)["entry"] == before)
    assert table.gm.ask("PUT", f"{path}/pause")["paused_at"] is not None
    numbers = [note(table.gm) for _ in range(3)]
    other, _ = hook(table.gm, receiver, after=numbers[-1] - 1)
    until(lambda: table.gm.see(other)["entry"] == numbers[-1])  # the deliverer has looked for news meanwhile
    assert receiver.entries() == [before, numbers[-1]]
    assert table.gm.see("./webhooks")[0]["paused_at"] is not None
    assert table.gm.ask("DELETE", f"{path}/pause")["paused_at"] is None
    receiver.wait(lambda them: len(them) == 5)
    assert receiver.entries()[2:] == numbers


@pytest.mark.usefixtures("at_work")
def test_a_message_that_was_under_way_at_the_pause_is_not_sent_twice(table: Table, receiver: Receiver) -> None:
    path, _ = hook(table.gm, receiver)
    receiver.meanwhile = lambda: table.gm.send("PUT", f"{path}/pause")
    numbers = [note(table.gm), note(table.gm)]
    receiver.wait(lambda them: len(them) == 1)
    until(lambda: table.gm.see(path)["entry"] == numbers[0])
    receiver.meanwhile = None
    table.gm.ask("DELETE", f"{path}/pause")
    until(lambda: table.gm.see(path)["entry"] == numbers[1])
    assert receiver.entries() == numbers


def test_a_webhook_that_waits_for_its_next_attempt_is_due_at_once_when_it_goes_on(
    table: Table, receiver: Receiver, services: Services
) -> None:
    path, _ = hook(table.gm, receiver)
    entry = note(table.gm)
    (claimed,) = (each for each in services.webhooks.claim(100, timedelta()) if str(each.id) in path)
    services.webhooks.failed(claimed, "the receiver answered 503", timedelta(days=1))
    table.gm.ask("PUT", f"{path}/pause")
    assert str(claimed.id) not in {str(each.id) for each in services.webhooks.claim(100, timedelta())}
    table.gm.ask("DELETE", f"{path}/pause")
    (again,) = (each for each in services.webhooks.claim(100, timedelta()) if str(each.id) in path)
    assert (again.entry, again.attempts, again.failing_since) == (entry - 1, 0, None)
    assert not services.webhooks.delivered(claimed, entry, timedelta())


@pytest.mark.usefixtures("at_work")
def test_a_replay_moves_a_paused_webhook_and_sends_nothing_yet(table: Table, receiver: Receiver) -> None:
    path, _ = hook(table.gm, receiver)
    table.gm.ask("PUT", f"{path}/pause")
    replayed = table.gm.ask("POST", f"{path}/replays", 201, json={"after": 0})
    assert (replayed["entry"], replayed["paused_at"] is None) == (0, False)
    table.gm.ask("DELETE", f"{path}/pause")
    receiver.wait(lambda them: len(them) >= 1)
    assert receiver.entries()[0] == 1
