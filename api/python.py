"""Reports and facts from Python, at the machine of an installation: as Arrow.

    from api.python import facts, report

    table = report("luck", "Low Tide", first_session=3)
    rolls = facts("Low Tide")["facts"]

They tell what the operator of the installation may see, or, with `RETCON_TOKEN`, what that account may. The installation is that of the environment's settings, as for the
command line.
"""

from __future__ import annotations

from typing import Final

import pyarrow as pa

from api.access import Access
from api.analytics.asking import of_campaign, of_campaigns
from api.analytics.narrowing import EVERYTHING, Narrowing
from api.analytics.reporting import Made, on_campaign, on_campaigns
from api.cli.machine import MachineSession, open_machine
from api.reading import ReadRequest
from api.settings import Settings
from domain.history.points import HEAD, View, parse_point
from projections.analytics.base import ReportScope

_MEMBER: Final = Access("member")


def report(
    name: str,
    *campaigns: str,
    view: View = "corrected",
    as_of: str | None = None,
    known_at: int | None = None,
    viewer: str | None = None,
    narrowing: Narrowing = EVERYTHING,
    settings: Settings | None = None,
) -> pa.Table:
    """Answer a report on campaigns, by id or name; without any, on all. Return its table.

    `as_of`, `known_at`, `viewer`, members and characters are asked of one campaign. Raises NotFound, UnknownThing, BadPoint, Forbidden.
    """
    with open_machine(settings) as at:
        if len(campaigns) == 1:
            wanted = ReadRequest(parse_point(as_of, view, known_at), viewer)
            made: Made = on_campaign(at.services, at.seat(campaigns[0], _MEMBER), name, wanted, narrowing)
        else:
            made = on_campaigns(
                at.services, [at.seat(each, _MEMBER) for each in _named(at, campaigns)], name, view, narrowing
            )
        return made.answer.table


def facts(*campaigns: str, settings: Settings | None = None) -> dict[str, pa.Table]:
    """Return the tables that reports are made of (`projections.analytics.schema`), of campaigns by id or name; without any, of all."""
    with open_machine(settings) as at:
        if len(campaigns) == 1:
            return of_campaign(at.services, at.seat(campaigns[0], _MEMBER), ReadRequest(HEAD, None)).tables
        return of_campaigns(
            at.services, [at.seat(each, _MEMBER) for each in _named(at, campaigns)], ReportScope()
        ).tables


def _named(at: MachineSession, campaigns: tuple[str, ...]) -> list[str]:
    return list(campaigns) or [str(each.id) for each in at.known()]
