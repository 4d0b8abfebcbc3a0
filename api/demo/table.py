"""The people of a demo at the service, each with an account and a token of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID, uuid4

import httpx
import msgspec

from api.demo.script import GM, Demo

PREFIX: Final = "/api/v1"


class Unexpected(Exception):
    """The service answered otherwise than it should."""

    slug = "unexpected-answer"

    def __init__(self, problem: Mapping[str, Any], doing: str) -> None:
        self.problem = problem
        rule = f" ({problem['rule']})" if problem.get("rule") and not problem.get("missing") else ""
        detail = problem.get("detail") or problem.get("title")
        super().__init__(f"{detail}{rule}" if detail else f"{doing} is answered with {problem}")

    @property
    def rule(self) -> str:
        """The rule that refused, or what kind of problem it is."""
        kind = str(self.problem.get("type", "")).rpartition("/")[2]
        return str(self.problem.get("rule") or kind)


class DemoPerson(msgspec.Struct, frozen=True):
    """A person at the table, with a `token` of their own."""

    name: str
    member: str
    role: str
    token: str


class DemoTable:
    """A new campaign with a demo's people. Each sends requests with their own token."""

    def __init__(self, http: httpx.Client, token: str, demo: Demo, system: str) -> None:
        self._http = http
        self.system = system
        self.name = self._free(token, demo.name)
        founded = self.send(token, "POST", "/campaigns", {"name": self.name, "system": system, "options": demo.options})
        self.campaign = UUID(founded["id"])
        self.people = {key: self._seated(token, key, name) for key, name in demo.people.items()}

    def ask(self, who: str, method: str, path: str, body: Any = None) -> Any:
        """Send a request as one of the people, below the campaign. Raises Unexpected."""
        return self.send(self.people[who].token, method, f"/campaigns/{self.campaign}{path}", body)

    def give(self, who: str, type: str, **envelope: Any) -> dict[str, Any]:
        """Give a command; the entry it became. Raises Unexpected."""
        body = {"id": str(uuid4()), "type": self.full(type), **envelope}
        entry: dict[str, Any] = self.ask(who, "POST", "/commands", body)
        return entry

    def full(self, type: str) -> str:
        """A command's full type; one without a dot is the game's own."""
        return type if "." in type else f"{self.system}.{type}"

    def game(self) -> Any:
        """Return the service's description of the game. Raises Unexpected."""
        return self.send(self.people[GM].token, "GET", f"/systems/{self.system}")

    def send(self, token: str | None, method: str, path: str, body: Any = None) -> Any:
        """Send a request with a token, and return the answer. Raises Unexpected."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = self._http.request(method, PREFIX + path, headers=headers, json=body)
        if answer.is_success:
            return answer.json() if answer.content else None
        try:
            problem = answer.json()
        except ValueError:
            problem = {"status": answer.status_code}
        raise Unexpected(problem, f"{method} {path}")

    def _free(self, token: str, name: str) -> str:
        """The name, numbered where a campaign goes by it already."""
        taken = {campaign["name"] for campaign in self.send(token, "GET", "/campaigns")}
        numbered = (name, *(f"{name} ({number})" for number in range(2, len(taken) + 3)))
        return next(free for free in numbered if free not in taken)

    def _seated(self, token: str, key: str, name: str) -> DemoPerson:
        role = "gm" if key == GM else "player"
        path = f"/campaigns/{self.campaign}/invitations"
        code = self.send(token, "POST", path, {"role": role})["code"]
        joined = self.send(None, "POST", f"/invitations/{code}", {"name": name})
        return DemoPerson(name, joined["member"], role, joined["secret"])
