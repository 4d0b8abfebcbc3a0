"""An installation that stored ledgers are taken in at, and its answers to the game master of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final
from uuid import UUID

import httpx
from litestar.testing import TestClient

from api.app import create_app
from api.services import Services, services_on
from api.storage.accounts import TokenWanted
from api.storage.database import SCHEMAS
from domain.aggregates import CAMPAIGN, Campaign
from domain.ledger.postgres.migrations import migrate
from domain.ledger.postgres.store import pool_to
from domain.ledger.upkeep.importing import import_ledger
from systems.registry import load
from tests.api.people import Json, Person

KINDS: Final = ("characters", "encounters", "enclaves")
GONE: Final = ("struck", "moot", "refused")
UNDOS: Final = 8
"""About how many undos of a ledger are planned, evenly spread over its entries."""


class Installation:
    """A running installation, in this process."""

    def __init__(self, services: Services, http: httpx.Client) -> None:
        self.services = services
        self.http = http

    def take_in(self, lines: Iterable[bytes]) -> Campaigner:
        """Import a ledger; gives its game master."""
        store = self.services.ledger.store
        return self.master_of(import_ledger(store, self.services.registry, lines).campaign.id)

    def master_of(self, campaign: UUID) -> Campaigner:
        """The game master of a campaign, who gets an account and a token here."""
        state = self.services.ledger.heads.fresh(campaign).aggregate(CAMPAIGN)
        assert isinstance(state, Campaign)
        member = next(id for id, part in state.participants.items() if part.role == "gm" and part.active)
        self.services.accounts.introduce(UUID(member), "Game master")
        _, secret = self.services.accounts.issue(UUID(member), TokenWanted(label="stored ledgers"))
        return Campaigner(self.http, secret, member, str(campaign))


@contextmanager
def installation(database_url: str) -> Iterator[Installation]:
    """An installation on an empty database."""
    migrate(database_url, SCHEMAS)
    with pool_to(database_url, 8) as pool:
        services = services_on(pool, load(installed=[]))
        with TestClient(create_app(services), raise_server_exceptions=False) as http:
            yield Installation(services, http)


class Campaigner(Person):
    """A campaign's game master, who reads all of it and plans what could be undone."""

    def answers(self) -> Json:
        """The read models at the head, and the plans of some undos."""
        return {"reads": self.reads(), "undos": {str(number): self.undo_plan(number) for number in self.undone()}}

    def reads(self) -> dict[str, Json]:
        """Every sheet, board and group with its roster and grids, and the open decisions, by path."""
        paths = [f"{kind}/{one['handle']}" for kind in KINDS for one in self.see(f"./{kind}")]
        groups = [path for path in paths if path.startswith("enclaves/")]
        paths += [f"{path}/{part}" for path in groups for part in ("roster", "grids")]
        return {path: _timeless(self.see(f"./{path}")) for path in (*paths, "decisions")}

    def undone(self) -> list[int]:
        """The entries whose undo is planned: some of those that stand, evenly spread and always the same."""
        standing = self.undoable()
        return standing[:: max(1, len(standing) // UNDOS)]

    def undoable(self) -> list[int]:
        """The numbers of the play entries that stand, in their order."""
        entries: list[Json] = []
        while page := self.see("./entries", limit=500, after=entries[-1]["entry"] if entries else 0):
            entries += page
        return [one["entry"] for one in entries if one["kind"] == "play" and one["status"] not in GONE]

    def undo_plan(self, number: int) -> Json:
        """What undoing an entry would do, in the parts that later releases give as well."""
        answer = self.tried(undo=[number], dry_run=True)
        if not answer.is_success:
            return {"refused": answer.json()["type"]}
        plan = answer.json()
        return {
            "outcomes": {str(one["entry"]): one["outcome"] for one in plan["entries"]},
            "conflicts": plan["conflicts"],
            "untouched": plan["untouched"],
            "changes": {one["path"]: {"before": one["before"], "after": one["after"]} for one in plan["changes"]},
        }

    def revise(self, **asked: Any) -> Json:
        """Change the past in earnest."""
        return self.ask("POST", "./revisions", 201, json=asked)

    def tried(self, **asked: Any) -> httpx.Response:
        """The answer to a change of the past, which may be refused."""
        return self.send("POST", "./revisions", json=asked)


def _timeless(seen: Json) -> Json:
    """An answer without the moment that it is of, which every revision moves on."""
    match seen:
        case dict():
            return {key: _timeless(value) for key, value in seen.items() if key != "as_of"}
        case list():
            return [_timeless(value) for value in seen]
        case _:
            return seen
