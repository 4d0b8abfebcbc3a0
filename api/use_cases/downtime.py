"""Downtime between sessions: phases, their plans, carrying plans out, and reports on the results."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import uuid4

import msgspec
from msgspec import UNSET, UnsetType

from api.access import Access, Seat, allowed
from api.members import with_members
from api.paging import ListPage, ListRequest, first_page
from api.problems import NotFound
from api.reading import ReadRequest, at_head, in_their_words, load_things, reference_of, sight
from api.services import Services
from domain.commands import DiceGiven, Envelope
from domain.ledger.downtime import Processed, process, rehearse
from domain.ledger.playing.acceptance import resolve
from domain.messages import text
from domain.visibility.world import VisibleWorld
from projections.reader import of_game
from projections.views.downtime import (
    Downtime,
    DowntimePreview,
    DowntimeReport,
    PlanOf,
    entries_of,
    phase,
    phases,
    preview,
    report,
    with_texts_of,
)
from projections.views.timeline import read_entries

_MEMBER, _PLAY, _GM = Access("member"), Access("player", "play"), Access("gm", "play")

Slots = Annotated[int, msgspec.Meta(ge=0, le=100)]
Days = Annotated[int, msgspec.Meta(ge=0, le=366)]


class OpenPhase(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A phase to open: `slots` gives, by handle or id, the number for each character with more or fewer than usual."""

    id: str = ""
    title: str = ""
    days: Days = 1
    slots: dict[str, Slots] = {}


