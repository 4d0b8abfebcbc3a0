"""Requests of the command line to a service: where they go, and that none is carried out twice."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice
from typing import Any

import httpx
import msgspec
import pytest

from api.cli.exits import Ended, Exit, ProblemExit
from api.cli.profiles import Profile
from api.cli.service import ServiceSession
from api.use_cases.account import show_account
from api.use_cases.campaigns import NewCampaign, found_campaign
from api.use_cases.proof import export_ledger
from api.use_cases.reports import take_facts
from retcon_client import Client, Retries

PROFILE = Profile(name="table", url="https://retcon.example.org/play", token="retcon_secret")
REFUSAL = {"type": "/problems/not-allowed", "title": "You may not do this", "status": 403, "detail": "Ask the owner."}


def session(*answers: httpx.Response | Exception) -> tuple[ServiceSession, list[httpx.Request]]:
    """A session whose service gives these answers, or loses one, and the requests that it gets."""
    requests: list[httpx.Request] = []
    left = list(answers)

    def answer(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        match left.pop(0):
            case Exception() as lost:
                raise lost
            case response:
                return response

    client = Client(
        PROFILE.url, PROFILE.token, retries=Retries(attempts=2, first=0.01), transport=httpx.MockTransport(answer)
    )
    return ServiceSession(PROFILE, client, client), requests


def refusal(**more: Any) -> httpx.Response:
    return httpx.Response(403, json=REFUSAL | more, headers={"Content-Type": "application/problem+json"})


@pytest.mark.parametrize("use_case", [export_ledger, take_facts])
def test_a_file_is_taken_as_it_arrives_and_never_held_as_a_whole(use_case: Any) -> None:
    given = 0

    def endless() -> Iterator[bytes]:
        nonlocal given
        for given in count(1):
            yield b'{"line":%d}\n{"li' % given if given % 2 else b'ne":%d}\n' % given

    service, _ = session(httpx.Response(200, content=endless()))
    asked = {"table": "facts", "form": "jsonl"} if use_case is take_facts else {}
    coming = service.ask(use_case, "7a9b0f6e-0000-4000-8000-000000000000", **asked)
    taken = b"".join(islice(coming, 4))
    assert taken.startswith(b'{"line":1}\n{"line":2}\n{"line":3}\n')
    assert given <= 8


def test_a_refused_file_is_refused_before_any_of_it_is_taken() -> None:
    service, _ = session(refusal())
    with pytest.raises(ProblemExit, match="Ask the owner"):
        service.ask(export_ledger, "7a9b0f6e-0000-4000-8000-000000000000")


def test_a_file_that_breaks_off_ends_the_command() -> None:
    def broken() -> Iterator[bytes]:
        yield b"one\ntwo\n"
        raise httpx.ReadError("gone")

    service, _ = session(httpx.Response(200, content=broken()))
    coming = service.ask(export_ledger, "7a9b0f6e-0000-4000-8000-000000000000")
    assert next(coming) == b"one\n"
    with pytest.raises(Ended, match="was lost"):
        list(coming)


def test_a_request_goes_below_the_sub_path_of_the_service() -> None:
    service, requests = session(refusal())
    with pytest.raises(ProblemExit):
        service.ask(show_account)
    assert str(requests[0].url) == "https://retcon.example.org/play/api/v1/account"
    assert requests[0].headers["Authorization"] == "Bearer retcon_secret"


def test_a_command_whose_answer_was_lost_is_sent_again_with_the_same_id() -> None:
    service, requests = session(httpx.ReadError("gone"), refusal())
    with pytest.raises(ProblemExit):
        service.ask(found_campaign, data=NewCampaign(name="Low Tide", system="freeform"))
    ids = [msgspec.json.decode(request.content)["id"] for request in requests]
    assert (len(ids), len(set(ids)), bool(ids[0])) == (2, 1, True)


def test_a_refusal_ends_a_command_as_at_the_machine() -> None:
    service, _ = session(refusal())
    with pytest.raises(ProblemExit, match="Ask the owner") as ended:
        service.ask(show_account)
    assert ended.value.code == Exit.REFUSED


def test_an_answer_of_another_program_is_told_as_such() -> None:
    service, _ = session(httpx.Response(200, text="<html>", headers={"Content-Type": "text/html"}))
    with pytest.raises(Ended, match="is this a Retcon service") as ended:
        service.ask(show_account)
    assert ended.value.code == Exit.UNREACHABLE
