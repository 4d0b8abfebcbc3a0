"""The group's shared side: its overview, the roster of its followers, and its intelligence grids."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from domain.aggregates import Enclave, Slot
from domain.layout import Layout
from domain.play.reading import World
from domain.visibility.audience import Viewer
from domain.visibility.rows import row_of
from domain.visibility.view_fields import Fields, component_fields, instance_fields
from domain.visibility.world import VisibleWorld
from domain.vocabulary.groups import Asset, Follower, Membership, Mission
from domain.vocabulary.intelligence import Cell
from domain.vocabulary.intelligence import Grid as GridComponent
from projections.as_of import AsOf
from projections.names import Name, Names
from projections.values import seen_value
from projections.views.members import GroupMember, members
from projections.views.sheet import SheetView, sheet


class RosterTally(msgspec.Struct, frozen=True, kw_only=True):
    """The number of followers, and the number of ready ones."""

    count: int = 0
    ready: int = 0


class Limit(msgspec.Struct, frozen=True, kw_only=True):
    """The use of a cap. A follower takes one place, or as many as its `data.slots` says; `surplus` are those beyond the
    cap. `most` is None where the cap cannot be computed.
    """

    filled: int
    most: int | None
    surplus: int


class Roster(msgspec.Struct, frozen=True, kw_only=True):
    """The followers of a group, each with its state and the moment when it is ready again (`tapped_until`), the number
    of each kind, and the caps that they count against, by path. `members` are the group's members, with the values that
    the game's layout asks for.
    """

    ref: str
    handle: str
    name: str
    followers: dict[str, Annotated[Any, row_of(Follower)]]
    total: RosterTally
    kinds: dict[str, RosterTally]
    caps: dict[str, Limit]
    members: tuple[GroupMember, ...] = ()
    names: dict[str, Name] = {}
    as_of: AsOf | None = None


class SeenCell(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A cell as the viewer sees it: `known` is whether its content is known to the viewer. `truth`, `price` and `data`
    are the game master's and left out for other members.
    """

    name: str
    row: int
    column: int
    state: str
    title: str = ""
    blocked: bool = False
    known: bool = False
    shown: str = ""
    node: str = ""
    known_by: tuple[str, ...] = ()
    truth: str | None = None
    price: int | None = None
    data: Fields = {}


class GridView(msgspec.Struct, frozen=True, kw_only=True):
    """An intelligence grid: its cells by row and column, and how many of them are open."""

    name: str
    target: str
    target_handle: str | None
    target_name: str | None
    title: str
    rows: int
    columns: int
    row_labels: tuple[str, ...]
    column_labels: tuple[str, ...]
    starts: tuple[str, ...]
    strikes: int
    depth: int
    data: Fields
    cells: tuple[SeenCell, ...]
    opened: int
    names: dict[str, Name] = {}
    as_of: AsOf | None = None


class GroupView(msgspec.Struct, frozen=True, kw_only=True):
    """An enclave at a glance; its roster and grids have views of their own. `sheet` holds what every aggregate may hold."""

    id: str
    ref: str
    handle: str
    name: str
    kind: str
    members: dict[str, Annotated[Any, row_of(Membership)]]
    followers: RosterTally
    assets: dict[str, Annotated[Any, row_of(Asset)]]
    missions: dict[str, Annotated[Any, row_of(Mission)]]
    grids: tuple[str, ...]
    sheet: SheetView
    names: dict[str, Name] = {}
    as_of: AsOf | None = None


def group(world: World, viewer: Viewer, ref: str, as_of: AsOf | None = None) -> GroupView | None:
    """The overview of an enclave; None where the viewer may not know of it, or where it is not there."""
    visible = VisibleWorld(world, viewer)
    seen, own = _enclave(visible, ref), sheet(world, viewer, ref)
    if seen is None or own is None:
        return None
    belong = component_fields(visible, ref, "members")
    assets, missions = component_fields(visible, ref, "assets"), component_fields(visible, ref, "missions")
    return GroupView(
        id=own.id,
        ref=ref,
        handle=own.handle,
        name=own.name,
        kind=own.kind,
        members=belong,
        followers=_tally(seen.followers),
        assets=assets,
        missions=missions,
        grids=tuple(sorted(seen.grids)),
        sheet=own,
        names=Names(visible).within(belong, assets, missions),
        as_of=as_of,
    )


