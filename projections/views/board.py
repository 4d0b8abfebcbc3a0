"""The board: an encounter as one viewer may see it, with the current turn and every position."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from domain.aggregates import Encounter
from domain.play.reading import World
from domain.visibility.audience import Viewer
from domain.visibility.rows import row_of
from domain.visibility.view_fields import Fields, component_fields, instance_fields
from domain.visibility.world import VisibleWorld
from domain.vocabulary.bodies import Condition, Wound
from domain.vocabulary.maps import Area, Crowd, Position, Prop, Zone
from domain.vocabulary.turns import Pace
from projections.as_of import AsOf
from projections.names import Name, Names
from projections.values import SeenTrack, seen_track
from projections.views.sheet import SheetView, sheet


class BoardTurn(msgspec.Struct, frozen=True, kw_only=True):
    """A place in the order of turns. `name` is the place's, `called` and `handle` those of its creature."""

    name: str
    subject: str
    handle: str
    called: str
    kind: str
    initiative: int
    tiebreak: int
    state: str
    members: tuple[str, ...]
    budget: dict[str, int]
    moved: int
    active: bool
    title: str
    data: Fields


class BoardPosition(msgspec.Struct, frozen=True, kw_only=True):
    """A participant as everyone at the board sees it: its wounds, conditions and pools, as far as they may be seen."""

    ref: str
    handle: str
    name: str
    kind: str
    owners: tuple[str, ...]
    wounds: dict[str, Annotated[Any, row_of(Wound)]]
    conditions: dict[str, Annotated[Any, row_of(Condition)]]
    tracks: dict[str, SeenTrack]


class Tie(msgspec.Struct, frozen=True, kw_only=True):
    """A link between two participants."""

    name: str
    kind: str
    of: str
    to: str
    amount: int
    title: str
    data: Fields


class BoardView(msgspec.Struct, frozen=True, kw_only=True):
    """`order` runs as turns are taken, `active` names the places whose turn it is. `sheet` is the encounter's own."""

    id: str
    ref: str
    handle: str
    name: str
    kind: str
    state: str
    round: int
    phase: str
    active: tuple[str, ...]
    order: tuple[BoardTurn, ...]
    participants: dict[str, BoardPosition]
    links: tuple[Tie, ...]
    positions: dict[str, Annotated[Any, row_of(Position)]]
    areas: dict[str, Annotated[Any, row_of(Area)]]
    zones: dict[str, Annotated[Any, row_of(Zone)]]
    props: dict[str, Annotated[Any, row_of(Prop)]]
    crowds: dict[str, Annotated[Any, row_of(Crowd)]]
    sheet: SheetView
    names: dict[str, Name] = {}
    as_of: AsOf | None = None


def board(world: World, viewer: Viewer, ref: str, as_of: AsOf | None = None) -> BoardView | None:
    """The board of an encounter; None where the viewer may not know of it, or where it is not there."""
    visible = VisibleWorld(world, viewer)
    seen, own = visible.aggregate(ref), sheet(world, viewer, ref)
    if not isinstance(seen, Encounter) or own is None:
        return None
    pace = seen.pace.get("now", Pace())
    order = tuple(_turn(visible, ref, name, seen, active=name in pace.active) for name in _in_order(seen))
    positions = component_fields(visible, ref, "positions")
    crowd = _everybody(visible, seen)
    participants = {who: standing for who in crowd if (standing := _standing(visible, who)) is not None}
    return BoardView(
        id=own.id,
        ref=ref,
        handle=own.handle,
        name=own.name,
        kind=own.kind,
        state=pace.state,
        round=pace.round,
        phase=pace.phase,
        active=tuple(sorted(pace.active)),
        order=order,
        participants=participants,
        links=tuple(tie for who in participants for tie in _ties(visible, who, participants)),
        positions=positions,
        areas=component_fields(visible, ref, "areas"),
        zones=component_fields(visible, ref, "zones"),
        props=component_fields(visible, ref, "props"),
        crowds=component_fields(visible, ref, "crowds"),
        sheet=own,
        names=Names(visible).within(list(participants), positions, msgspec.to_builtins(order)),
        as_of=as_of,
    )


def _in_order(encounter: Encounter) -> list[str]:
    """The places of the order as they act: from the highest initiative and tiebreak down."""
    order = encounter.order
    return sorted(order, key=lambda name: (-order[name].initiative, -order[name].tiebreak, name))


def _turn(visible: VisibleWorld, ref: str, name: str, encounter: Encounter, *, active: bool) -> BoardTurn:
    turn = encounter.order[name]
    called = Names(visible).of(turn.subject)
    calling = {
        "name": name,
        "handle": called.handle if called else "",
        "called": called.name if called else turn.title or name,
        "active": active,
    }
    return msgspec.convert(instance_fields(visible, ref, turn) | calling, BoardTurn)


def _everybody(visible: VisibleWorld, encounter: Encounter) -> list[str]:
    """Return the references of everyone in the turn order or on the map."""
    turns = [ref for turn in encounter.order.values() for ref in (turn.subject, *turn.members)]
    subjects = [position.subject for position in encounter.positions.values()]
    return [ref for ref in dict.fromkeys(sorted((*turns, *subjects))) if ref and visible.knows(ref)]


def _standing(visible: VisibleWorld, ref: str) -> BoardPosition | None:
    seen = visible.aggregate(ref)
    if seen is None:
        return None
    profile = seen.profile["self"]
    return BoardPosition(
        ref=ref,
        handle=profile.handle,
        name=profile.name,
        kind=profile.kind,
        owners=profile.owners,
        wounds=component_fields(visible, ref, "wounds"),
        conditions=component_fields(visible, ref, "conditions"),
        tracks={name: seen_track(visible, ref, name, track) for name, track in sorted(seen.tracks.items())},
    )


def _ties(visible: VisibleWorld, ref: str, participants: dict[str, BoardPosition]) -> list[Tie]:
    seen = visible.aggregate(ref)
    links = {} if seen is None else seen.links
    together = [(name, link) for name, link in sorted(links.items()) if link.to in participants]
    return [
        msgspec.convert(instance_fields(visible, ref, link) | {"name": name, "of": ref}, Tie) for name, link in together
    ]
