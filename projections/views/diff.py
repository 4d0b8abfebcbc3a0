"""Differences between two points of a campaign, or two views of one, as one viewer may see it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, get_args

import msgspec

from domain.aggregates import CAMPAIGN, Aggregate, Campaign
from domain.history.plan import ValueChange, differences_between
from domain.ledger.reading.points import Moment
from domain.paths import parse
from domain.play.reading import World
from domain.visibility.audience import Viewer
from domain.visibility.world import VisibleWorld
from domain.vocabulary.chronicle import ParticipantAdded, Role
from projections.as_of import AsOf, as_of
from projections.names import Name, Names
from projections.views.filling import filled
from projections.views.plans import ChangeView

_FOR_THE_GAME_MASTER = frozenset({"audience", "sheet"})
"""Fields that say who else may see something."""

_MEMBERS: Final = ParticipantAdded.component
_ROLES: Final = get_args(Role)


class Difference(msgspec.Struct, frozen=True, kw_only=True, rename={"since": "from", "until": "to"}):
    """Every value that differs, by path: what it was at the one point, and what it is at the other. `left_out` is the number
    of those that an answer has no room for; ask about points that lie closer together.
    """

    since: AsOf
    until: AsOf
    changes: tuple[ChangeView, ...]
    names: dict[str, Name]
    left_out: int = 0


class _Seen:
    """A world as a viewer sees it: what they may not know of is not there, so that no difference tells of it."""

    def __init__(self, visible: VisibleWorld) -> None:
        self._visible = visible

    def aggregate(self, ref: str) -> Aggregate | None:
        return self._visible.aggregate(ref)


def difference(one: Moment, other: Moment, viewer: Viewer, most_bytes: int | None = None) -> Difference:
    """Return the differences from one moment to another, as many as fill a size."""
    before, after = VisibleWorld(one.world, viewer), VisibleWorld(other.world, viewer)
    changes, left_out = filled(changes_between(before, after), most_bytes)
    names = sorted(names_in(changes, before, after).items(), key=_by_handle)
    return Difference(since=as_of(one), until=as_of(other), changes=changes, names=dict(names), left_out=left_out)


def changes_between(before: VisibleWorld, after: VisibleWorld) -> tuple[ChangeView, ...]:
    """Return every value that differs between two worlds, as it is seen there, in the order of the story."""
    refs = refs_of(before.world) | refs_of(after.world)
    differences = differences_between(_Seen(before), _Seen(after), refs)
    return tuple(sorted(changes_seen(differences, before, after), key=_StoryOrder(before.world, after.world)))


class _StoryOrder:
    """The place of a change among others: by the handle of its aggregate, and members by their roles and then by their ids.

    Otherwise the order is that of the components.
    """

    def __init__(self, *worlds: World) -> None:
        campaigns = (world.aggregate(CAMPAIGN) for world in worlds)
        parts = (part for each in campaigns if isinstance(each, Campaign) for part in each.participants.items())
        self._roles = {member: _ROLES.index(part.role) for member, part in parts}
        self._components: dict[tuple[str, str], int] = {}

    def __call__(self, change: ChangeView) -> tuple[str, int, int, str]:
        whom, _, rest = change.path.partition(".")
        component, _, name = rest.partition(".")
        place = self._components.setdefault((whom, component), len(self._components))
        if component != _MEMBERS:
            return whom, place, 0, ""
        member = name.partition(".")[0]
        return whom, place, self._roles.get(member, len(_ROLES)), member


def _by_handle(named: tuple[str, Name]) -> tuple[str, str, str]:
    at, name = named
    return at.partition("/")[0], name.handle, at


def refs_of(world: World) -> set[str]:
    """Every aggregate that has a handle in a world, and the campaign's own."""
    campaign: Any = world.aggregate(CAMPAIGN)
    handles = {} if campaign is None else campaign.handles
    return {CAMPAIGN, *(handle.ref for handle in handles.values())}


def changes_seen(
    differences: Iterable[ValueChange], before: VisibleWorld, after: VisibleWorld
) -> tuple[ChangeView, ...]:
    """Differences between two worlds as they are seen there, as JSON."""
    views = (_view(change, before, after) for change in differences)
    return tuple(view for view in views if view is not None)


def names_in(changes: Iterable[ChangeView], before: VisibleWorld, after: VisibleWorld) -> dict[str, Name]:
    """Return names of everything mentioned; where a name differs, the later one."""
    content = msgspec.to_builtins(tuple(changes))
    return Names(before).within(content) | Names(after).within(content)


def _view(change: ValueChange, before: VisibleWorld, after: VisibleWorld) -> ChangeView | None:
    """A difference as JSON; the path with a handle in place of the id, as on the side where it is there."""
    path = parse(change.path)
    both_gm = before.viewer.is_gm and after.viewer.is_gm
    if not both_gm and path.field in _FOR_THE_GAME_MASTER:
        return None
    gone = not path.field and change.after is None
    named = before if gone or not after.knows(path.ref) else after
    return ChangeView(
        path=Names(named).readable(change.path),
        aggregate_id=path.ref,
        before=_plain(before, change.before, path.ref),
        after=_plain(after, change.after, path.ref),
    )


def _plain(seen: VisibleWorld, value: object, ref: str) -> Any:
    plain = seen.wording.as_json(value, ref)
    if isinstance(plain, dict) and not seen.viewer.is_gm:
        return {key: item for key, item in plain.items() if key not in _FOR_THE_GAME_MASTER}
    return plain
