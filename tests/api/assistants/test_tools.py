"""The tools over HTTP: an official client lists and calls them, with the rights and the sight of its token."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from mcp_types import ToolAnnotations

from api.mcp.offered import TOOLS
from tests.api.assistants.official import Assistant, Mode, connected
from tests.api.people import Person, Table
from tests.api.serving import Serving
from tests.checks.source import ROOT

HIDDEN = "Umbra of the ninth cellar"


@pytest.fixture(scope="module")
def table(served: Person) -> Table:
    """A table where the game master keeps a character and a note to themselves."""
    table = Table(served)
    table.gm.does("freeform.create_character", handle="ramjet", name="Ramjet", owners=[table.pat.id])
    table.gm.does("freeform.create_character", handle="umbra", name=HIDDEN, owners=[], _audience="gm")
    table.gm.does("freeform.note", text=f"{HIDDEN} waits below", _audience="gm")
    return table


@pytest.fixture(scope="module")
def gm(server: Serving, table: Table) -> Iterator[Assistant]:
    with connected(server.url, table.gm.token or "") as assistant:
        yield assistant


@pytest.fixture(scope="module")
def pat(server: Serving, table: Table) -> Iterator[Assistant]:
    with connected(server.url, table.pat.token or "") as assistant:
        yield assistant


def test_the_page_about_assistants_lists_every_tool_and_no_other() -> None:
    page = (ROOT / "api" / "mcp" / "README.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    assert sorted(name for row in rows for name in re.findall(r"`(\w+)`", row)) == sorted(TOOLS)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_an_official_client_lists_every_tool_with_a_schema(server: Serving, table: Table, mode: Mode) -> None:
    with connected(server.url, table.pat.token or "", mode=mode) as assistant:
        tools = {each.name: each for each in assistant.run(assistant.client.list_tools).tools}
    assert {"campaigns", "sheet", "log", "explain", "play", "answer", "change_the_past"} <= set(tools)
    assert all(each.input_schema["type"] == "object" and each.description for each in tools.values())
    hints = {name: each.annotations or ToolAnnotations() for name, each in tools.items()}
    assert hints["log"].read_only_hint is True
    assert hints["play"].destructive_hint is False
    assert hints["change_the_past"].destructive_hint is True


def test_an_assistant_is_answered_in_the_language_that_it_asks_for(server: Serving, table: Table) -> None:
    german = {"Accept-Language": "de"}
    with connected(server.url, table.gm.token or "", headers=german) as assistant:
        log = " ".join(row["text"] for row in assistant.call("log", campaign=table.id, after=0))
        refused = assistant.refused("entry", campaign=table.id, entry=9_999)
        report = assistant.call("report", campaign=table.id, report="hits")
    assert "die Kampagne beginnt" in log
    assert "there is no" not in refused.lower()
    assert "Wer trifft" in report["question"]


def test_a_player_plays_and_takes_it_back_by_tools(table: Table, pat: Assistant) -> None:
    assert table.id in {row["id"] for row in pat.call("campaigns")}
    asked = {"campaign": table.id}
    assert "freeform.roll" in {row["type"] for row in pat.call("find_commands", **asked, word="roll")}
    described = pat.call("describe_command", **asked, type="freeform.roll")
    assert "notation" in {field["name"] for field in described["fields"]}

    command: dict[str, Any] = {"type": "freeform.roll", "args": {"label": "luck", "notation": "2d6", "actor": "ramjet"}}
    command["dice"] = {"luck": [3, 4]}
    before = len(pat.call("log", **asked, limit=500))
    pat.call("play", **asked, **command, dry_run=True)
    assert len(pat.call("log", **asked, limit=500)) == before
    number = pat.call("play", **asked, **command)["entry"]
    line = pat.call("log", **asked)[-1]
    assert line["entry"] == number
    assert "7" in line["text"]
    assert line["by"] == "Pat"

    undo = {"undo": [number]}
    plan = pat.call("change_the_past", **asked, change=undo)
    assert pat.call("entry", **asked, entry=number)["status"] == "standing"
    pat.call("change_the_past", **asked, change={**undo, "plan": plan["plan"]}, dry_run=False)
    assert pat.call("entry", **asked, entry=number)["status"] == "struck"


def test_a_command_sent_twice_with_an_id_is_played_once(table: Table, pat: Assistant) -> None:
    command = {
        "campaign": table.id,
        "type": "freeform.note",
        "args": {"text": "the door is open"},
        "id": "6f1c9f0e-7a52-4f0a-9b1e-2f0f4f4f7a01",
    }
    assert pat.call("play", **command)["entry"] == pat.call("play", **command)["entry"]


def test_a_campaign_goes_by_name_where_one_alone_has_it(table: Table, pat: Assistant) -> None:
    assert pat.call("campaign", campaign="the long night")["campaign"]["id"] == table.id
    assert "'The Long Night'" in pat.refused("campaign", campaign="The Short Night")


def test_resources_are_sheets_and_rules(table: Table, pat: Assistant) -> None:
    uris = {str(each.uri) for each in pat.run(pat.client.list_resources).resources}
    assert f"retcon://{table.id}" in uris
    assert pat.read(f"retcon://{table.id}/characters/ramjet")["name"] == "Ramjet"
    templates = {each.uri_template for each in pat.run(pat.client.list_resource_templates).resource_templates}
    assert "retcon://{campaign}/rules/{rule}" in templates
    with pytest.raises(Exception, match="no resource"):
        pat.read(f"retcon://{table.id}/cellars/umbra")


def test_a_tool_explains_a_value_by_its_entries(table: Table, pat: Assistant) -> None:
    number = table.gm.does("freeform.put", target="ramjet", component="tracks", name="hp", instance={"current": 7})[
        "entry"
    ]
    explanation = pat.call("explain", campaign=table.id, handle="ramjet", path="tracks.hp.current")
    assert explanation["stored"] == 7
    assert number in {step["entry"] for step in explanation["steps"]}
    assert "umbra" in pat.refused("explain", campaign=table.id, handle="umbra", path="profile.self.name")


def test_arguments_that_do_not_fit_are_named(table: Table, pat: Assistant) -> None:
    assert "limit" in pat.refused("log", campaign=table.id, limit=0)
    assert "entri" in pat.refused("entry", campaign=table.id, entri=1)
    with pytest.raises(Exception, match="there is no tool 'shout'"):
        pat.call("shout")


def test_a_request_needs_a_valid_token(server: Serving, table: Table) -> None:
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    for token in (None, "wrong"):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = httpx.post(f"{server.url}/mcp", json=body, headers=headers)
        assert answer.status_code == 401
        assert answer.headers["content-type"] == "application/problem+json"


def test_rights_are_those_of_the_token(server: Serving, table: Table, pat: Assistant, gm: Assistant) -> None:
    note = {"campaign": table.id, "type": "freeform.note", "args": {"text": "seen"}}
    with connected(server.url, table.olga.token or "") as olga:
        assert olga.call("log", campaign=table.id)
        assert "bservers only watch" in olga.refused("play", **note)
    with connected(server.url, table.outsider.token or "") as out:
        assert table.id not in {row["id"] for row in out.call("campaigns")}
        stranger = out.refused("campaign", campaign=table.id)
        assert stranger == out.refused("campaign", campaign="7a9b0f6e-0000-4000-8000-000000000000").replace(
            "7a9b0f6e-0000-4000-8000-000000000000", table.id
        )


def test_a_bot_acts_for_the_member_who_lets_it(server: Serving, table: Table) -> None:
    bot = table.pat.ask("POST", "/bots", 201, json={"name": "Helper"})
    table.pat.ask(
        "PUT", f"./members/{table.pat.id}/grants/{bot['account']['id']}", 204, json={"scopes": ["read", "play"]}
    )
    headers = {"On-Behalf-Of": table.pat.id}
    with connected(server.url, bot["secret"], headers=headers) as assistant:
        number = assistant.call("play", campaign=table.id, type="freeform.note", args={"text": "written by a helper"})[
            "entry"
        ]
    written = table.gm.see(f"./entries/{number}")
    assert (written["member"], written["through"]) == (table.pat.id, bot["account"]["id"])


def test_no_tool_shows_a_player_what_the_game_master_hides(table: Table, pat: Assistant, gm: Assistant) -> None:
    """Each tool that reads is asked for everything there is. The game master sees it, so the check can fail."""
    asked = {"campaign": table.id}

    def everything(who: Assistant) -> str:
        head = who.call("campaign", **asked)["campaign"]["head"]["entry"]
        answers = [who.call(tool, **asked) for tool in ("campaign", "decisions", "find_commands", "find_rules")]
        answers += [who.call("log", **asked, limit=500), who.call("campaigns")]
        answers += [who.call("entry", **asked, entry=number) for number in range(1, head + 1)]
        answers += [who.call("sheet", **asked, handle=row["handle"]) for row in answers[0]["characters"]]
        return str(answers)

    assert HIDDEN in everything(gm)
    assert HIDDEN not in everything(pat)
    assert "umbra" not in pat.refused("sheet", **asked, handle="umbra").replace("'umbra'", "")
    assert pat.refused("sheet", **asked, handle="umbra") == pat.refused("sheet", **asked, handle="nobody").replace(
        "nobody", "umbra"
    )
    assert HIDDEN in str(gm.call("sheet", **asked, handle="umbra"))
    assert HIDDEN not in str(gm.call("campaign", **asked, viewer="Pat"))


def test_reports_are_listed_and_answered_of_what_the_caller_may_see(
    table: Table, pat: Assistant, gm: Assistant
) -> None:
    leap = {"label": "leap", "notation": "1d20", "target": 10}
    table.gm.does("freeform.roll", actor="umbra", **leap, _dice=[3], _audience="gm")
    table.pat.does("freeform.roll", actor="ramjet", **leap, _dice=[15])
    assert {"hits", "luck"} <= {row["report"] for row in pat.call("reports")}
    asked = {"campaign": table.id, "report": "hits"}
    assert {row["who"] for row in gm.call("report", **asked)["rows"]} >= {"Ramjet", HIDDEN}
    assert {row["who"] for row in pat.call("report", **asked)["rows"]} == {"Ramjet"}
    assert gm.call("report", **asked, viewer="Pat") == pat.call("report", **asked)
    assert gm.call("report", **asked, characters=["umbra"])["rows"][0]["who"] == HIDDEN
    everywhere = {"report": "hits", "campaigns": [table.id]}
    assert HIDDEN in str(gm.call("report_on_all", **everywhere))
    assert HIDDEN not in str(pat.call("report_on_all", **everywhere))
    assert "there is no report 'lukc'" in pat.refused("report", campaign=table.id, report="lukc").lower()
    assert "no campaign" in pat.refused("report_on_all", report="hits", campaigns=["The Short Night"])
