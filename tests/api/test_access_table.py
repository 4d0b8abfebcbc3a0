"""Every route answers everybody as the table of `tests.api.access_rows` says.

In a campaign that is not theirs, everybody is answered as if there were none: that is no row but a rule, and every row is tried there too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute

from api.pages.visits import PageGuard
from tests.api.access_rows import ROLES, Row, rows
from tests.api.people import PREFIX, Json, Person, command
from tests.api.room import Acting, Room

ROWS = list(rows())


class Case(NamedTuple):
    """What a request of a row is made of, for somebody in a room: the parameters of its path, its query, its body."""

    fill: Callable[[Room, Person], dict[str, str]] = lambda _room, _who: {}
    body: Callable[[Room, Person], Json] = lambda _room, _who: None
    query: Callable[[Room, Person], Json] = lambda _room, _who: {}


def named(**fill: str) -> Case:
    return Case(lambda _room, _who: fill)


def asking(type: str, **args: Any) -> Case:
    return Case(body=lambda _room, _who: command(f"freeform.{type}", **args))


def member_of(who: Person) -> str:
    return who.member if isinstance(who, Acting) else who.id


def new_name() -> str:
    """A name that nobody has."""
    return f"somebody {uuid4()}"


def own(kind: str) -> Callable[[Room, Person], dict[str, str]]:
    """Something of the caller's own account, made for the request; nobody, and bots, have none."""

    def fill(_room: Room, who: Person) -> dict[str, str]:
        body = {"label" if kind == "token" else "name": new_name()}
        made = who.send("POST", f"/{kind}s", json=body)
        ids = (
            made.json()["token" if kind == "token" else "account"] if made.status_code == 201 else {"id": str(uuid4())}
        )
        return {kind: ids["id"]}

    return fill


def anothers(kind: str) -> Callable[[Room, Person], dict[str, str]]:
    return lambda room, _who: own(kind)(room, room.join("other", "player"))


def own_bot(_room: Room, who: Person) -> dict[str, str]:
    """A bot of the caller's own account with its token; nobody, and bots, have none."""
    made = who.send("POST", "/bots", json={"name": new_name()})
    if made.status_code != 201:
        return {"bot": str(uuid4()), "token": str(uuid4())}
    return {"bot": made.json()["account"]["id"], "token": made.json()["token"]["id"]}


def anothers_bot(room: Room, _who: Person) -> dict[str, str]:
    return own_bot(room, room.join("other", "player"))


def recovery(room: Room, _who: Person) -> dict[str, str]:
    member = room.join("lost", "player").id
    room.gm.ask("POST", f"./members/{member}/recovery", 201)
    return {"member": member}


def grant(whose: str, given: bool = False) -> Callable[[Room, Person], dict[str, str]]:
    """A bot that may act for somebody: for the caller, or for somebody who has just come."""

    def fill(room: Room, who: Person) -> dict[str, str]:
        newcomer = room.join("new", "player")
        member = newcomer if whose == "newcomer" else who
        bot = newcomer.ask("POST", "/bots", 201, json={"name": new_name()})["account"]["id"]
        if given and who.campaign == room.gm.campaign:
            member.send("PUT", f"./members/{member_of(member)}/grants/{bot}")
        return {"member": member_of(member) or str(uuid4()), "bot": bot}

    return fill


def new_account(room: Room, _who: Person) -> dict[str, str]:
    made = room.host.ask("POST", "/accounts", 201, json={"name": new_name()})
    return {"account": made["account"]["id"], "token": made["token"]["id"]}


def newcomer(room: Room, _who: Person) -> dict[str, str]:
    return {"member": room.join("new", "player").id}


def code(room: Room, _who: Person) -> dict[str, str]:
    return {"code": room.gm.ask("POST", "./invitations", 201, json={})["code"]}


def open_invitation(room: Room, _who: Person) -> dict[str, str]:
    return {"invitation": room.gm.ask("POST", "./invitations", 201, json={})["invitation"]["id"]}


def webhook(_room: Room, who: Person) -> dict[str, str]:
    """A webhook of the caller's own, who may have only so many; strangers to the campaign have none."""
    made = who.send("POST", "./webhooks", json={"url": "https://hooks.example/retcon"})
    if made.status_code == 409:
        for each in who.see("./webhooks"):
            who.ask("DELETE", f"./webhooks/{each['id']}", 204)
        return webhook(_room, who)
    return {"webhook": made.json()["webhook"]["id"] if made.status_code == 201 else str(uuid4())}


