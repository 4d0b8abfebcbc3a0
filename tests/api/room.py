"""A campaign with everybody around it who could want something of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from tests.api.people import Json, Person

_JOIN = (("observer", "observer"), ("player", "player"), ("owner", "player"))
_numbers = count(1)


class Room:
    """A campaign of a game master with everybody around it, and something to see for some of them only."""

    def __init__(self, host: Person) -> None:
        founded = host.ask("POST", "/campaigns", 201, json={"name": "The Long Night", "system": "freeform"})
        self.host = host.at(founded["id"])
        self.gm = self.join("gm", "gm")
        self.host.ask("DELETE", f"./members/{host.id}", 200)
        self.observer, self.player, self.owner = (self.join(*each) for each in _JOIN)
        self.nobody = Person(host.http, None, campaign=founded["id"])
        self.outsider = self._outsider(host)
        self.bot = self._bot()
        for type, args in self._story():
            self.gm.does(f"freeform.{type}", **args)
        self.newest = self.gm.see(".")["head"]["entry"]

    def join(self, name: str, role: str, inviting: Person | None = None) -> Person:
        inviting = inviting or (self.gm if hasattr(self, "gm") else self.host)
        """A newcomer, whose name nobody else has."""
        code = inviting.ask("POST", "./invitations", 201, json={"role": role})["code"]
        called = {"name": f"{name} {next(_numbers)}"}
        joined = Person(inviting.http, None).ask("POST", f"/invitations/{code}", 201, json=called)
        return Person(inviting.http, joined["secret"], joined["member"], inviting.campaign)

    def who(self, role: str) -> Person:
        person: Person = getattr(self, role)
        return person

    def _outsider(self, host: Person) -> Person:
        elsewhere = host.ask("POST", "/campaigns", 201, json={"name": "Elsewhere", "system": "freeform"})["id"]
        return self.join("outsider", "player", host.at(elsewhere)).at(self.host.campaign)

    def _bot(self) -> Person:
        made = self.owner.ask("POST", "/bots", 201, json={"name": "Dicer"})
        bot = Acting(self.owner.http, made["secret"], made["account"]["id"], self.owner.campaign, self.owner.id)
        everything = {"scopes": ["read", "play", "revise", "admin"]}
        self.owner.ask("PUT", f"./members/{self.owner.id}/grants/{bot.id}", 204, json=everything)
        return bot

    def _story(self) -> Iterator[tuple[str, Json]]:
        yield "create_character", {"name": "Hero", "owners": [self.owner.id], "tracks": {"hp": 10}}
        yield "open_downtime", {"days": 1}
        yield "create_character", {"name": "Spy", "hidden": True, "tracks": {"hp": 10}}
        yield "create_encounter", {"name": "Fight"}
        yield "create_encounter", {"name": "Trap", "hidden": True}
        yield "create_enclave", {"name": "Den", "members": ["hero"]}
        yield "create_enclave", {"name": "Cult", "hidden": True}
        grid = {"target": "spy", "rows": 1, "columns": 1}
        yield "put", {"target": "den", "component": "grids", "name": "plans", "instance": grid}


class Acting(Person):
    """A bot that acts for a member wherever it goes."""

    def __init__(self, http: Any, token: str, id: str, campaign: str, member: str) -> None:
        super().__init__(http, token, id, campaign)
        self.member = member

    def at(self, campaign: str) -> Person:
        return Acting(self.http, self.token or "", self.id, campaign, self.member)

    def send(self, method: str, path: str, **sent: Any) -> Any:
        return super().send(method, path, headers={"On-Behalf-Of": self.member}, **sent)
