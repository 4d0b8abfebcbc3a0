"""Lists: each is paged, and is answered by as many queries whatever there is. The route table says which lists there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import UUID, uuid4

import pytest

from api.paging import MOST
from api.services import Services
from api.storage.accounts import TokenWanted
from api.storage.embedded import Server
from domain.ledger.forking.fork import fork
from domain.ledger.playing.acceptance import Actor
from projections.views.timeline import FIRST_PART
from tests.api.counting import Counting, counted
from tests.api.people import PREFIX, Json, Person, Table, command, next_of, rows_of

SIZES: Final = (1, 10, 100)
"""The numbers of rows with which the queries of a list are counted."""


class Installation:
    """A campaign in which each list is made longer, row by row."""

    def __init__(self, owner: Person, services: Services) -> None:
        self.services, self.table = services, Table(owner, "rotted-capes")
        self.gm, self.pat = self.table.gm, self.table.pat
        self.gm.does("freeform.create_enclave", name="Den", handle="den")
        notes = [command("freeform.note", text="Rain.") for _ in range(FIRST_PART)]
        self.gm.ask("POST", "./batches", 201, json={"commands": notes})
        self.actor, self.campaign = Actor(self.gm.id, "gm"), UUID(self.table.id)
        self.token = services.accounts.issue(UUID(self.gm.id), TokenWanted(label="for webhooks"))[0].id
        self.webhook = self._hook()
        self.bot = services.accounts.open("bot", "Scribe", UUID(self.gm.id)).id
        self.grown, self.before = 0, 0
        """The rows that each list has, and the entry at which they were there."""

    def _hook(self) -> UUID:
        url = "https://hooks.example/retcon"
        return self.services.webhooks.make(self.campaign, UUID(self.gm.id), token=self.token, url=url, after=0)[0].id

    def grow(self, rows: int) -> None:
        """Make every list as long as this."""
        for _ in range(self.grown, rows):
            bot = self.services.accounts.open("bot", "Clerk", UUID(self.gm.id))
            self.services.accounts.issue(UUID(self.gm.id), TokenWanted(label="another"))
            self.services.grants.give(self.campaign, UUID(self.gm.id), bot.id)
            until = datetime.now(UTC) + timedelta(days=1)
            self.services.invitations.invite(self.campaign, "player", invited_by=bot.id, uses=1, expires_at=until)
            self.services.accounts.issue(self.bot, TokenWanted(label="another"))
            self._hook()
            lost = self.services.accounts.open("person", "Somebody")
            self.services.recoveries.make(self.campaign, lost.id, made_by=UUID(self.gm.id), expires_at=until)
            self.services.discord.tie(str(uuid4()), self.campaign)
            self.services.ledger.take_part(self.campaign, self.actor, str(uuid4()), "player")
            self.services.ledger.found("Another", "freeform", self.gm.id, {}, uuid4())
        self.gm.ask("POST", "./batches", 201, json={"commands": [c for n in range(self.grown, rows) for c in _row(n)]})
        self.before = self.gm.see(".")["head"]["entry"]
        self.gm.does("freeform.note", text="Rain.")
        for _ in range(self.grown, rows):
            fork(self.services.ledger, self.campaign, self.actor, "What if", at=None, id=uuid4())
        with self.services.pool.connection() as connection, connection.cursor() as cursor:
            given_up = [(self.webhook, number) for number in range(self.grown, rows)]
            cursor.executemany(
                "INSERT INTO undelivered_entries VALUES (%s, %s, 9, 'the receiver answered 503')", given_up
            )
            connection.execute("ANALYZE")  # as the database does within a minute: plans made for a few rows end
        self.grown = rows

    def queries(self, who: Person, path: str) -> int:
        """How many queries a list takes of a service that has not read the campaign yet."""
        self.services.ledger.heads.drop(self.campaign)
        before = Counting.sent
        who.ask("GET", path)
        return Counting.sent - before


def _row(number: int) -> Iterator[Json]:
    """The commands that make every list of a game one row longer."""
    name = f"Ada {number:03}"
    for kind in ("character", "encounter", "enclave"):
        yield command(f"freeform.create_{kind}", name=f"{name} the {kind}")
    grid = {"target": f"ada-{number:03}-the-character", "rows": 1, "columns": 1}
    yield command("freeform.put", target="den", component="grids", name=f"plans-{number}", instance=grid)
    yield command("rotted-capes.add_flaw", flaw={"title": f"Hunted by number {number}"})
    yield command("freeform.ask", owner="gm", prompt="?", options=["a", "b"], default="a", key=f"k{number}")
    yield command("freeform.seal", title=f"Secret {number}", text="Ada.")
    yield command("freeform.open_downtime", title="A quiet week", days=0)
    yield command("freeform.end_downtime")


@pytest.fixture(scope="module")
def installation(postgres: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    with counted(postgres, tmp_path_factory.mktemp("lists")) as (owner, services):
        yield Installation(owner, services)


@pytest.fixture(scope="module")
def counts(installation: Installation) -> dict[str, list[tuple[int, int]]]:
    """By list the queries that a game master and a player take, at each of the sizes."""
    paths = paths_of(installation)
    taken: dict[str, list[tuple[int, int]]] = {name: [] for name in paths}
    for reader in (installation.gm, installation.pat):
        reader.see(".")  # whoever comes first is looked up, and known from then on
    for rows in SIZES:
        installation.grow(rows)
        for name, path in paths.items():
            readers = (installation.gm, installation.gm if name in FOR_GAME_MASTERS else installation.pat)
            gm, player = (installation.queries(reader, f"{path}?limit={LIMITS.get(name, MOST)}") for reader in readers)
            taken[name].append((gm, player))
        for name in LOOKING_BACK:
            path = f"{paths[name]}?limit={LIMITS.get(name, MOST)}&as_of={installation.before}"
            gm, player = (installation.queries(reader, path) for reader in (installation.gm, installation.pat))
            taken.setdefault(f"{name} at an earlier point", []).append((gm, player))
            path = f"{path}&view=as_played"
            gm, player = (installation.queries(reader, path) for reader in (installation.gm, installation.pat))
            taken.setdefault(f"{name} as played", []).append((gm, player))
    return taken


LIMITS: Final = {"list_entries": FIRST_PART}
"""The rows that are asked for where more are read in parts, so that no more bytes are held than a page may have."""

LOOKING_BACK: Final = (
    "list_campaign_catalogue", "list_campaign_commands", "list_characters", "list_decisions", "list_downtime", "list_enclaves", "list_encounters", "list_entries", "list_grids",
    "list_members", "list_options", "list_seals",
)  # fmt: skip
"""The lists that can be asked for as of an earlier point."""

FOR_GAME_MASTERS: Final = {
    "list_account_tokens",
    "list_accounts",
    "list_grants",
    "list_bot_tokens",
    "list_invitations",
    "list_recoveries",
    "list_undelivered",
    "list_webhooks",
}


def paths_of(at: Installation, with_parameter: str = "limit") -> dict[str, str]:
    """The addresses of all lists that take a parameter by the names of their operations, as the route table has them, in
    a campaign.
    """
    gm = at.gm
    document = gm.http.get(f"{PREFIX}/openapi.json").json()
    filled = {
        "campaign": gm.campaign,
        "member": gm.id,
        "enclave": "den",
        "system": "rotted-capes",
        "account": gm.id,
        "webhook": at.webhook,
        "bot": at.bot,
    }
    return {
        operation["operationId"]: path.removeprefix(PREFIX).format(**filled)
        for path, methods in document["paths"].items()
        if (operation := methods.get("get")) is not None and "application/json" in answered(operation)
        if answered(operation)["application/json"]["schema"].get("type") == "array"
        and with_parameter in [each.get("name") for each in operation.get("parameters", ())]
    }


def answered(operation: Json) -> Json:
    return operation["responses"]["200"].get("content", {})


LISTS: Final = (
    "list_account_tokens", "list_accounts", "list_bot_tokens", "list_bots", "list_campaign_catalogue", "list_campaign_commands", "list_campaigns", "list_catalogue", "list_characters", "list_commands", "list_decisions", "list_downtime", "list_enclaves", "list_encounters",
    "list_entries", "list_forks", "list_grants", "list_grids", "list_invitations", "list_members", "list_options", "list_recoveries", "list_reports",
    "list_reports_on_all", "list_rules", "list_seals", "list_systems", "list_tokens",
    "list_discord_channels", "list_undelivered", "list_webhooks",
)  # fmt: skip


def test_the_lists_are_those_of_the_route_table(installation: Installation) -> None:
    assert sorted(paths_of(installation)) == sorted(LISTS)
    assert sorted(paths_of(installation, "as_of")) == sorted(LOOKING_BACK)


@pytest.mark.parametrize(
    "name", [*LISTS, *(f"{name} {how}" for name in LOOKING_BACK for how in ("at an earlier point", "as played"))]
)
def test_a_list_is_answered_by_as_many_queries_whatever_there_is(
    counts: dict[str, list[tuple[int, int]]], name: str
) -> None:
    assert len(set(counts[name])) == 1, f"queries of game master and player at {SIZES} rows: {counts[name]}"


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.usefixtures("counts")
def test_the_pages_of_a_list_are_the_list(installation: Installation, name: str) -> None:
    gm, path = installation.gm, paths_of(installation)[name]
    whole = rows_of(gm, f"{path}?limit={MOST}")
    paged = rows_of(gm, f"{path}?limit={max(1, len(whole) // 3)}")
    assert len(whole) >= (1 if name == "list_systems" else 2)
    assert paged == whole


@pytest.mark.parametrize("name", [name for name in LISTS if name != "list_entries"])
@pytest.mark.parametrize("cursor", ["nothing", "!", "bnVsbA", "é"])
def test_a_cursor_that_no_page_has_named_is_refused(installation: Installation, name: str, cursor: str) -> None:
    problem = installation.gm.problem("GET", paths_of(installation)[name], 400, params={"after": cursor})
    assert problem["fields"][0]["field"] == "after"


def test_a_cursor_still_holds_when_its_row_is_gone(table: Table) -> None:
    made = [table.gm.ask("POST", "./invitations", 201, json={})["invitation"]["id"] for _ in range(3)]
    first = table.gm.send("GET", "./invitations?limit=1")
    table.gm.ask("DELETE", f"./invitations/{made[0]}", 204)
    rest = rows_of(table.gm, (next_of(first) or "").removeprefix(PREFIX))
    assert [row["id"] for row in rest] == made[1:]


def test_a_page_does_not_tell_that_something_hidden_follows(table: Table) -> None:
    for name, audience in (("Ada", "all"), ("Bea", "gm"), ("Cleo", "all"), ("Dora", "gm")):
        table.gm.does("freeform.create_character", name=name, hidden=audience == "gm")
    page = table.pat.send("GET", "./characters?limit=2")
    assert ([row["handle"] for row in page.json()], next_of(page)) == (["ada", "cleo"], None)


def test_a_page_of_campaigns_has_those_of_the_caller_alone(table: Table, owner: Person) -> None:
    owner.ask("POST", "/campaigns", 201, json={"name": "Elsewhere", "system": "freeform"})
    page = table.pat.send("GET", "/campaigns?limit=1")
    assert ([row["id"] for row in page.json()], next_of(page)) == ([table.id], None)


def test_a_bot_lists_the_campaigns_in_which_its_member_lets_it_read(table: Table, owner: Person) -> None:
    bot = table.pat.ask("POST", "/bots", 201, json={"name": "Clerk"})
    clerk, on_behalf = Person(owner.http, bot["secret"]), {"On-Behalf-Of": table.pat.id}
    before = clerk.ask("GET", "/campaigns", headers=on_behalf)
    table.pat.ask("PUT", f"./members/{table.pat.id}/grants/{bot['account']['id']}", 204, json={"scopes": ["read"]})
    listed = clerk.ask("GET", "/campaigns", headers=on_behalf)
    assert (before, [row["id"] for row in listed]) == ([], [table.id])


FILTERS: Final[tuple[tuple[str, dict[str, str], Callable[[Json], Any], list[Any]], ...]] = (
    ("/campaigns", {"name": "LONG"}, lambda row: row["name"], ["The Long Night"]),
    ("/campaigns", {"name": "short"}, lambda row: row["name"], []),
    ("/campaigns", {"system": "freeform"}, lambda row: row["name"], ["The Long Night"]),
    ("/campaigns", {"system": "chess"}, lambda row: row["name"], []),
    ("./members", {"role": "observer"}, lambda row: row["name"], ["Olga"]),
    ("./members", {"name": "pA"}, lambda row: row["name"], ["Pat"]),
    ("./characters", {"name": "D"}, lambda row: row["handle"], ["ada", "dora"]),
    ("./characters", {"kind": "monster"}, lambda row: row["handle"], ["dora"]),
    ("./characters", {"owner": "Pat"}, lambda row: row["handle"], ["ada"]),
    ("./encounters", {"name": "bridge"}, lambda row: row["handle"], ["bridge"]),
    ("/systems/freeform/commands", {"word": "TEMPORARY first given"}, lambda row: row["type"], ["freeform.damage"]),
    (
        "./commands",
        {"word": "freeform.next_turn"},
        lambda row: (row["type"], row["fit"]),
        [("freeform.next_turn", "now")],
    ),
    ("./commands", {"word": "END_SCENE"}, lambda row: (row["type"], row["fit"]), [("freeform.end_scene", "not-yours")]),
    ("/systems/freeform/rules", {"word": "no such word"}, lambda row: row["id"], []),
    ("/tokens", {"valid": "true"}, lambda row: row["label"], ["first token"]),
)


@pytest.fixture(scope="module")
def crowd(owner: Person) -> Table:
    """A table with two characters and two encounters; Pat has a token that is revoked."""
    table = Table(owner)
    table.gm.does("freeform.create_character", name="Ada", owners=[table.pat.id])
    table.gm.does("freeform.create_character", name="Dora", kind="monster")
    table.gm.does("freeform.create_character", name="Eve")
    table.gm.does("freeform.create_encounter", name="Bridge")
    table.gm.does("freeform.create_encounter", name="Ford")
    token = table.pat.ask("POST", "/tokens", 201, json={"label": "old"})["token"]["id"]
    table.pat.ask("DELETE", f"/tokens/{token}", 204)
    return table


@pytest.mark.parametrize(("path", "asked", "of", "listed"), FILTERS)
def test_a_list_is_narrowed(
    crowd: Table, path: str, asked: dict[str, str], of: Callable[[Json], Any], listed: list[Any]
) -> None:
    assert [of(row) for row in crowd.pat.see(path, **asked)] == listed
