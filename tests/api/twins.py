"""Two campaigns that differ only in what is hidden: whoever it is hidden from must not be able to tell them apart.

Canaries find words that come out. This finds everything else as well: counts, orders, statuses, handles that are taken,
entries that stand in the way, and whether a field, a line or a refusal is there at all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from copy import copy
from itertools import count
from typing import Any, NamedTuple
from uuid import uuid4, uuid5

import httpx

from tests.api.following import Following
from tests.api.people import Json, Person
from tests.api.serving import Serving

RANDOM = re.compile(
    r"\b[0-9a-f]{64}\b|\b[0-9a-f]{32}\b|[A-Za-z0-9+/]{43}=|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+]\d\d:\d\d)"
)
"""Hashes, digests, commitments, salts and times: different in any two campaigns, whatever is done in them."""

VARYING = {"content-length", "date", "x-request-id", "content-disposition"}
"""Headers that are different for the same reason; what they are about is compared itself."""

Step = tuple[str, Json]


class Asked(NamedTuple):
    """A request of somebody's. In its path `{fork}` is the fork of either campaign."""

    role: str
    method: str
    path: str
    sent: Json


class Twins:
    """`told` and `untold`, played alike by the same people, but for what is done `secretly`: in `untold` there is a game
    master's note to themselves instead, so that the entries have the same numbers."""

    def __init__(self, host: Person, system: str = "freeform", **options: Any) -> None:
        self._ids = uuid4()
        self._given = count()
        self._host = host
        self._founding = {"name": "Twin", "system": system, "options": options}
        self.told, self.untold = (self._founded() for _ in range(2))
        self._forks = ("", "")
        self._campaigns = {self.told, self.untold}
        self._people = {
            "gm": host,
            "player": self._joined("Pat", "player"),
            "observer": self._joined("Olga", "observer"),
        }

    def who(self, role: str) -> Person:
        """Somebody in the campaign in which all of it is told."""
        return self._people[role].at(self.told)

    @property
    def head(self) -> int:
        newest: int = self.who("gm").see(".")["head"]["entry"]
        return newest

    def both(self, type: str, /, **args: Any) -> None:
        """The same command in both."""
        self.apart((type, args), (type, args))

    def secretly(self, type: str, /, **args: Any) -> None:
        """A command about what is hidden."""
        self.apart((type, args), ("note", {"text": "Nothing.", "_audience": "gm"}))

    def apart(self, told_step: Step, untold: Step) -> None:
        """A command in each, under the same id."""
        id = self.new_id()
        for campaign, (type, args) in ((self.told, told_step), (self.untold, untold)):
            self._host.at(campaign).ask("POST", "./commands", 201, json=given(type, id, **args))

    def changed(self, told_body: Json, untold: Json | None = None, path: str = "./revisions") -> None:
        """A change of the past in each, under the same id; where nothing else is said, the same."""
        id = self.new_id()
        sent = (told_body, told_body if untold is None else untold)
        for campaign, fork, one in zip((self.told, self.untold), self._forks, sent, strict=True):
            self._host.at(campaign).ask("POST", path.replace("{fork}", fork), 201, json=one | {"id": id})

    def forked(self, **wanted: Any) -> Twins:
        """A fork of each; from now on these are what `{fork}` means."""
        made = [
            self._host.at(campaign).ask("POST", "./forks", 201, json={"name": "What if"} | wanted)["id"]
            for campaign in (self.told, self.untold)
        ]
        forks = copy(self)
        forks.told, forks.untold = self._forks = made[0], made[1]
        self._campaigns.update(made)
        return forks

    def can(self, type: str, /, **args: Any) -> bool:
        """Whether the game master could do that where it would be told."""
        tried = given(type, str(uuid4()), **args) | {"dry_run": True}
        return self.who("gm").send("POST", "./commands", json=tried).status_code == 200

    def new_id(self) -> str:
        """The id of a command, for both."""
        return str(uuid5(self._ids, str(next(self._given))))

    def differing(self, requests: Iterable[Asked]) -> dict[str, tuple[str, str]]:
        """The requests that are answered in two ways, each with the answers from shortly before they part."""
        parted: dict[str, tuple[str, str]] = {}
        for asked in requests:
            one, other = self.answers(asked)
            if self.plain(one) != self.plain(other):
                parted[str(asked)] = self.parting(one, other)
        return parted

    def heard(self, server: Serving, role: str) -> tuple[str, str]:
        """Where what somebody hears who follows from the beginning parts; nothing where it does not."""
        texts: list[str] = []
        for campaign in (self.told, self.untold):
            with Following(server, self._people[role].at(campaign), after=0) as following:
                events = following.until(self.head).events
            texts.append(self._timeless("\n".join(f"{event.name} {json.dumps(event.data)}" for event in events)))
        return parted(texts[0], texts[1])

    def answers(self, asked: Asked) -> tuple[httpx.Response, httpx.Response]:
        """What a request is answered in each."""
        person = self._people[asked.role]
        one, other = (
            person.at(campaign).send(asked.method, asked.path.replace("{fork}", fork), **asked.sent)
            for campaign, fork in zip((self.told, self.untold), self._forks, strict=True)
        )
        return one, other

    def parting(self, one: httpx.Response, other: httpx.Response) -> tuple[str, str]:
        """Two answers from shortly before they part."""
        return parted(self.plain(one), self.plain(other))

    def plain(self, answer: httpx.Response) -> str:
        """An answer without what is different in any two campaigns."""
        headers = sorted((name, value) for name, value in answer.headers.items() if name not in VARYING)
        return self._timeless(f"{answer.status_code} {headers} {answer.text}")

    def _timeless(self, text: str) -> str:
        for campaign in self._campaigns:
            text = text.replace(campaign, "…")
        return RANDOM.sub("…", text)

    def _founded(self) -> str:
        id: str = self._host.ask("POST", "/campaigns", 201, json=self._founding)["id"]
        return id

    def _joined(self, name: str, role: str) -> Person:
        """Somebody who takes part in both."""
        wanted = {"role": role}
        codes = [
            self._host.at(campaign).ask("POST", "./invitations", 201, json=wanted)["code"]
            for campaign in (self.told, self.untold)
        ]
        joined = Person(self._host.http, None).ask("POST", f"/invitations/{codes[0]}", 201, json={"name": name})
        person = Person(self._host.http, joined["secret"], joined["member"])
        person.ask("POST", f"/invitations/{codes[1]}", 201, json={"name": name})
        return person


def parted(one: str, other: str) -> tuple[str, str]:
    """Two texts from shortly before they part; nothing of them where they do not."""
    if one == other:
        return "", ""
    parting = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    shown = slice(max(0, parting - 100), parting + 200)
    return one[shown], other[shown]


def given(type: str, id: str, /, **args: Any) -> Json:
    """The body of a command, of freeform's unless it names its game; args that begin with an underscore belong to the
    envelope."""
    envelope = {name[1:]: value for name, value in args.items() if name.startswith("_")}
    own = {name: value for name, value in args.items() if not name.startswith("_")}
    return {"id": id, "type": type if "." in type else f"freeform.{type}", "args": own, **envelope}
