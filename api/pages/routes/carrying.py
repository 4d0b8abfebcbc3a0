"""Campaigns carried on elsewhere: forks of the past, what is only in one of them, and the ledger as a file."""

from __future__ import annotations

from typing import Annotated, Final
from uuid import UUID

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from litestar.response import Stream

from api.pages.rendering import onward, page
from api.pages.rows.plans import changes_shown
from api.pages.rows.timeline import rows
from api.pages.visits import PageGuard, Visit
from api.use_cases.campaigns import show_campaign
from api.use_cases.forks import NewFork, SideView, compare_fork, list_forks, make_fork
from api.use_cases.names import show_names
from api.use_cases.proof import export_ledger
from projections.phrases.plans import only_counts

Number = Annotated[int | None, QueryParameter(ge=0, le=2**53)]

SHOWN: Final = 100
"""The number of entries of each side that a comparison shows."""


@get("/campaigns/{campaign:uuid}/forks", guards=[PageGuard("member")], sync_to_thread=True)
def show_forks(visit: NamedDependency[Visit], at: Number = None) -> Response[bytes]:
    """The forks of a campaign, a form that makes one (`at` an entry), and the campaign as a file."""
    campaign = visit.ask(show_campaign)
    caller = visit.caller()
    return page(
        visit,
        "forks.html",
        campaign=campaign,
        forks=visit.listed(list_forks),
        at=campaign.head.entry if at is None else at,
        is_owner=caller.credential.kind == "owner",
    )


@post("/campaigns/{campaign:uuid}/forks", guards=[PageGuard("gm", "admin")], sync_to_thread=True)
def take_fork(visit: NamedDependency[Visit]) -> Response[bytes]:
    """Fork the campaign after an entry, and go on to the fork."""
    wanted = NewFork(name=visit.form.needed("name")[:200], at=visit.form.whole("at"))
    return onward(visit, f"/campaigns/{visit.ask(make_fork, data=wanted).id}")


@get("/campaigns/{campaign:uuid}/forks/{fork:uuid}", guards=[PageGuard("member")], sync_to_thread=True)
def show_comparison(visit: NamedDependency[Visit], fork: FromPath[UUID]) -> Response[bytes]:
    """A fork beside its campaign: what differs today, and the entries that only one of them has."""
    compared = visit.ask(compare_fork, fork=fork, limit=SHOWN)
    words = visit.catalogue
    names = {**visit.ask(show_names), **compared.names}
    telling = [each for each in compared.changes if not only_counts(each)]

    def shown(side: SideView) -> dict[str, object]:
        return {
            "id": side.id,
            "name": side.name,
            "rows": rows(side.entries, names, words),
            "is_cut": side.next is not None,
        }

    return page(
        visit,
        "comparison.html",
        campaign=visit.ask(show_campaign),
        compared=compared,
        changes=changes_shown(telling, names, words),
        counting=len(compared.changes) - len(telling),
        sides=[shown(compared.parent), shown(compared.fork)],
    )


@get("/campaigns/{campaign:uuid}/ledger.jsonl", guards=[PageGuard("member")], sync_to_thread=True)
def take_ledger(visit: NamedDependency[Visit]) -> Stream:
    """The ledger as a file of JSON lines, as far as one may see it."""
    name = f'attachment; filename="{visit.campaign}.jsonl"'
    return Stream(visit.ask(export_ledger), media_type="application/x-ndjson", headers={"Content-Disposition": name})


ROUTES = (show_forks, take_fork, show_comparison, take_ledger)
