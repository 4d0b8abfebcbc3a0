"""Tools that tell the past: what happened to a thing, what changed, sessions retold, sealed secrets, forks, and the proof."""

from __future__ import annotations

from typing import Annotated, Any, Final
from uuid import UUID

import msgspec

from api.mcp.callers import ToolCaller
from api.mcp.tools import InCampaign, ReadingOf, Tool, tool
from api.paging import MOST
from api.reading import AS_OF, POINT, VIEW, VIEWER
from api.use_cases.forks import compare_fork, list_forks
from api.use_cases.histories import show_difference, show_history_of
from api.use_cases.proof import list_seals, show_seal, show_verification
from api.use_cases.recaps import show_recap
from domain.history.points import View


class HistoryOf(ReadingOf, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The history of a thing, or of one of its values."""

    handle: Annotated[str, msgspec.Meta(description="the handle of a character, an encounter or a group")]
    path: Annotated[str, msgspec.Meta(description="only this value, by its path as the sheet has it")] | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=MOST, description="how many of the newest events")] = 50


class Between(InCampaign, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Two points of a campaign's history."""

    since: Annotated[str, msgspec.Meta(description=POINT, max_length=64)]
    until: Annotated[str, msgspec.Meta(description=AS_OF, max_length=64)] | None = None
    from_view: Annotated[View, msgspec.Meta(description=f"of the first point: {VIEW}")] | None = None
    to_view: Annotated[View, msgspec.Meta(description=f"of the second point: {VIEW}")] | None = None
    viewer: Annotated[str, msgspec.Meta(description=VIEWER, max_length=64)] | None = None


class Retold(ReadingOf, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A session that is retold."""

    session: Annotated[int, msgspec.Meta(ge=1, description="the session; left out, the newest")] | None = None


class Sealed(ReadingOf, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A sealed secret."""

    seal: Annotated[str, msgspec.Meta(description="the secret, by its name, its title or the number of its entry")]


class Forked(InCampaign, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A fork of a campaign."""

    fork: Annotated[UUID, msgspec.Meta(description="the fork, by its id, as `forks` lists it")]


@tool(HistoryOf, reads=True)
def history(caller: ToolCaller, given: HistoryOf) -> Any:
    """List what happened to a character, an encounter or a group, or to one of its values, the newest first."""
    return caller.ask(
        show_history_of,
        given.campaign,
        wanted=given.wanted,
        target=given.handle,
        path=given.path,
        limit=given.limit,
        order="newest",
    )


@tool(Between, reads=True)
def difference(caller: ToolCaller, given: Between) -> Any:
    """List every value that differs between two points, or between the past as it was played and as it is corrected."""
    return caller.ask(
        show_difference,
        given.campaign,
        since=given.since,
        until=given.until,
        from_view=given.from_view,
        to_view=given.to_view,
        viewer=given.viewer,
    )


@tool(Retold, reads=True)
def recap(caller: ToolCaller, given: Retold) -> Any:
    """Tell a session in sentences, each with the entries that it comes from. Without a session, tell the newest."""
    return caller.ask(show_recap, given.campaign, wanted=given.wanted, session=given.session)


@tool(ReadingOf, reads=True)
def seals(caller: ToolCaller, given: ReadingOf) -> Any:
    """List the sealed secrets: what was committed to and when, and of revealed ones what it was."""
    return caller.listed(list_seals, given.campaign, wanted=given.wanted)


@tool(Sealed, reads=True)
def seal(caller: ToolCaller, given: Sealed) -> Any:
    """Show a sealed secret with its commitment and, once it is revealed, what proves that it was this all along."""
    return caller.ask(show_seal, given.campaign, wanted=given.wanted, seal=given.seal)


@tool(InCampaign, reads=True)
def forks(caller: ToolCaller, given: InCampaign) -> Any:
    """List the forks of a campaign that you take part in."""
    return caller.listed(list_forks, given.campaign)


@tool(Forked, reads=True)
def compare(caller: ToolCaller, given: Forked) -> Any:
    """Compare a campaign with a fork: what each has done since they went apart, and what differs today."""
    return caller.ask(compare_fork, given.campaign, fork=given.fork)


@tool(InCampaign, reads=True)
def verification(caller: ToolCaller, given: InCampaign) -> Any:
    """Check that the ledger of a campaign is as it was written, and say which hash it stands at."""
    return caller.ask(show_verification, given.campaign)


TOOLS: Final[tuple[Tool[Any], ...]] = (history, difference, recap, seals, seal, forks, compare, verification)
"""The tools, in the order in which they are offered."""
