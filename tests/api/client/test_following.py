"""Following a campaign by the client: nothing is missing and nothing comes twice, whatever breaks."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.storage.embedded import Server
from retcon_client import (
    AsyncClient,
    Campaign,
    Client,
    DecisionNews,
    EntryView,
    Following,
    News,
    NoReply,
    Retries,
    RevisionNews,
    Service,
    ServiceProblem,
    command,
)
from tests.api.client.conftest import found
from tests.api.client.lossy import AsyncBreakingStreams, BreakingStreams
from tests.api.serving import Serving, free_port
from tests.databases import fresh_database

QUICK = Retries(first=0.01)
QUESTION = {"key": "door", "prompt": "Go in?", "options": ["yes", "no"], "default": "no"}
LENGTHS = (40, 700, 6000, 2500)
"""Bytes after which connections break: some before anything whole has come."""


@pytest.fixture(scope="module")
def campaign(client: Client) -> Campaign:
    """A campaign of notes, a question with its answer, and a revision."""
    campaign = found(client, "The Long Night")
    notes = [command("freeform.note", text=f"{number}: snow\u2028and wind") for number in range(6)]
    client.send(campaign.give_batch(commands=notes))
    owner = client.send(Service().show_account()).id
    client.send(campaign.play("freeform.ask", QUESTION, owner=owner))
    (question,) = client.rows(campaign.list_decisions())
    client.send(campaign.answer(question, "yes"))
    client.send(campaign.revise(undo=[3]))
    return campaign


def head(client: Client, campaign: Campaign) -> int:
    return client.send(campaign.show_campaign()).head.entry


def number_of(news: News) -> int:
    return news.entry.entry if isinstance(news, RevisionNews) else news.entry


def until(following: Following, entry: int) -> list[News]:
    """What comes up to an entry."""
    news: list[News] = []
    for each in following:
        news.append(each)
        if following.position.entry == entry:
            return news
    raise AssertionError("a stream does not end")


def test_broken_connections_lose_and_double_nothing(server: Serving, client: Client, campaign: Campaign) -> None:
    whole = [each.entry for each in client.rows(campaign.list_entries())]
    transport = BreakingStreams(*LENGTHS)
    with (
        Client(server.url, server.owner_token, retries=QUICK, transport=transport) as breaking,
        breaking.follow(campaign.follow(after=0)) as following,
    ):
        news = until(following, whole[-1])
    assert [number_of(each) for each in news if not isinstance(each, DecisionNews)] == whole
    assert [each.change for each in news if isinstance(each, DecisionNews)] == ["opened", "answered"]
    assert transport.connections > len(LENGTHS)


def test_broken_connections_on_an_event_loop_lose_and_double_nothing(
    server: Serving, client: Client, campaign: Campaign
) -> None:
    transport = AsyncBreakingStreams(*LENGTHS)
    newest = head(client, campaign)

    async def follow() -> list[int]:
        numbers = []
        async with AsyncClient(server.url, server.owner_token, retries=QUICK, transport=transport) as breaking:
            async with breaking.follow(campaign.follow(after=0)) as following:
                async for news in following:
                    numbers += [] if isinstance(news, DecisionNews) else [number_of(news)]
                    if following.position.entry == newest:
                        break
            return numbers

    assert asyncio.run(follow()) == list(range(1, newest + 1))
    assert transport.connections > len(LENGTHS)


def test_a_text_with_line_ends_of_its_own_comes_whole(client: Client, campaign: Campaign) -> None:
    with client.follow(campaign.follow(after=1)) as following:
        note = next(iter(following))
    assert isinstance(note, EntryView)
    assert note.texts
    assert next(iter(note.texts.values())).text == "0: snow\u2028and wind"


def test_a_stream_begins_where_its_block_begins(client: Client, campaign: Campaign) -> None:
    with client.follow(campaign.follow()) as following:
        note = client.send(campaign.play("freeform.note", text="It begins to rain."))
        news = next(iter(following))
    assert news == note


def test_a_stream_that_nobody_may_follow_is_refused(client: Client) -> None:
    with pytest.raises(ServiceProblem) as refused, client.follow(Campaign("no-campaign").follow()):
        pass
    assert refused.value.status == 404


def test_a_stream_of_a_service_that_nobody_runs_ends_as_other_requests_do() -> None:
    with (
        Client(f"http://127.0.0.1:{free_port()}", retries=Retries(attempts=3, first=0.01)) as client,
        pytest.raises(NoReply, match="cannot be reached"),
        client.follow(Campaign("any").follow()),
    ):
        pass


@pytest.fixture
def address(postgres: Server) -> Iterator[str]:
    """The address of an empty database."""
    with fresh_database(postgres) as url:
        yield url


def test_a_service_that_starts_anew_is_followed_on(address: str, tmp_path: Path) -> None:
    port = free_port()
    with Serving(address, tmp_path, port, RETCON_PATH="/retcon") as before:
        url = f"{before.url}/retcon"
        client = Client(url, before.owner_token, retries=Retries(attempts=9, first=0.1, longest=1.0))
        campaign = found(client, "The Long Night")
        following = client.follow(campaign.follow())
        with client, following:
            first = client.send(campaign.play("freeform.note", text="before"))
            assert until(following, first.entry) == [first]
            before.stop()
            with Serving(address, tmp_path, port, RETCON_PATH="/retcon"):
                second = client.send(campaign.play("freeform.note", text="after"))
                assert until(following, second.entry) == [second]
            assert client.connection.url.endswith("/retcon")
