"""What can be read over HTTP can be read by an assistant, or there is a reason why not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest

from api.cli.operations import OPERATIONS
from api.mcp import groups, past, playing, reading
from api.mcp.offered import TOOLS
from tests.api.assistants.official import connected
from tests.api.pages.everything import everything_at
from tests.api.people import Person, Table
from tests.api.serving import Serving

KEYS: Final = "accounts, keys and ways in are for people, who see them on pages and at the command line"
ONE_FOR_ALL: Final = "the tool asks the use case that takes every kind of thing"
FILES: Final = "a file or a document for a program, far longer than an assistant can read"
DRAWING: Final = "how programs lay out and name what they draw; the tools answer with names"

REASONS: Final = {
    "account.list_bot_tokens": KEYS,
    "account.list_bots": KEYS,
    "account.list_tokens": KEYS,
    "account.show_account": KEYS,
    "accounts.list_account_tokens": KEYS,
    "accounts.list_accounts": KEYS,
    "characters.explain_value": ONE_FOR_ALL,
    "command_guides.list_commands": "`find_commands` lists those of the campaign, the ones that fit now first",
    "discord.list_discord_channels": KEYS,
    "downtime.show_downtime": "`downtime` lists every one whole",
    "enclaves.explain_enclave": ONE_FOR_ALL,
    "encounters.explain_encounter": ONE_FOR_ALL,
    "histories.show_enclave_history": ONE_FOR_ALL,
    "histories.show_encounter_history": ONE_FOR_ALL,
    "histories.show_history": ONE_FOR_ALL,
    "invitations.list_invitations": KEYS,
    "members.list_grants": KEYS,
    "members.show_member": "`campaign` lists every member",
    "names.show_layout": DRAWING,
    "names.show_names": DRAWING,
    "proof.export_ledger": FILES,
    "proof.show_dice": FILES,
    "recoveries.list_recoveries": KEYS,
    "reports.list_reports": "`reports` lists the same for all campaigns",
    "reports.take_facts": FILES,
    "systems.list_catalogue": "`find_in_catalogue` lists that of the campaign",
    "systems.show_campaign_catalogue_entry": "`find_in_catalogue` shows whole entries",
    "systems.show_catalogue_entry": "`find_in_catalogue` shows whole entries",
    "systems.list_systems": "an assistant plays in campaigns, and looks up the commands and rules of theirs",
    "systems.show_system": "an assistant plays in campaigns, and looks up the commands and rules of theirs",
    "webhooks.list_undelivered": KEYS,
    "webhooks.list_webhooks": KEYS,
    "webhooks.show_webhook": KEYS,
}
"""The reads that no tool offers, each with the reason."""

HIDDEN: Final = "Umbra of the ninth cellar"


def offered() -> Iterator[str]:
    """The use cases that the tools ask, as the table of operations names them."""
    for module in (reading, groups, past, playing):
        for each in vars(module).values():
            package, _, name = getattr(each, "__module__", "").rpartition(".")
            if package == "api.use_cases" and callable(each):
                yield f"{name}.{each.__name__}"


def test_every_read_is_a_tool_or_has_a_reason() -> None:
    reads = {key for key, operation in OPERATIONS.items() if operation.method == "GET"}
    assert reads - set(offered()) == set(REASONS)


@pytest.fixture(scope="module")
def table(served: Person) -> Table:
    """A table at which every command of free play was given, with a hidden creature."""
    table = everything_at(served)
    table.gm.does("freeform.create_character", handle="umbra", name=HIDDEN, owners=[], _audience="gm")
    return table


def asked(table: Table) -> dict[str, list[dict[str, Any]]]:
    """Arguments for every tool that reads, one set for each thing that there is."""
    handles = {kind: [row["handle"] for row in table.gm.see(f"./{kind}")] for kind in ("characters", "enclaves")}
    head = table.gm.see(".")["head"]["entry"]
    of_fights = [{"handle": row["handle"]} for row in table.gm.see("./encounters")]
    phases = table.gm.see("./downtime")
    of_handles = [{"handle": handle} for handle in handles["characters"]]
    of_groups = [{"handle": handle} for handle in handles["enclaves"]]
    grids = [
        {**group, "target": grid["name"]}
        for group in of_groups
        for grid in table.gm.see(f"./enclaves/{group['handle']}/grids")
    ]
    return {
        **dict.fromkeys(("sheet", "history"), of_handles),
        **dict.fromkeys(("board", "battle_map"), of_fights),
        **dict.fromkeys(("group", "roster", "days", "grids"), of_groups),
        "grid": grids,
        "entry": [{"entry": number} for number in range(1, head + 1)],
        "explain": [{**each, "path": "profile.self.name"} for each in of_handles],
        "describe_command": [{"type": "freeform.note"}],
        "rule": [{"rule": table.gm.see("/systems/freeform/rules", limit=1)[0]["id"]}],
        "report": [{"report": "hits"}],
        "report_on_all": [{"report": "hits", "campaigns": [table.id]}],
        "difference": [{"since": "1"}],
        "seal": [{"seal": row["seal"]} for row in table.gm.see("./seals")],
        "compare": [{"fork": row["id"]} for row in table.gm.see("./forks")],
        "downtime_plan": [
            {"phase": phase["number"], "handle": plan["handle"]} for phase in phases for plan in phase["plans"]
        ],
        "downtime_report": [{"phase": phase["number"]} for phase in phases],
    }


BESIDE: Final = frozenset({"campaigns", "reports", "report_on_all"})
"""Tools that belong to no campaign."""


def test_every_tool_that_reads_answers_and_shows_a_player_nothing_hidden(server: Serving, table: Table) -> None:
    every, sights, refused = asked(table), dict[str, str](), list[str]()
    for who in ("gm", "pat"):
        shown: list[str] = []
        with connected(server.url, getattr(table, who).token or "") as assistant:
            for name in (each.name for each in TOOLS.values() if each.reads):
                for given in every.get(name, [{}]):
                    place = {} if name in BESIDE else {"campaign": table.id}
                    answer = assistant.run(assistant.client.call_tool, name, {**place, **given})
                    shown.append(str(answer.content))
                    if answer.is_error and who == "gm":  # a player is refused what they may not know of
                        refused.append(f"{name} {given}: {answer.content}")
        sights[who] = "".join(shown)
    assert refused == []
    assert HIDDEN in sights["gm"]
    assert HIDDEN not in sights["pat"]
