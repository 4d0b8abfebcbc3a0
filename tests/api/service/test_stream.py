"""Following a campaign live, over a real connection: what is told, to whom, from where on, and when it ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest

from api.live import MOST_OF_PERSON
from tests.api.following import Following, eventually
from tests.api.people import Json, Person, Table
from tests.api.serving import Serving

SECRET = "zz-secret-zz"
QUESTION = {"key": "door", "prompt": "Go in?", "options": ["yes", "no"], "default": "no"}


@pytest.fixture(scope="module")
def live_table(served: Person) -> Table:
    """A campaign of which much has been told already; its tests add to it."""
    table = Table(served)
    table.gm.does("freeform.create_character", name="Ramjet", owners=[table.pat.id], tracks={"hp": 10})
    return table


def head(table: Table) -> int:
    number: int = table.gm.see(".")["head"]["entry"]
    return number


def note(table: Table, text: str = "…", **args: object) -> int:
    number: int = table.gm.does("freeform.note", text=text, **args)["entry"]
    return number


def test_an_entry_is_told_as_it_happens(server: Serving, live_table: Table) -> None:
    with Following(server, live_table.pat) as heard:
        number = note(live_table, "It begins to rain.")
        (event,) = heard.until(number).events
    assert (event.name, event.id) == ("entry", str(number))
    assert event.data == live_table.pat.see(f"./entries/{number}")


def test_a_stream_begins_now_and_says_where_that_is(server: Serving, live_table: Table) -> None:
    with Following(server, live_table.pat) as heard:
        assert heard.until(head(live_table)).events == []


def test_everything_can_be_told_from_the_beginning(server: Serving, live_table: Table) -> None:
    with Following(server, live_table.gm, after=0) as heard:
        assert heard.until(head(live_table)).entries == list(range(1, head(live_table) + 1))


def test_who_comes_back_hears_what_they_missed_and_nothing_twice(server: Serving, live_table: Table) -> None:
    with Following(server, live_table.pat) as before:
        before.until(note(live_table))
    missed = [note(live_table) for _ in range(3)]
    with Following(server, live_table.pat, last_id=before.id) as after:
        assert after.until(note(live_table)).entries == [*missed, missed[-1] + 1]


def test_the_id_of_a_client_that_was_here_counts_more_than_the_address(server: Serving, live_table: Table) -> None:
    newest = note(live_table)
    with Following(server, live_table.pat, last_id=newest - 1, after=0) as heard:
        assert heard.until(newest).entries == [newest]


def test_long_absences_are_told_page_by_page(server: Serving, served: Person) -> None:
    table = Table(served)
    commands = [{"type": "freeform.note", "args": {"text": str(number)}} for number in range(130)]
    table.gm.ask("POST", "./batches", 201, json={"commands": commands})
    with Following(server, table.olga, after=1) as heard:
        assert heard.until(head(table)).entries == list(range(2, head(table) + 1))


@pytest.mark.parametrize("sent", [{"params": {"after": 10_000}}, {"headers": {"Last-Event-ID": "10000"}}])
def test_there_is_nothing_to_go_on_from_beyond_the_newest_entry(live_table: Table, sent: Json) -> None:
    assert "the newest is" in live_table.pat.problem("GET", "./stream", 400, **sent)["detail"]


@pytest.mark.parametrize("sent", [{"params": {"after": -1}}, {"headers": {"Last-Event-ID": "x"}}])
def test_what_is_no_number_is_refused(live_table: Table, sent: Json) -> None:
    assert live_table.pat.problem("GET", "./stream", 400, **sent)["type"] == "/problems/bad-parameter"


def test_nobody_else_may_follow(live_table: Table, served: Person) -> None:
    assert live_table.outsider.send("GET", "./stream").status_code == 404
    assert Person(served.http, None).at(live_table.id).send("GET", "./stream").status_code == 401


def test_what_is_hidden_from_a_player_is_a_stub_whatever_it_is(server: Serving, served: Person) -> None:
    table = Table(served)
    with Following(server, table.pat) as heard, Following(server, table.gm) as all_heard:
        note(table, SECRET, _audience="gm")
        table.gm.does("freeform.create_character", name=SECRET, hidden=True, tracks={"hp": 10})
        hit = table.gm.does("freeform.damage", target=SECRET, track="hp", amount=1, _audience="gm")["entry"]
        table.gm.does("freeform.ask", **{**QUESTION, "owner": "gm", "about": SECRET, "prompt": SECRET})
        table.gm.ask("POST", "./revisions", 201, json={"undo": [hit], "reason": SECRET})
        last = note(table, "All is quiet.")
        all_heard.until(last)
        stubs = heard.until(last).named("entry")[:-1]
    assert [set(stub) for stub in stubs] == [{"entry", "digest", "hidden"}] * len(stubs)
    assert SECRET.encode() not in heard.wire
    assert len(all_heard.named("revision")) == 1


def test_a_change_of_the_past_says_what_to_read_again(server: Serving, served: Person) -> None:
    table = Table(served)
    table.gm.does("freeform.create_character", name="Ramjet", owners=[table.pat.id], tracks={"hp": 10})
    hit = table.pat.does("freeform.damage", target="ramjet", track="hp", amount=7)["entry"]
    with Following(server, table.pat) as heard:
        number = table.gm.ask("POST", "./revisions", 201, json={"undo": [hit]})["entry"]["entry"]
        (news,) = heard.until(number).named("revision")
    assert [(one["kind"], one["path"]) for one in news["resources"]] == [("sheet", "characters/ramjet")]
    assert news["entries"] == [{"entry": hit, "status": "struck"}]
    assert news["entry"] == table.pat.see(f"./entries/{number}")


def test_a_decision_is_told_when_it_is_opened_and_when_it_is_answered(server: Serving, served: Person) -> None:
    table = Table(served)
    with Following(server, table.pat) as heard:
        asked = table.gm.does("freeform.ask", **QUESTION, owner=table.pat.id)["entry"]
        answer = table.pat.does("freeform.answer", deed=asked, key=QUESTION["key"], choice="yes")["entry"]
        decisions = heard.until(answer).named("decision")
    assert [(one["change"], one["entry"]) for one in decisions] == [("opened", asked), ("answered", answer)]
    assert {one["decision"]["prompt"] for one in decisions} == {QUESTION["prompt"]}


def test_a_game_master_may_follow_through_a_players_eyes(server: Serving, live_table: Table) -> None:
    with Following(server, live_table.gm, viewer=live_table.pat.id) as heard:
        number = note(live_table, SECRET, _audience="gm")
        assert heard.until(number).events[0].data["hidden"]
    live_table.pat.problem("GET", "./stream", 403, params={"viewer": live_table.gm.id})


def test_a_revoked_token_ends_the_stream(server: Serving, live_table: Table) -> None:
    token = live_table.pat.ask("POST", "/tokens", 201, json={"label": "phone"})
    phone = Person(live_table.pat.http, token["secret"], live_table.pat.id, live_table.id)
    with Following(server, phone) as heard, Following(server, live_table.pat) as other:
        live_table.pat.ask("DELETE", f"/tokens/{token['token']['id']}", 204)
        assert heard.until_end().named("end")[0]["reason"] == "access-withdrawn"
        assert not other.ended


def test_what_comes_after_a_token_was_revoked_is_not_told(server: Serving, live_table: Table) -> None:
    token = live_table.pat.ask("POST", "/tokens", 201, json={"label": "phone"})
    phone = Person(live_table.pat.http, token["secret"], live_table.pat.id, live_table.id)
    with Following(server, phone) as heard:
        heard.until(note(live_table))
        live_table.pat.ask("DELETE", f"/tokens/{token['token']['id']}", 204)
        note(live_table, SECRET)
        assert [event.name for event in heard.until_end().events] == ["entry", "end"]
        assert heard.events[1].data["reason"] == "access-withdrawn"


def test_who_no_longer_takes_part_no_longer_hears(server: Serving, live_table: Table) -> None:
    guest = live_table.join("Leaving", "player")
    with Following(server, guest) as heard:
        live_table.gm.ask("DELETE", f"./members/{guest.id}", 200)
        assert heard.until_end().named("end")[0]["reason"] == "access-withdrawn"


def test_a_bot_hears_as_long_as_the_member_lets_it(server: Serving, live_table: Table) -> None:
    made = live_table.pat.ask("POST", "/bots", 201, json={"name": "Scribe"})
    live_table.pat.ask("PUT", f"./members/{live_table.pat.id}/grants/{made['account']['id']}", 204)
    wanted = {"label": "here", "campaign": live_table.id, "on_behalf_of": live_table.pat.id}
    token = Person(live_table.pat.http, made["secret"]).ask("POST", "/tokens", 201, json=wanted)
    with Following(server, Person(live_table.pat.http, token["secret"], live_table.pat.id, live_table.id)) as heard:
        heard.until(note(live_table))
        live_table.pat.ask("DELETE", f"./members/{live_table.pat.id}/grants/{made['account']['id']}", 204)
        assert heard.until_end().named("end")[0]["reason"] == "access-withdrawn"


@pytest.fixture
def crowd(server: Serving, live_table: Table) -> Iterator[tuple[Person, ExitStack]]:
    """A member who has as many streams open as one may have."""
    guest = live_table.join("Guest", "observer")
    with ExitStack() as streams:
        for _ in range(MOST_OF_PERSON):
            streams.enter_context(Following(server, guest))
        yield guest, streams


def test_an_account_has_so_many_streams_and_no_more(crowd: tuple[Person, ExitStack], live_table: Table) -> None:
    guest, streams = crowd
    problem = guest.problem("GET", "./stream", 429)
    assert (problem["type"], str(MOST_OF_PERSON) in problem["detail"]) == ("/problems/too-many-streams", True)
    streams.close()
    assert eventually(lambda: answers(guest) == 200)


def answers(who: Person) -> int:
    """The status with which a stream begins, of which nothing more is read."""
    path = f"/api/v1/campaigns/{who.campaign}/stream"
    with who.http.stream("GET", path, headers={"Authorization": f"Bearer {who.token}"}) as answer:
        return answer.status_code


def test_a_stream_is_described_with_the_data_of_each_event(server: Serving) -> None:
    document = httpx.get(f"{server.url}/api/v1/openapi.json").json()
    answer = document["paths"]["/api/v1/campaigns/{campaign}/stream"]["get"]["responses"]["200"]
    events = answer["content"]["text/event-stream"]["x-events"]
    assert events["revision"] == {"schema": {"$ref": "#/components/schemas/RevisionNews"}}
    assert set(events) == {"entry", "revision", "decision", "end"}


def test_the_answerer_is_told_their_own_choice(server: Serving, live_table: Table) -> None:
    deed = live_table.gm.does("freeform.ask", owner=live_table.pat.id, **QUESTION)["entry"]
    with Following(server, live_table.pat, after=deed) as own, Following(server, live_table.olga, after=deed) as other:
        number = live_table.pat.does("freeform.answer", deed=deed, key="door", choice="yes")["entry"]
        choices = [
            [event["choice"] for event in heard.until(number).events[-1].data["events"] if "choice" in event]
            for heard in (own, other)
        ]
    assert choices == [["yes"], [""]]
