"""Retries: a lost reply or a passing state of the service plays nothing twice."""

import asyncio

import pytest

from retcon_client import AsyncClient, Campaign, Client, Entry, NoReply, Problem, Retries, Service, ServiceProblem
from retcon_client.retries import seconds_in
from tests.api.client.lossy import AsyncLosingReplies, LosingReplies
from tests.api.serving import Serving, free_port

QUICK = Retries(first=0.01)


def head(client: Client, campaign: Campaign) -> int:
    return client.send(campaign.show_campaign()).head.entry


def test_a_command_whose_reply_is_lost_is_played_once(server: Serving, client: Client, campaign: Campaign) -> None:
    before = head(client, campaign)
    lossy = LosingReplies(2)
    with Client(server.url, server.owner_token, retries=QUICK, transport=lossy) as losing:
        entry = losing.send(campaign.play("freeform.note", text="hello"))
    assert (lossy.carried, entry.entry, head(client, campaign)) == (["POST"] * 3, before + 1, before + 1)


def test_a_command_whose_reply_is_lost_on_an_event_loop_is_played_once(
    server: Serving, client: Client, campaign: Campaign
) -> None:
    async def play() -> Entry:
        async with AsyncClient(
            server.url, server.owner_token, retries=QUICK, transport=AsyncLosingReplies(1)
        ) as losing:
            return await losing.send(campaign.play("freeform.note", text="hello"))

    entry = asyncio.run(play())
    assert entry.entry == head(client, campaign)


def test_a_request_without_an_id_is_not_sent_again_when_its_reply_is_lost(server: Serving) -> None:
    lossy = LosingReplies(1)
    asked = Service().make_bot(name="Scribe")
    with (
        Client(server.url, server.owner_token, retries=QUICK, transport=lossy) as losing,
        pytest.raises(NoReply) as lost,
    ):
        losing.send(asked)
    assert (lost.value.sent, lossy.carried) == (True, ["POST"])


def test_a_service_that_nobody_runs_is_tried_again_and_named() -> None:
    url = f"http://127.0.0.1:{free_port()}"
    with (
        Client(url, retries=Retries(attempts=3, first=0.01)) as client,
        pytest.raises(NoReply, match=f"{url} cannot be reached") as lost,
    ):
        client.send(Service().make_bot(name="Scribe"))
    assert not lost.value.sent


def problem(status: int, slug: str = "some-problem", retry_after: float | None = None) -> ServiceProblem:
    return ServiceProblem(Problem(type=f"/problems/{slug}", title="", status=status, detail=""), retry_after)


LOST, REFUSED = NoReply("", sent=True), NoReply("", sent=False)


@pytest.mark.parametrize(
    ("failure", "attempt", "repeatable", "pause"),
    [
        (REFUSED, 1, False, 0.25),
        (LOST, 1, True, 0.25),
        (LOST, 1, False, None),
        (LOST, 3, True, 1.0),
        (LOST, 6, True, None),
        (problem(503), 5, True, 4.0),
        (problem(503), 1, False, None),
        (problem(503, retry_after=3), 1, True, 3),
        (problem(429, retry_after=20), 1, False, 20),
        (problem(429, retry_after=90), 1, False, None),
        (problem(409, "busy"), 1, True, 0.25),
        (problem(409, "moved"), 1, True, None),
        (problem(422), 1, True, None),
        (problem(500), 1, True, None),
    ],
)
def test_failures_that_pass_are_tried_again_where_nothing_can_happen_twice(
    failure: ServiceProblem | NoReply, attempt: int, repeatable: bool, pause: float | None
) -> None:
    assert Retries().pause_after(failure, attempt, repeatable=repeatable) == pause


def test_pauses_of_clients_that_lost_the_same_service_spread() -> None:
    pauses = [Retries().pause_after(LOST, 1, repeatable=True, chance=chance) for chance in (0, 0.5, 1)]
    assert pauses == [0.125, 0.1875, 0.25]


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("3", 3.0), ("Mon, 23 Nov 2026 12:00:10 GMT", 10.0), ("Mon, 23 Nov 2026 11:00:00 GMT", 0.0), ("soon", None)],
)
def test_retry_after_is_a_number_or_a_date(header: str, seconds: float | None) -> None:
    assert seconds_in(header, 1795435200.0) == seconds
