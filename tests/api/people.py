"""People who send requests, and the table they sit at.

table.gm.does("freeform.create_character", name="Ramjet", owners=[table.pat.id])
table.pat.asks("GET", "/characters").expect(200)
"""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import httpx

PREFIX = "/api/v1"

Json = Any


class Person:
    """Somebody with a token, or (token None) a stranger."""

    def __init__(self, http: httpx.Client, token: str | None, id: str = "", campaign: str = "") -> None:
        self.http = http
        self.token = token
        self.id = id
        self.campaign = campaign

    def at(self, campaign: str) -> Person:
        """The same person, for whom short paths are below this campaign."""
        return Person(self.http, self.token, self.id, campaign)

    def send(self, method: str, path: str, **sent: Any) -> httpx.Response:
        """A request; a path that begins with a dot is below the person's campaign."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        headers |= sent.pop("headers", {})
        below = f"/campaigns/{self.campaign}{path[1:]}" if path.startswith(".") else path
        return self.http.request(method, PREFIX + below, headers=headers, **sent)

    def ask(self, method: str, path: str, status: int = 200, **sent: Any) -> Json:
        """A request whose answer has this status; gives the answer's JSON, where there is any."""
        answer = self.send(method, path, **sent)
        assert answer.status_code == status, f"{answer.status_code}: {answer.text}"
        return answer.json() if answer.content else None

    def see(self, path: str, /, **parameters: Any) -> Json:
        """What a read answers."""
        return self.ask("GET", path, params=parameters)

    def problem(self, method: str, path: str, status: int, **sent: Any) -> Json:
        """What a refused request answers: problem details of this status."""
        answer = self.send(method, path, **sent)
        assert answer.status_code == status, f"{answer.status_code}: {answer.text}"
        assert answer.headers["content-type"] == "application/problem+json"
        return answer.json()

    def does(self, type: str, status: int = 201, /, **args: Any) -> Json:
        """Give a command; args that begin with an underscore belong to the envelope (`_dice`, `_reason`)."""
        return self.ask("POST", "./commands", status, json=command(type, **args))


def command(type: str, /, **args: Any) -> Json:
    """The body of a command."""
    envelope = {name[1:]: value for name, value in args.items() if name.startswith("_")}
    own = {name: value for name, value in args.items() if not name.startswith("_")}
    return {"id": str(uuid4()), "type": type, "args": own, **envelope}


class Table:
    """A campaign with a game master, a player, an observer, and somebody who has no part in it."""

    def __init__(
        self, owner: Person, system: str = "freeform", *, called: str = "The Long Night", **options: Any
    ) -> None:
        founded = owner.ask("POST", "/campaigns", 201, json={"name": called, "system": system, "options": options})
        self.id: str = founded["id"]
        self.gm = owner.at(self.id)
        self.pat = self.join("Pat", "player")
        self.olga = self.join("Olga", "observer")
        self.outsider = outsider(owner).at(self.id)

    def join(self, name: str, role: str) -> Person:
        """A newcomer, who takes an invitation."""
        code = self.gm.ask("POST", "./invitations", 201, json={"role": role})["code"]
        stranger = Person(self.gm.http, None)
        joined = stranger.ask("POST", f"/invitations/{code}", 201, json={"name": name})
        return Person(self.gm.http, joined["secret"], joined["member"], self.id)


def outsider(owner: Person) -> Person:
    """Somebody with an account who takes part in another campaign only."""
    elsewhere = owner.ask("POST", "/campaigns", 201, json={"name": "Elsewhere", "system": "freeform"})["id"]
    code = owner.at(elsewhere).ask("POST", "./invitations", 201, json={})["code"]
    joined = Person(owner.http, None).ask("POST", f"/invitations/{code}", 201, json={"name": "Out"})
    return Person(owner.http, joined["secret"], joined["member"])


def rows_of(who: Person, path: str) -> list[Json]:
    """The rows of all pages from one on, as each page names the next."""
    answer = who.send("GET", path)
    rows = [answer.raise_for_status().json()]
    while (address := next_of(answer)) is not None:
        answer = who.send("GET", address.removeprefix(PREFIX))
        rows.append(answer.raise_for_status().json())
        assert rows[-1], "a page that is named has rows"
    return [row for page in rows for row in page]


def next_of(answer: httpx.Response) -> str | None:
    """The address of the next page, from the header of RFC 8288."""
    return answer.links["next"]["url"] if "next" in answer.links else None
