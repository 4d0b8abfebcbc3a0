"""Tools that read what happens beside scenes: groups with their followers, days and grids, and downtime."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec

from api.mcp.callers import ToolCaller
from api.mcp.reading import Thing
from api.mcp.tools import ReadingOf, Tool, tool
from api.paging import MOST
from api.use_cases.downtime import list_downtime, show_downtime_plan, show_downtime_report
from api.use_cases.enclaves import list_grids, show_grid, show_group_log, show_roster


class Days(Thing, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The log of a group."""

    limit: Annotated[int, msgspec.Meta(ge=1, le=MOST, description="how many of the newest lines")] = 50


class Target(Thing, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A grid of a group."""

    target: Annotated[str, msgspec.Meta(description="the grid, by its name or by whom it is about, as `grids` has it")]


_Phase = Annotated[int, msgspec.Meta(ge=1, description="the downtime's number, as `downtime` lists it")]


class InPhase(ReadingOf, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A downtime."""

    phase: _Phase


class Planned(Thing, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A character's plan for a downtime."""

    phase: _Phase


@tool(Thing, reads=True)
def roster(caller: ToolCaller, given: Thing) -> Any:
    """Show the members of a group and how they fare, and its followers: who is ready, who is tapped, what room there is."""
    return caller.ask(show_roster, given.campaign, wanted=given.wanted, enclave=given.handle)


@tool(Days, reads=True)
def days(caller: ToolCaller, given: Days) -> Any:
    """Show the log of a group, newest first: what its game wrote down about each of its days."""
    return caller.ask(
        show_group_log, given.campaign, wanted=given.wanted, enclave=given.handle, limit=given.limit, order="newest"
    )


@tool(Thing, reads=True)
def grids(caller: ToolCaller, given: Thing) -> Any:
    """List the intelligence grids of a group, with the cells that you may know."""
    return caller.listed(list_grids, given.campaign, wanted=given.wanted, enclave=given.handle)


@tool(Target, reads=True)
def grid(caller: ToolCaller, given: Target) -> Any:
    """Show what a group knows about a target, cell by cell."""
    return caller.ask(show_grid, given.campaign, wanted=given.wanted, enclave=given.handle, target=given.target)


@tool(ReadingOf, reads=True)
def downtime(caller: ToolCaller, given: ReadingOf) -> Any:
    """List the downtimes of a campaign: their days and slots, who has planned what, and whether they were carried out."""
    return caller.listed(list_downtime, given.campaign, wanted=given.wanted)


@tool(Planned, reads=True)
def downtime_plan(caller: ToolCaller, given: Planned) -> Any:
    """Show a character's plan for a downtime."""
    return caller.ask(
        show_downtime_plan, given.campaign, wanted=given.wanted, phase=given.phase, character=given.handle
    )


@tool(InPhase, reads=True)
def downtime_report(caller: ToolCaller, given: InPhase) -> Any:
    """Show the report of a downtime that was carried out: what came of each plan, with its entries."""
    return caller.ask(show_downtime_report, given.campaign, wanted=given.wanted, phase=given.phase)


TOOLS: Final[tuple[Tool[Any], ...]] = (roster, days, grids, grid, downtime, downtime_plan, downtime_report)
"""The tools, in the order in which they are offered."""
