"""Closing, archiving and reopening a campaign over HTTP: who may, who is told, and what is still answered."""

from __future__ import annotations

import json

import pytest

from tests.api.following import Following
from tests.api.people import Json, Person, Table, command
from tests.api.serving import Serving


def turn(table: Table, state: str, **more: str) -> Json:
    return table.gm.ask("PATCH", ".", json={"state": state, **more})


def listed(who: Person, **asked: str) -> list[tuple[str, str]]:
    return [(row["id"], row["state"]) for row in who.see("/campaigns", **asked)]


@pytest.fixture
def closed(table: Table) -> Table:
    """A campaign with a character, a roll and an open question, which was closed for a reason."""
    table.gm.does("freeform.create_character", name="Ramjet", owners=[table.pat.id], tracks={"hp": 10})
    table.gm.does("freeform.roll", actor="ramjet", label="luck", notation="1d20")
    table.gm.does("freeform.ask", owner=table.pat.id, key="door", prompt="Go in?", options=["yes", "no"], default="no")
    turn(table, "closed", reason="The town is saved.")
    return table


def test_a_closed_campaign_answers_a_command_with_how_it_goes_on(closed: Table) -> None:
    head = closed.gm.see(".")["head"]
    for who in (closed.gm, closed.pat):
        refused = who.problem("POST", "./commands", 409, json=command("freeform.note", text="x"))
        assert (refused["type"], "reopen" in refused["detail"]) == ("/problems/campaign-closed", True)
    assert closed.gm.see(".")["head"] == head


def test_an_open_question_is_answered_when_the_campaign_is_open_again(closed: Table) -> None:
    (question,) = closed.pat.see("./decisions")
    answer = {"deed": question["deed"], "key": question["key"], "choice": "yes"}
    closed.pat.does("freeform.answer", 409, **answer)
    assert turn(closed, "open")["state"] == "open"
    closed.pat.does("freeform.answer", **answer)


def test_a_closed_campaign_is_read_exported_and_verified(closed: Table) -> None:
    reads = ["./characters/ramjet", "./entries", "./decisions", "./export", "./diff?from=1", "./analytics/luck"]
    assert [closed.pat.send("GET", read).status_code for read in reads] == [200] * len(reads)
    assert closed.pat.see("./verification")["ok"] is True


def test_every_open_die_of_a_closed_campaign_has_its_seed(closed: Table) -> None:
    (epoch, _) = closed.pat.see("./dice")["epochs"]
    assert {"open_seed", "amendment_seed"} <= epoch.keys()
    assert "sealed_seed" not in epoch


def test_everybody_reads_in_the_ledger_that_a_campaign_was_closed_and_why(closed: Table) -> None:
    entry = closed.olga.see("./entries", order="newest", limit=2)[1]
    assert [event["type"] for event in entry["events"]] == ["campaign_closed"]
    assert (entry["kind"], entry["member"], entry["reason"]) == ("record", closed.gm.id, "The town is saved.")


def test_the_facts_tell_of_a_closing(closed: Table) -> None:
    rows = closed.olga.send("GET", "./facts?table=facts&format=jsonl").text.splitlines()
    assert "campaign_closed" in {json.loads(row)["type"] for row in rows}


def test_only_archived_campaigns_are_left_out_of_the_list(closed: Table) -> None:
    assert listed(closed.pat) == [(closed.id, "closed")]
    turn(closed, "archived")
    assert (listed(closed.pat), listed(closed.pat, state="open")) == ([], [])
    assert listed(closed.pat, state="archived") == listed(closed.pat, state="any") == [(closed.id, "archived")]
    turn(closed, "open")
    assert listed(closed.pat) == listed(closed.pat, state="open") == [(closed.id, "open")]


def test_the_state_is_that_of_the_point_that_is_asked_for(closed: Table) -> None:
    head = closed.gm.see(".")["head"]["entry"]
    states = [closed.pat.see(".", as_of=str(entry))["state"] for entry in (head - 2, head)]
    assert states == ["open", "closed"]


def test_a_state_that_a_campaign_has_already_writes_nothing(closed: Table) -> None:
    head = closed.gm.see(".")["head"]
    assert turn(closed, "closed", reason="Again.")["head"] == head


@pytest.mark.parametrize("body", [{}, {"state": "shut"}, {"state": None}, {"state": "closed", "name": "x"}])
def test_a_state_that_does_not_exist_is_refused(table: Table, body: Json) -> None:
    table.gm.problem("PATCH", ".", 400, json=body)
    assert table.gm.see(".")["state"] == "open"


def test_a_closing_is_told_as_it_happens(server: Serving, served: Person) -> None:
    table = Table(served)
    with Following(server, table.pat) as heard:
        head = turn(table, "closed")["head"]["entry"]
        types = [event["type"] for entry in heard.until(head).events for event in entry.data["events"]]
    assert types == ["campaign_closed", "epoch_closed", "epoch_opened"]