def anothers_webhook(room: Room, _who: Person) -> dict[str, str]:
    return webhook(room, room.join("other", "player"))


def newest_own(room: Room, who: Person) -> Json:
    """A dry run of undoing what the caller has just done themselves, or of undoing anything where they cannot."""
    noted = who.send("POST", "./commands", json=command("freeform.note", text="Hm."))
    return {"undo": [noted.json()["entry"] if noted.status_code == 201 else 2], "dry_run": True}


@cache
def fork_of(room: Room) -> tuple[str, int]:
    """A fork of a room's campaign, and an entry of its own."""
    made = room.gm.ask("POST", "./forks", 201, json={"name": "What if"})["id"]
    return made, room.gm.at(made).does("freeform.note", text="Hm.")["entry"]


def fork(room: Room, _who: Person) -> dict[str, str]:
    return {"fork": fork_of(room)[0]}


REST: Json = {"actions": [{"type": "freeform.heal", "args": {"target": "hero", "track": "hp", "amount": 1}}]}


def planned(room: Room, _who: Person) -> dict[str, str]:
    room.gm.ask("PUT", "./downtime/1/plans/hero", 200, json=REST)
    return {"character": "hero"}


CASES: dict[str, Case] = {
    "POST /imports/{kind} [an empty file]": named(kind="rolls"),
    "POST ./imports/{kind} [an empty file]": named(kind="characters"),
    "POST ./downtime [another]": Case(body=lambda _room, _who: {"days": 2}),
    "PATCH ./downtime/{phase} [titled]": Case(body=lambda _room, _who: {"title": "A quiet week"}),
    "PUT ./downtime/{phase}/plans/{character} [to rest]": Case(
        lambda _room, _who: {"character": "hero"}, lambda _room, _who: REST
    ),
    "DELETE ./downtime/{phase}/plans/{character} [planned]": Case(planned),
    "POST ./downtime/{phase}/process [foreseen]": Case(body=lambda _room, _who: {"dry_run": True}),
    "PATCH /account": Case(body=lambda _room, _who: {"name": new_name()}),
    "POST /tokens [new]": Case(body=lambda _room, _who: {"label": "x"}),
    "DELETE /tokens/{token} [own]": Case(own("token")),
    "DELETE /tokens/{token} [another's]": Case(anothers("token")),
    "POST /tokens/{token}/rotation [own]": Case(own("token")),
    "POST /tokens/{token}/rotation [another's]": Case(anothers("token")),
    "POST /bots [new]": Case(body=lambda _room, _who: {"name": new_name()}),
    "DELETE /bots/{bot} [own]": Case(own("bot")),
    "DELETE /bots/{bot} [another's]": Case(anothers("bot")),
    "POST /bots/{bot}/tokens [own bot]": Case(own_bot, lambda _room, _who: {"label": "spare"}),
    "POST /accounts [new account]": Case(body=lambda _room, _who: {"name": new_name()}),
    "PATCH /accounts/{account} [new account]": Case(new_account, lambda _room, _who: {"may_found": True}),
    "POST /accounts/{account}/tokens [new account]": Case(new_account, lambda _room, _who: {}),
    "POST /campaigns [new]": Case(body=lambda _room, _who: {"name": "Mine", "system": "freeform"}),
    "POST /invitations/{code} [alone]": Case(code, lambda _room, _who: {"name": new_name()}),
    "POST /invitations/{code} [wrong]": Case(
        lambda _room, _who: {"code": "guessed"}, lambda _room, _who: {"name": new_name()}
    ),
    "PATCH . [open]": Case(body=lambda _room, _who: {"state": "open"}),
    "PATCH ./members/{member} [newcomer]": Case(newcomer, lambda _room, _who: {"role": "observer"}),
    "DELETE ./members/{member}/recovery [offered]": Case(recovery),
    "DELETE ./members/{member} [newcomer]": Case(newcomer),
    "DELETE ./members/{member} [alone]": Case(lambda _room, who: {"member": member_of(who) or str(uuid4())}),
    "PUT ./members/{member}/grants/{bot} [oneself]": Case(grant("oneself")),
    "PUT ./members/{member}/grants/{bot} [newcomer]": Case(grant("newcomer")),
    "DELETE ./members/{member}/grants/{bot} [oneself]": Case(grant("oneself", given=True)),
    "DELETE ./members/{member}/grants/{bot} [newcomer]": Case(grant("newcomer", given=True)),
    "POST /discord-codes [new]": Case(body=lambda _room, _who: {}),
    "DELETE ./discord-channels/{channel} [not tied]": Case(lambda _room, _who: {"channel": "645027906669510667"}),
    "POST ./webhooks [new]": Case(body=lambda _room, _who: {"url": "https://hooks.example/retcon"}),
    "GET ./webhooks/{webhook} [own]": Case(webhook),
    "DELETE ./webhooks/{webhook} [own]": Case(webhook),
    "GET ./webhooks/{webhook} [another's]": Case(anothers_webhook),
    "DELETE ./webhooks/{webhook} [another's]": Case(anothers_webhook),
    "PUT ./webhooks/{webhook}/pause [own]": Case(webhook),
    "PUT ./webhooks/{webhook}/pause [another's]": Case(anothers_webhook),
    "DELETE ./webhooks/{webhook}/pause [own]": Case(webhook),
    "DELETE ./webhooks/{webhook}/pause [another's]": Case(anothers_webhook),
    "GET ./webhooks/{webhook}/undelivered [own]": Case(webhook),
    "POST ./webhooks/{webhook}/tests [own]": Case(webhook),
    "POST ./webhooks/{webhook}/replays [own]": Case(webhook, lambda _room, _who: {}),
    "POST ./invitations [new]": Case(body=lambda _room, _who: {}),
    "DELETE ./invitations/{invitation} [open]": Case(open_invitation),
    "POST ./dice/{epoch}/unseal [ended]": named(epoch="1"),
    "GET ./seals/{seal} [unknown]": named(seal="seal-1"),
    "GET ./catalogue/{kind}/{entry} [unknown]": named(kind="power", entry="of-nothing"),
    "GET /systems/{system}/catalogue/{kind}/{entry} [unknown]": named(kind="power", entry="of-nothing"),
    "POST ./forks [new]": Case(body=lambda _room, _who: {"name": "What if"}),
    "POST ./forks/{fork}/bring-back [fork]": Case(
        fork, lambda room, _who: {"entries": [fork_of(room)[1]], "dry_run": True}
    ),
    "POST ./batches [note]": Case(body=lambda _room, _who: {"commands": [command("freeform.note", text="Hm.")]}),
    "POST ./revisions [own newest]": Case(body=newest_own),
    "POST ./revisions [gm's]": Case(body=lambda room, _who: {"undo": [room.newest], "dry_run": True}),
    "GET ./facts": Case(query=lambda _room, _who: {"table": "entries"}),
    "GET ./history [a thing]": Case(query=lambda _room, _who: {"target": "hero"}),
    "GET ./history [a hidden thing]": Case(query=lambda _room, _who: {"target": "trap"}),
    "GET ./diff": Case(query=lambda _room, _who: {"from": 1}),
    "GET ./entries [as somebody]": Case(query=lambda room, _who: {"viewer": room.owner.id}),
}
"""What particular rows need; the others go by the word in their brackets, below."""

