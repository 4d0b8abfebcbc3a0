"""What differs between two points of a campaign, or two views of one, as one viewer may see it."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.aggregate import Aggregate
from domain.campaign import CAMPAIGN
from domain.history.diff import between
from domain.history.plan import ValueChange
from domain.ledger.reading import Moment
from domain.paths import parse
from domain.play.reading import World
from domain.sight import Viewer
from domain.vantage import Vantage
from projections.names import Name, Names
from projections.plans import ChangeView
from projections.shown import AsOf, as_of

_FOR_THE_GAME_MASTER = frozenset({"audience", "sheet"})
"""Fields that say who else may see something."""


class Difference(msgspec.Struct, frozen=True, kw_only=True, rename={"since": "from", "until": "to"}):
    """Every value that differs, by path: what it was at the one point, and what it is at the other."""

    since: AsOf
    until: AsOf
    changes: tuple[ChangeView, ...]
    names: dict[str, Name]


class _Seen:
    """A world as a viewer sees it: what they may not know of is not there, so that no difference tells of it."""

    def __init__(self, vantage: Vantage) -> None:
        self.vantage = vantage

    def aggregate(self, ref: str) -> Aggregate | None:
        return self.vantage.aggregate(ref)


def difference(one: Moment, other: Moment, viewer: Viewer) -> Difference:
    """What differs from one moment to another."""
    before, after = _Seen(Vantage(one.world, viewer)), _Seen(Vantage(other.world, viewer))
    refs = _refs(one.world) | _refs(other.world)
    changes = tuple(view for change in between(before, after, refs) if (view := _view(change, before, after)))
    names = Names(before.vantage).within(msgspec.to_builtins(changes))
    names |= Names(after.vantage).within(msgspec.to_builtins(changes))
    return Difference(since=as_of(one), until=as_of(other), changes=changes, names=names)


def _refs(world: World) -> set[str]:
    campaign: Any = world.aggregate(CAMPAIGN)
    handles = {} if campaign is None else campaign.handles
    return {CAMPAIGN, *(handle.ref for handle in handles.values())}


def _view(change: ValueChange, before: _Seen, after: _Seen) -> ChangeView | None:
    """A difference as JSON; the path with a handle in place of the id."""
    path = parse(change.path)
    is_gm = after.vantage.viewer.is_gm
    if not is_gm and path.field in _FOR_THE_GAME_MASTER:
        return None
    named = after if after.vantage.knows(path.ref) else before
    return ChangeView(
        path=Names(named.vantage).readable(change.path),
        aggregate_id=path.ref,
        before=_plain(before, change.before, path.ref),
        after=_plain(after, change.after, path.ref),
    )


def _plain(seen: _Seen, value: object, ref: str) -> Any:
    plain = seen.vantage.plain(value, ref)
    if isinstance(plain, dict) and not seen.vantage.viewer.is_gm:
        return {key: item for key, item in plain.items() if key not in _FOR_THE_GAME_MASTER}
    return plain