class ChangePhase(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Changes to a phase; a field that is left out keeps its value."""

    id: str = ""
    title: str | UnsetType = UNSET
    days: Days | UnsetType = UNSET
    slots: dict[str, Slots] = {}


class ActionRequest(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something to do: a command of the game, on a day of the phase, with dice that were rolled for it and answers to
    what it will ask. `slots` is said only where the game does not say what it takes."""

    type: str
    args: dict[str, Any] = {}
    dice: DiceGiven = ()
    responses: dict[str, str] = {}
    day: Annotated[int, msgspec.Meta(ge=1)] = 1
    slots: Slots = 1


class PlanRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A character's actions in a phase, in order. They replace the earlier plan."""

    id: str = ""
    actions: Annotated[tuple[ActionRequest, ...], msgspec.Meta(max_length=100)]


class RolledFor(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Dice that the table has rolled for a planned action."""

    character: str
    plan: str
    dice: DiceGiven


class ProcessRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Options for carrying out a phase.

    `atomic`: one transaction for the whole phase; otherwise one for each action, and after an interruption the same
    request continues. `characters`: only the plans of these are carried out, by default all. `day_dice`: dice for
    events that fall due as the next day passes. `dry_run`: write nothing and show the results, with dice the server
    would roll marked `preview`.
    """

    atomic: bool = True
    characters: tuple[str, ...] = ()
    dice: tuple[RolledFor, ...] = ()
    day_dice: DiceGiven = ()
    dry_run: bool = False


@allowed(_MEMBER)
def list_downtime(
    services: Services,
    seat: Seat,
    wanted: ReadRequest,
    page: ListRequest,
) -> ListPage[Downtime]:
    """List every downtime phase, with the plans that the caller may see."""
    seen = sight(services, seat, wanted)
    load_things(seen)
    after = page.key(tuple[int]) or (0,)
    listed = phases(VisibleWorld(seen.world, seen.viewer), after=after[0])
    views = (with_texts_of(services.ledger.store, seat.campaign, view) for view in listed)
    return first_page(views, lambda view: (view.number,), page)


@allowed(_GM)
def open_downtime(services: Services, seat: Seat, data: OpenPhase) -> Downtime:
    """Open a downtime phase. Every character with a player may plan for it."""
    args = {"title": data.title, "days": data.days, "slots": _slots(data.slots)}
    _give(services, seat, "open_downtime", args, data.id)
    *_, opened = phases(at_head(services, seat).visible)
    return opened


@allowed(_MEMBER)
def show_downtime(
    services: Services,
    seat: Seat,
    wanted: ReadRequest,
    phase: int,
) -> Downtime:
    """Return a downtime phase, with the plans that the caller may see."""
    seen = sight(services, seat, wanted)
    return _phase(services, seat, VisibleWorld(seen.world, seen.viewer), phase)


@allowed(_GM)
def change_downtime(
    services: Services,
    seat: Seat,
    data: ChangePhase,
    phase: int,
) -> Downtime:
    """Change a phase's title, its days, or a character's slots."""
    _phase(services, seat, at_head(services, seat).visible, phase)
    given = {"title": data.title, "days": data.days}
    args = {name: value for name, value in given.items() if value is not UNSET}
    _give(services, seat, "change_downtime", {**args, "phase": phase, "slots": _slots(data.slots)}, data.id)
    return _phase(services, seat, at_head(services, seat).visible, phase)


@allowed(_MEMBER)
def show_downtime_report(
    services: Services,
    seat: Seat,
    wanted: ReadRequest,
    phase: int,
) -> DowntimeReport:
    """Report the results of a phase: each action with its entry and rolls, by character and by group."""
    seen = sight(services, seat, wanted)
    visible = VisibleWorld(seen.world, seen.viewer)
    store, now = services.ledger.store, at_head(services, seat)
    view = _phase(services, seat, visible, phase)
    numbers = entries_of(visible, phase)
    stored = [entry for number in numbers if (entry := store.entry(seat.campaign, number)) is not None]
    views = dict(zip(numbers, read_entries(store, seat.campaign, stored, now), strict=True))
    return report(visible, view, views)


@allowed(_MEMBER)
def show_downtime_plan(
    services: Services,
    seat: Seat,
    wanted: ReadRequest,
    phase: int,
    character: str,
) -> PlanOf:
    """Return a character's plan for a phase. A private plan is empty for members who may not see it."""
    seen = sight(services, seat, wanted)
    who = reference_of(seen, character, "character")
    return _plan(_phase(services, seat, VisibleWorld(seen.world, seen.viewer), phase), who, character)


@allowed(_PLAY)
def plan_downtime(
    services: Services,
    seat: Seat,
    data: PlanRequest,
    phase: int,
    character: str,
) -> PlanOf:
    """Plan a character's actions in a phase; they replace the earlier plan."""
    actions = msgspec.to_builtins(data.actions)
    _give(services, seat, "plan_downtime", {"phase": phase, "who": character, "actions": actions}, data.id)
    return _own_plan(services, seat, phase, character)


@allowed(_PLAY)
def withdraw_downtime_plan(services: Services, seat: Seat, phase: int, character: str) -> None:
    """Withdraw a character's planned actions, as far as they are not carried out yet."""
    _give(services, seat, "withdraw_plan", {"phase": phase, "who": character}, "")


@allowed(_GM)
def process_downtime(
    services: Services,
    seat: Seat,
    data: ProcessRequest,
    phase: int,
    dry_run: bool = False,
) -> Processed | DowntimePreview:
    """Carry out the planned actions. An action that is no longer possible is reported with its rule; an action that
    waits for dice or an answer holds up its own character only. A dry run returns status 200, and lists besides every
    value that would differ then.
    """
    services.limits.check_dice(seat.campaign, seat.actor.member)
    reader = at_head(services, seat)
    only = [resolve(reader.world, reader.viewer, name, "character") for name in data.characters]
    dice = {
        (resolve(reader.world, reader.viewer, rolled.character, "character"), rolled.plan): rolled.dice
        for rolled in data.dice
    }
    with in_their_words(services, seat):
        if not (dry_run or data.dry_run):
            return process(
                services.ledger,
                seat.campaign,
                seat.actor,
                phase,
                atomic=data.atomic,
                only=only,
                dice=dice,
                day_dice=data.day_dice,
            )
        tried = rehearse(
            services.ledger, seat.campaign, seat.actor, phase, only=only, dice=dice, day_dice=data.day_dice
        )
    before, after = (
        VisibleWorld(of_game(world, services.registry), reader.viewer) for world in (tried.before, tried.after)
    )
    return preview(tried.outcome, before, after)


def _give(services: Services, seat: Seat, command: str, args: dict[str, Any], id: str) -> None:
    sent = Envelope(type=f"freeform.{command}", args=args, id=id or str(uuid4()))
    envelope = with_members(services, seat.campaign, sent)
    with in_their_words(services, seat):
        services.ledger.submit(seat.campaign, seat.actor, envelope)


def _slots(given: dict[str, int]) -> list[dict[str, Any]]:
    return [{"who": who, "slots": slots} for who, slots in sorted(given.items())]


def _phase(services: Services, seat: Seat, visible: VisibleWorld, number: int) -> Downtime:
    view = phase(visible, number)
    if view is None:
        raise NotFound(text("there is no downtime phase {number} in this campaign", number=number))
    return with_texts_of(services.ledger.store, seat.campaign, view)


def _own_plan(services: Services, seat: Seat, number: int, character: str) -> PlanOf:
    reader = at_head(services, seat)
    who = resolve(reader.world, reader.viewer, character, "character")
    return _plan(_phase(services, seat, reader.visible, number), who, character)


def _plan(phase: Downtime, who: str, character: str) -> PlanOf:
    plans = [plan for plan in phase.plans if plan.who == who]
    if not plans:
        template = "{character} has no slots in downtime phase {number}"
        raise NotFound(text(template, character=character, number=phase.number))
    return plans[0]