WORDS: dict[str, Case] = {
    "unknown code": named(code="guessed"),
    "own bot": Case(own_bot),
    "another's bot": Case(anothers_bot),
    "new account": Case(new_account),
    "fork": Case(fork),
    "hits": named(report="hits"),
    "unknown": named(report="luckier"),
    "hero": named(character="hero"),
    "hidden": named(character="spy"),
    "fight": named(encounter="fight"),
    "hidden fight": named(encounter="trap"),
    "den": named(enclave="den", target="plans"),
    "hidden den": named(enclave="cult"),
    "note": asking("note", text="Hm."),
    "owner's": asking("spend", target="hero", track="hp", amount=1),
    "gm's": asking("create_character", name="Foe"),
    "on the hidden": asking("damage", target="spy", track="hp", amount=1),
    "forced": asking("note", text="Hm.", _force=True, _reason="So."),
}

EVERYWHERE = {
    "system": "freeform",
    "command": "note",
    "rule": "sealed",
    "name": "start.js",
    "path": "nothing",
    "entry": "1",
    "phase": "1",
}
EXPLAINED = {
    "characters": "tracks.hp.current",
    "encounters": "profile.self.name",
    "enclaves": "profile.self.name",
    "explain": "ground.self.options.dice",
}
"""A value of each kind of thing."""