def roster(
    world: World, viewer: Viewer, ref: str, as_of: AsOf | None = None, *, layout: Layout | None = None
) -> Roster | None:
    """The followers and members of an enclave; None where the viewer may not know of it, or where it is not there."""
    visible = VisibleWorld(world, viewer)
    seen = _enclave(visible, ref)
    if seen is None:
        return None
    followers = component_fields(visible, ref, "followers")
    belong = members(visible, seen, layout.roster) if layout is not None else ()
    kinds = sorted({follower.kind for follower in seen.followers.values()})
    profile = seen.profile["self"]
    return Roster(
        ref=ref,
        handle=profile.handle,
        name=profile.name,
        followers=followers,
        total=_tally(seen.followers),
        kinds={kind: _tally({n: f for n, f in seen.followers.items() if f.kind == kind}) for kind in kinds},
        caps=_caps(visible, ref, seen.followers),
        members=belong,
        names=Names(visible).within(followers, [each.held for each in belong]),
        as_of=as_of,
    )


def grids(world: World, viewer: Viewer, ref: str, as_of: AsOf | None = None) -> tuple[GridView, ...] | None:
    """The grids of an enclave by name; None where the viewer may not know of it, or where it is not there."""
    visible = VisibleWorld(world, viewer)
    seen = _enclave(visible, ref)
    if seen is None:
        return None
    return tuple(_grid(visible, seen, name, as_of) for name in sorted(seen.grids))


def grid(world: World, viewer: Viewer, ref: str, target: str, as_of: AsOf | None = None) -> GridView | None:
    """The grid of that name, or about that target (a reference); None where the viewer may not know of one."""
    visible = VisibleWorld(world, viewer)
    seen = _enclave(visible, ref)
    grids: Mapping[str, GridComponent] = {} if seen is None else seen.grids
    about = (name for name in sorted(grids) if grids[name].target == target and visible.knows(target))
    name = target if target in grids else next(about, None)
    return None if seen is None or name is None else _grid(visible, seen, name, as_of)


def _enclave(visible: VisibleWorld, ref: str) -> Enclave | None:
    seen = visible.aggregate(ref)
    return seen if isinstance(seen, Enclave) else None


def _tally(followers: Mapping[str, Follower]) -> RosterTally:
    ready = sum(follower.count for follower in followers.values() if follower.state == "ready")
    return RosterTally(count=sum(follower.count for follower in followers.values()), ready=ready)


def _caps(visible: VisibleWorld, ref: str, followers: Mapping[str, Follower]) -> dict[str, Limit]:
    caps = sorted({follower.cap for follower in followers.values()} - {""})
    return {cap: _limit(visible, ref, cap, [f for f in followers.values() if f.cap == cap]) for cap in caps}


def _limit(visible: VisibleWorld, ref: str, cap: str, counted: list[Follower]) -> Limit:
    filled = sum(follower.count * _places(follower) for follower in counted)
    most = seen_value(visible, ref, cap).value
    return Limit(filled=filled, most=most, surplus=0 if most is None else max(0, filled - max(0, most)))


def _places(follower: Follower) -> int:
    slots = follower.data.get("slots")
    return slots if isinstance(slots, int) else 1


def _grid(visible: VisibleWorld, enclave: Enclave, name: str, as_of: AsOf | None) -> GridView:
    fields = instance_fields(visible, enclave.ref, enclave.grids[name])
    fields.pop("audience", None)
    inside = [(key, cell) for key, cell in enclave.cells.items() if cell.grid == name]
    cells = [_cell(visible, enclave.ref, key, cell) for key, cell in sorted(inside, key=_place)]
    names = Names(visible)
    target = names.of(fields["target"])
    return GridView(
        name=name,
        target_handle=target.handle if target else None,
        target_name=target.name if target else None,
        cells=tuple(cells),
        opened=sum(cell.state == "open" for cell in cells),
        names=names.within(fields, [list(cell.known_by) for cell in cells]),
        as_of=as_of,
        **fields,
    )


def _place(pair: tuple[str, Cell]) -> tuple[int, int, str]:
    return pair[1].row, pair[1].column, pair[0]


def _cell(visible: VisibleWorld, ref: str, name: str, cell: Cell) -> SeenCell:
    fields = instance_fields(visible, ref, cell)
    secret = visible.secret_fields(ref, Slot("cells", name), cell)
    kept = {field: fields[field] for field in SeenCell.__struct_fields__ if field in fields and field not in secret}
    kept |= _as_they_count(visible, ref, f"cells.{name}", kept)
    return msgspec.convert({**kept, "name": name, "known": "shown" not in secret}, SeenCell)


def _as_they_count(visible: VisibleWorld, ref: str, path: str, kept: Fields) -> Fields:
    """Return a cell's price and data as a rule would compute them now, with the modifiers since it was laid."""
    counted: Fields = {}
    if isinstance(kept.get("price"), int):
        counted["price"] = seen_value(visible, ref, f"{path}.price").value
    data = kept.get("data") or {}
    numbers = [key for key, value in data.items() if isinstance(value, int) and not isinstance(value, bool)]
    if numbers:
        counted["data"] = {**data, **{key: seen_value(visible, ref, f"{path}.data.{key}").value for key in numbers}}
    return counted
