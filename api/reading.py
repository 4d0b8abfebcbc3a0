"""Parameters of every read: a point on the two axes of time, and a viewer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Final, TypeVar
from uuid import UUID

import msgspec
from msgspec.structs import replace

from api.access import Seat
from api.members import member_named
from api.problems import BadParameter, FieldProblem, Forbidden
from api.services import Services
from domain.aggregates import CAMPAIGN, Campaign
from domain.history.points import HEAD, BadPoint, Point, View, parse_point
from domain.layout import Layout
from domain.ledger.playing.acceptance import Actor, resolve, viewer_of
from domain.ledger.playing.references import UnknownThing
from domain.ledger.playing.requests import BatchStopped
from domain.ledger.reading.heads import load_together
from domain.ledger.reading.points import Moment, moment
from domain.messages import text
from domain.play.reading import World, system_id
from domain.play.refusals import Refused
from domain.visibility.audience import Viewer
from domain.visibility.world import RedactedPast, RemovedInstances
from projections.reader import Reader, of_game
from projections.views.news import Newsreader

T = TypeVar("T")


class ReadRequest(msgspec.Struct, frozen=True):
    """The point a reader asks for, and the member through whose eyes (None: their own)."""

    point: Point
    viewer: str | None


class Sight(msgspec.Struct, frozen=True):
    """A world at a point, and who looks at it."""

    campaign: UUID
    moment: Moment
    viewer: Viewer

    @property
    def world(self) -> World:
        """The world at that point."""
        return self.moment.world

    def existing(self, view: T | None, name: str) -> T:
        """Return a view. Raises UnknownThing where there is none, or where the viewer may not know that there is."""
        if view is None:
            raise UnknownThing(text("there is no {name!r} in this campaign", name=name))
        return view


MOST_BYTES: Final = 4 * 1024 * 1024
"""Bytes of entries or events that one page has at most, unless a single one is larger."""

POINT: Final = "an entry's number, `session:k`, `scene:k` (their ends) or a time"
AS_OF: Final = f"{POINT}; by default now"
VIEW: Final = (
    "`corrected`: the state at that point after all revisions; `as_played`: the state that the table knew then"
)
KNOWN_AT: Final = "what was known right after that entry; by default now"
VIEWER: Final = "for game masters: what this member could see there"


def wanted(
    as_of: Annotated[str | None, msgspec.Meta(description=AS_OF, max_length=64)] = None,
    view: Annotated[View | None, msgspec.Meta(description=VIEW)] = None,
    known_at: Annotated[int | None, msgspec.Meta(description=KNOWN_AT, ge=0)] = None,
    viewer: Annotated[str | None, msgspec.Meta(description=VIEWER, max_length=64)] = None,
) -> ReadRequest:
    """The parameters that every read takes. Raises BadPoint."""
    return ReadRequest(parse_point(as_of, view, known_at), viewer)


def sight(services: Services, seat: Seat, asked: ReadRequest) -> Sight:
    """Return the world at the point asked for, with its viewer. Raises BadPoint, Forbidden, BadParameter.

    A member who looks back sees what they could see then, as far as they may see it now; a game master who takes
    another member's view sees what that member could see then.
    """
    ledger = services.ledger
    point = moment(ledger.store, ledger.heads.cached(seat.campaign), asked.point)
    if point.world.aggregate(CAMPAIGN) is None:
        raise BadPoint("nothing has happened at that point yet; the ledger begins with entry 1")
    world = of_game(point.world, services.registry)
    viewer = None if asked.viewer is None else member_named(services, seat.campaign, asked.viewer)
    if viewer not in (None, seat.actor.member):
        return Sight(seat.campaign, replace(point, world=world), _through_eyes(seat, viewer or "", world))
    now = at_head(services, seat)
    if not now.viewer.is_gm and point.world is not now.world:
        world = RedactedPast(world, now.visible)
    return Sight(seat.campaign, replace(point, world=world), now.viewer)


def newsreader(services: Services, seat: Seat, through: str | None = None) -> Newsreader:
    """Return a reader of what later entries bring, as the caller may see it now, or a member whose view a game master
    takes. Raises Forbidden, BadParameter."""
    ledger = services.ledger
    world = ledger.heads.fresh(seat.campaign)
    viewer = (
        viewer_of(world, seat.actor) if through is None else sight(services, seat, ReadRequest(HEAD, through)).viewer
    )
    return Newsreader(ledger.store, world, viewer, ledger.registry)


def reading(services: Services, seen: Sight) -> Reader:
    """Return a reader of the ledger at the viewer's point, with the removed instances that they may know of."""
    removed = RemovedInstances(services.ledger.store, seen.campaign)
    return Reader(seen.world, seen.viewer, services.registry, removed)


def layout_of(services: Services, world: World) -> Layout:
    """Return the layout of a world's game; an empty one where the game declares none or is no longer installed."""
    installed = services.registry.systems.get(system_id(world))
    return Layout() if installed is None or installed.layout is None else installed.layout


def at_head(services: Services, seat: Seat) -> Reader:
    """Return a reader of the current ledger for the caller, with the removed instances that they may know of.

    Its head is the one at which their membership was checked, at the beginning of the request, or a later one.
    """
    ledger = services.ledger
    world = ledger.heads.cached(seat.campaign)
    return Reader(world, viewer_of(world, seat.actor), ledger.registry, RemovedInstances(ledger.store, seat.campaign))


@contextmanager
def in_their_words(services: Services, seat: Seat) -> Iterator[None]:
    """Reword refusals within the block for the caller, so that they name nobody hidden from them."""
    try:
        yield
    except BatchStopped as stopped:
        if isinstance(stopped.cause, Refused):
            at_head(services, seat).visible.wording.reword(stopped.cause)
        raise
    except Refused as refused:
        at_head(services, seat).visible.wording.reword(refused)
        raise


def load_things(seen: Sight, of: str | None = None) -> None:
    """Read all characters, encounters and enclaves, or those `of` one kind, in as many queries however many there are: at
    the head and at an earlier point; also what the head allows to be seen of them.
    """
    campaign = seen.world.aggregate(CAMPAIGN)
    handles = campaign.handles if isinstance(campaign, Campaign) else {}
    refs = [known.ref for known in handles.values() if of in (None, known.kind)]
    worlds = (seen.world.past, seen.world.now.world) if isinstance(seen.world, RedactedPast) else (seen.world,)
    for world in worlds:
        load_together(world, refs)


def reference_of(seen: Sight, name: str, of: str) -> str:
    """The reference behind a handle, id or name, as the viewer may know it. Raises UnknownThing."""
    return resolve(seen.world, seen.viewer, name, of)


def _through_eyes(seat: Seat, through: str, world: World) -> Viewer:
    if not seat.actor.is_gm:
        raise Forbidden("only a game master may read as another member; leave out `viewer`")
    campaign = world.aggregate(CAMPAIGN)
    part = campaign.participants.get(through) if isinstance(campaign, Campaign) else None
    if part is None or not part.active:
        sentence = text("there is no member {through!r} in this campaign at that point", through=through)
        raise BadParameter(sentence, fields=(FieldProblem("viewer", sentence, "query"),))
    return viewer_of(world, Actor(through, part.role))
