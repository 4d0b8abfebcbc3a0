"""Every page that can be looked at, and every file beside them, made from the routes, so that a new one is in every law about
pages by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final

from litestar.routes import HTTPRoute

from api.imports.wanted import ADDING
from api.pages.router import pages
from tests.api.people import Person

CAMPAIGN: Final = "/campaigns/{campaign}"

ENDLESS: Final = frozenset({f"{CAMPAIGN}/live"})
"""The streams beside the pages: they end when the browser goes. The law of the stream over HTTP covers what they say."""

PARTS: Final = frozenset({f"{CAMPAIGN}/here"})
"""Pages that are a part of another one, which a script asks for: they have no title."""

_PARAMETER: Final = re.compile(r"(?:(?<=/)([^/{}]+)/)?\{([^}]*)\}")

Places = Mapping[str, list[str]]
"""What stands in the parameters of the pages' addresses: `characters/thing` -> handles. A parameter is called by its name and
the part of the address before it."""


def shown_pages() -> list[str]:
    """The paths of all pages that can be looked at, and of files beside them, with names in place of parameters."""
    routes = (route for route in pages().routes if isinstance(route, HTTPRoute) and "GET" in route.methods)
    return sorted({route.path_format for route in routes} - ENDLESS)


def addresses(places: Places, *, without: frozenset[str] = frozenset()) -> list[str]:
    """The addresses of all pages and files below a campaign, `.` standing for the campaign itself; `without` are paths to leave out."""
    below = [path.removeprefix(CAMPAIGN) for path in shown_pages() if path.startswith(CAMPAIGN) and path not in without]
    return sorted({f".{address}" for path in below for address in _addresses(path, places)})


def addresses_beside(places: Places) -> list[str]:
    """The addresses of all pages that belong to no campaign."""
    beside = [path for path in shown_pages() if not path.startswith((CAMPAIGN, "/assets/"))]
    return sorted({address for path in beside for address in _addresses(path, places)})


def is_page(content_type: str) -> bool:
    """Whether an answer is a page, and not a file."""
    return content_type.startswith("text/html")


def expect_shown(statuses: Mapping[str, int]) -> None:
    """Every address of a walk is one that there is: a game master is told of none that it does not exist, and of none with a
    query that it cannot be read."""
    wrong = {
        address: status for address, status in statuses.items() if status == 404 or (status == 400 and "?" in address)
    }
    assert not wrong, f"these addresses lead to nothing: {wrong}"


def _addresses(path: str, places: Places) -> Iterator[str]:
    """The addresses of a page: at each of its places, the first of which also with each of its queries."""
    names = ["/".join(filter(None, match.groups())) for match in _PARAMETER.finditer(path)]
    pattern = _PARAMETER.sub(lambda match: f"{match[1]}/{{}}" if match[1] else "{}", path)
    for name in names:
        assert name in places, f"the page {path} has the parameter {name!r}: say in `places_of` what may stand in it"
    filled_in = [pattern.format(*values) for values in product(*(places[name] for name in names))]
    yield from filled_in
    yield from (
        f"{address}?{query}" for address in filled_in[:1] for query in places.get(f"{path.removeprefix(CAMPAIGN)}?", [])
    )


def places_of(gm: Person) -> Places:
    """What may stand in the addresses of a campaign's pages: everything that there is in it, by the game master."""
    kinds = {kind: [one["handle"] for one in gm.see(f"./{kind}")] for kind in ("characters", "encounters", "enclaves")}
    head = gm.see(".")["head"]["entry"]
    entries = [str(entry) for entry in range(max(1, head - 2), head + 1)]
    system = gm.see(".")["system"]
    played = gm.see("./entries", entry_kind="play", limit=1, order="newest")[0]["entry"]
    return {
        **{f"{kind}/thing": handles for kind, handles in kinds.items()},
        "forks/fork": [fork["id"] for fork in gm.see("./forks")],
        "bots/bot": [_bot(gm)],
        "accounts/account": [gm.see("/account")["id"]],
        "join/code": [gm.ask("POST", "./invitations", 201, json={})["code"]],
        "downtime/phase": [str(phase["number"]) for phase in gm.see("./downtime")] or ["1"],
        "plans/character": _planning(gm) or ["nobody"],
        "type": ["freeform.begin_task"],
        "entries/entry": entries,
        "play/type": [f"{system}.create", "freeform.damage"] if system != "freeform" else ["freeform.damage"],
        "reports/report": ["hits"],
        "grids/grid": [grid["name"] for group in kinds["enclaves"] for grid in gm.see(f"./enclaves/{group}/grids")],
        "seals/seal": [seal["seal"] for seal in gm.see("./seals")],
        "catalogue/kind": [entry["kind"] for entry in _entries(gm, system)],
        "entry": [entry["id"] for entry in _entries(gm, system)],
        "/catalogue?": ["words=the", "kind=ability"],
        "rules/rule": [rule["id"] for rule in gm.see(f"/systems/{system}/rules", limit=2)],
        "imports/kind": list(ADDING),
        "/proof?": [f"entry={head}"],
        "/proof/chain?": [f"after={max(0, head - 3)}"],
        "/reports/{report}/rows?": ["format=json"],
        "/differences?": ["from=1", f"from={max(1, head - 5)}&to={head}&from_view=as_played"],
        "/facts?": ["table=rolls&format=jsonl", "table=names"],
        "/rules?": ["words=the"],
        "/why?": [f"target={handle}&path={path}" for handle in kinds["characters"] for path in _paths(gm, handle)],
        "/revise?": [*(f"undo={entry}" for entry in entries), f"after={head}", f"before={head}", f"amend={played}"],
        "/timeline?": ["status=struck", "words=the", "kind=note", f"before={head}"],
        **{f"/{kind}/{{thing}}?": [f"as_of={max(1, head - 3)}", "view=as_played"] for kind in kinds},
    }


def _entries(gm: Person, system: str) -> list[dict[str, str]]:
    """The first entry of a game's catalogue, where it has one."""
    entries: list[dict[str, str]] = gm.see(f"/systems/{system}/catalogue", limit=1)
    return entries


def _bot(gm: Person) -> str:
    """A bot of the game master's, made where there is none."""
    bots = gm.see("/bots") or [gm.ask("POST", "/bots", 201, json={"name": "Clerk"})["account"]]
    return str(bots[0]["id"])


def _planning(gm: Person) -> list[str]:
    """Two of those who plan in every phase of downtime."""
    plans = [
        {plan["handle"] for plan in gm.see(f"./downtime/{phase['number']}")["plans"]} for phase in gm.see("./downtime")
    ]
    return sorted(set.intersection(*plans))[:2] if plans else []


def _paths(gm: Person, handle: str) -> Iterator[str]:
    """A number of each component of a sheet."""
    sheet = gm.see(f"./characters/{handle}")
    for component in ("attributes", "tracks", "conditions"):
        yield from (f"{component}.{name}" for name in list(sheet[component])[:1])