ROOTED = ("/health", "/ready", "/docs")
"""What stands below no prefix."""

ALONE = "alone"
"""A case that changes who takes part: it is tried in a room of its own, and in another one by the bot, which would change
its owner's part."""


def request_of(row: Row, room: Room, who: Person) -> tuple[str, Json]:
    """What somebody sends for a row: its path, and what goes with it."""
    case = CASES.get(str(row)) or WORDS.get(row.case) or Case()
    path = row.path.format_map({"member": room.owner.id, **EVERYWHERE, **case.fill(room, who)})
    query, body = case.query(room, who), case.body(room, who)
    if row.path.endswith("explain"):
        query["path"] = EXPLAINED[row.path.split("/")[1]]
    return path, {"params": query} | ({} if body is None else {"json": body})


def sent(row: Row, who: Person, path: str, with_it: Json) -> int:
    """The status with which somebody is answered."""
    if row.path == "./stream":
        return beginning(who, path)
    if row.path.startswith(ROOTED):
        return who.http.get(path).status_code
    status: int = who.send(row.method, path, **with_it).status_code
    return status


def answered(row: Row, room: Room, who: Person) -> int:
    """The status with which a row's request is answered to somebody."""
    return sent(row, who, *request_of(row, room, who))


def beginning(who: Person, path: str) -> int:
    """How an answer begins that never ends by itself."""
    headers = {"Authorization": f"Bearer {who.token}"} if who.token else {}
    headers |= {"On-Behalf-Of": who.member} if isinstance(who, Acting) else {}
    with who.http.stream("GET", f"{PREFIX}/campaigns/{who.campaign}{path[1:]}", headers=headers) as answer:
        return answer.status_code


def template(row: Row) -> tuple[str, str]:
    """The route of a row, as the application has it."""
    if row.path.startswith("."):
        return row.method, f"{PREFIX}/campaigns/{{campaign}}{row.path[1:]}"
    return row.method, row.path if row.path.startswith(ROOTED) else PREFIX + row.path


@pytest.fixture(scope="module")
def room(served: Person) -> Room:
    return Room(served)


@pytest.fixture(scope="module")
def elsewhere(served: Person) -> Room:
    """A campaign that the people of the other have no part in."""
    return Room(served)


def test_every_route_has_a_row_and_every_row_a_route(app: Litestar) -> None:
    handlers = [
        (route, handler) for route in app.routes if isinstance(route, HTTPRoute) for handler in route.route_handlers
    ]
    routes = {
        (method, route.path_format)
        for route, handler in handlers
        for method in handler.http_methods
        if method != "OPTIONS" and not is_of_pages(route, handler)
    }
    assert {template(row) for row in ROWS} == routes


def is_of_pages(route: HTTPRoute, handler: HTTPRouteHandler) -> bool:
    """Whether a route is a page, or a file of one: their tests have a table of their own."""
    guards = handler.resolve_guards()
    return route.path_format.startswith("/assets/") or any(isinstance(guard, PageGuard) for guard in guards)


def test_every_case_is_one_of_a_row() -> None:
    assert set(CASES) <= {str(row) for row in ROWS}
    assert set(WORDS) <= {row.case for row in ROWS}


@pytest.mark.parametrize("row", [row for row in ROWS if row.case != ALONE], ids=str)
def test_a_route_answers_everybody_as_the_table_says(row: Row, room: Room) -> None:
    assert {role: answered(row, room, room.who(role)) for role in ROLES} == row.expected


@pytest.mark.parametrize("row", [row for row in ROWS if row.case == ALONE], ids=str)
def test_a_route_that_changes_who_takes_part_does_too(row: Row, served: Person) -> None:
    own, bots = Room(served), Room(served)
    rooms = {role: bots if role == "bot" else own for role in ROLES}
    assert {role: answered(row, rooms[role], rooms[role].who(role)) for role in ROLES} == row.expected


@pytest.mark.parametrize("row", [row for row in ROWS if row.path.startswith(".")], ids=str)
def test_a_foreign_campaign_is_not_there(row: Row, room: Room, elsewhere: Room) -> None:
    asked = request_of(row, elsewhere, elsewhere.gm)
    statuses = {role: sent(row, room.who(role).at(elsewhere.gm.campaign), *asked) for role in ROLES}
    assert statuses == {role: 401 if role == "nobody" else 404 for role in ROLES}
