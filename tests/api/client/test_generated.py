"""The generated parts of the client are those that the service's OpenAPI document wants, and read all that it answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
import pytest
from litestar.testing import TestClient

from api.app import create_app
from api.services import services_on
from domain.ledger.postgres.store import pool_to
from retcon_client import Campaign, Client, Request, ResultPage, Service
from retcon_client.requests import fields_of
from systems.registry import load
from tests.api.client.generating.package import FOLDER, own_document, write
from tests.demos import DEMOS, DemosOfRun

Json = Any

GENERATED: Final = ("answers/*.py", "operations/*.py", "bodies.py")


def test_the_generated_modules_are_those_that_the_document_wants(tmp_path: Path) -> None:
    (tmp_path / "__init__.py").touch()
    write(own_document(), tmp_path)
    assert texts(tmp_path) == texts(FOLDER), "run `make docs`, or python -m tests.api.client.generating"


def texts(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for each in GENERATED for path in folder.glob(each)}


class InProcess(httpx.BaseTransport):
    """A transport to an application of this process."""

    def __init__(self, http: httpx.Client) -> None:
        self._inner = http._transport

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return self._inner.handle_request(request)


class DemoReader:
    """Somebody who reads by the client. `losses` are the paths of what the service sent and an answer does not hold."""

    def __init__(self, http: httpx.Client, token: str) -> None:
        self.client = Client("http://testserver", token, transport=InProcess(http))
        self.names: set[str] = set()
        self.losses: list[str] = []

    def __call__(self, handle: Service | Campaign, name: str, *args: Any, **named: Any) -> Any:
        """What an operation answers."""
        self.names.add(name)
        asked: Request[Any] = getattr(handle, name)(*args, **named)
        both = {**fields_of(asked), "read": lambda reply: (asked.read(reply), json.loads(reply.content))}
        answer, sent = self.client.send(Request(**both))
        read = answer.rows if isinstance(answer, ResultPage) else answer
        self.losses += lost(sent, json.loads(msgspec.json.encode(read, enc_hook=str)), name)
        return read


def lost(sent: Json, read: Json, path: str) -> list[str]:
    """The paths of what was sent and not read."""
    match sent, read:
        case dict(), dict():
            return [deeper for key in sent for deeper in lost(sent[key], read.get(key, "lost"), f"{path}.{key}")]
        case list(), list() if len(sent) == len(read):
            return [deeper for one, other in zip(sent, read, strict=True) for deeper in lost(one, other, f"{path}[]")]
        case _:
            return [] if sent == read else [path]


@pytest.fixture(scope="module")
def http(demos_of_run: DemosOfRun) -> Iterator[httpx.Client]:
    """A service at which every demo was played."""
    with demos_of_run.copied() as url, pool_to(url, 4) as pool:
        app = create_app(services_on(pool, load(installed=[])))
        with TestClient(app) as client:
            yield client


def read_service(ask: DemoReader) -> None:
    """Read what does not belong to a campaign."""
    service = Service()
    for name in ("health", "ready", "show_account", "list_tokens", "list_bots", "list_accounts", "list_campaigns"):
        ask(service, name)
    for system in ask(service, "list_systems"):
        ask(service, "show_system", system.id)
        (rule, *_) = ask(service, "list_rules", system.id)
        ask(service, "show_rule", system.id, rule.id)
        for entry in ask(service, "list_catalogue", system.id, limit=2):
            ask(service, "show_catalogue_entry", system.id, entry.kind, entry.id)
        (command, *_) = ask(service, "list_commands", system.id, limit=5)
        ask(service, "show_command", system.id, command.type)
    ask(service, "list_account_tokens", ask(service, "show_account").id)
    (report, *_) = ask(service, "list_reports_on_all")
    ask(service, "show_report_on_all", report.report)


def read_campaign(ask: DemoReader, campaign: Campaign) -> None:
    """Read what every campaign has."""
    for name in (
        "show_campaign",
        "list_options",
        "list_invitations",
        "list_recoveries",
        "list_decisions",
        "list_forks",
        "list_webhooks",
        "list_discord_channels",
        "show_presence",
    ):
        ask(campaign, name)
    for name in ("list_campaign_commands", "show_verification", "show_dice", "show_names", "show_layout"):
        ask(campaign, name)
    for member in ask(campaign, "list_members"):
        ask(campaign, "show_member", member.member)
        ask(campaign, "list_grants", member.member)
    for report in ask(campaign, "list_reports"):
        ask(campaign, "show_report", report.report)
    ask(campaign, "show_recap")
    for entry in ask(campaign, "list_campaign_catalogue", limit=2):
        ask(campaign, "show_campaign_catalogue_entry", entry.kind, entry.id)
    for seal in ask(campaign, "list_seals"):
        ask(campaign, "show_seal", seal.seal)
    entries = ask(campaign, "list_entries", limit=500)
    ask(campaign, "show_entry", entries[-1].entry)
    ask(campaign, "show_difference", from_=str(entries[0].entry), to=str(entries[-1].entry))


def read_things(ask: DemoReader, campaign: Campaign) -> None:
    """Read the characters, encounters and groups of a campaign, and its downtime."""
    for line in ask(campaign, "list_characters"):
        sheet = ask(campaign, "show_character", line.handle)
        ask(campaign, "show_history", line.handle)
        ask(campaign, "show_history_of", target=line.handle)
        for track in list(sheet.tracks)[:2]:
            ask(campaign, "explain_value", line.handle, path=f"tracks.{track}.current")
    for line in ask(campaign, "list_encounters"):
        for name in ("show_encounter", "show_map", "show_encounter_history"):
            ask(campaign, name, line.id)
    for line in ask(campaign, "list_enclaves"):
        for name in ("show_enclave", "show_roster", "show_group_log", "show_enclave_history"):
            ask(campaign, name, line.handle)
        for grid in ask(campaign, "list_grids", line.handle):
            ask(campaign, "show_grid", line.handle, grid.target_handle or grid.target)
    for phase in ask(campaign, "list_downtime"):
        ask(campaign, "show_downtime", phase.number)
        ask(campaign, "show_downtime_report", phase.number)
        for plan in phase.plans:
            ask(campaign, "show_downtime_plan", phase.number, plan.handle)


OWNER: Final = "the owner"


@pytest.fixture(scope="module")
def readers(http: httpx.Client, demos_of_run: DemosOfRun) -> dict[str, DemoReader]:
    """The game masters of all demos, by system, and the owner, who have read everything."""
    played = demos_of_run.played
    owner = DemoReader(http, played.owner_token)
    read_service(owner)
    readers = {OWNER: owner}
    for system, demo in played.demos.items():
        readers[system] = DemoReader(http, demo.people["gm"].token)
        read_campaign(readers[system], Campaign(str(demo.campaign)))
        read_things(readers[system], Campaign(str(demo.campaign)))
    return readers


@pytest.mark.parametrize("who", [OWNER, *DEMOS])
def test_answers_hold_all_that_the_service_sent(readers: dict[str, DemoReader], who: str) -> None:
    assert readers[who].losses == []


def test_every_read_of_json_was_read(readers: dict[str, DemoReader]) -> None:
    document = own_document()
    reads = {item["get"]["operationId"] for item in document["paths"].values() if "get" in item}
    names = {name for reader in readers.values() for name in reader.names}
    like_others = {"explain_campaign", "explain_enclave", "explain_encounter", "compare_fork"}
    of_no_demo = {"show_webhook", "list_undelivered", "show_seal", "list_bot_tokens"}
    no_json = {"export", "follow", "take_facts"}
    assert reads - names == like_others | of_no_demo | no_json
