"""Downtime: the slots of a phase and what adds to them, who may do what in it, and the actions that are only named."""

from __future__ import annotations

from functools import partial, wraps
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from domain.aggregates import CAMPAIGN
from domain.commands import CharacterRef, Command, Text
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.naming import find, handle_of
from domain.messages import numbered, text
from domain.play.play import Play
from domain.play.slots import phase_under_way
from domain.rulebook import table
from domain.system import CommandSpec
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.bodies import Condition
from domain.vocabulary.catalogue import Addition, CatalogueAdded
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import Card, CardGained
from domain.vocabulary.log import Noted
from domain.vocabulary.undertakings import Task, TaskBegun, TaskEnded
from systems.freeform.fields import Because, Key, Title
from systems.weaverdice.checks import morale
from systems.weaverdice.moments import DAY_END, DOWNTIME_END
from systems.weaverdice.sheet import days
from systems.weaverdice.sheet.phases import add_slots, block, last_night

DOWNTIME: Final = "downtime"
"""The kind of the tasks that are something done in downtime of which the game master has not said what comes of it; and of
the actions that a campaign adds to the rulebook's."""

BARRED: Final = "barred"
"""The condition of a character who cannot do `data.action` in downtime; its level is how many slots of rest it takes until they can."""


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action of downtime that the rulebook only names."""

    name: str
    title: str
    summary: str
    status: Annotated[
        str,
        Meta(
            description="The status of a character who does it, until their new day begins or the phase is over: others' work, or the press, can be seen to beside it"
        ),
    ] = ""


class _Downtime(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    action: tuple[Named, ...]


NAMED: Final = table(__package__, "downtime", _Downtime).action


@data_of("tasks", DOWNTIME)
class ActionData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The downtime action that is done."""

    action: str


@data_of("conditions", BARRED)
class BarData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The downtime action that is out of reach."""

    action: str


class SpendSlot(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`aim` is what a character means to do or to get."""

    who: CharacterRef
    aim: Annotated[Title, Meta(description="What a character means to do or to get")]


class DoDowntimeAction(SpendSlot, frozen=True, kw_only=True, omit_defaults=True):
    """`action` is one that the campaign has added, by name."""

    action: Annotated[Title, Meta(description="The action that the campaign has added, by name")]


class SettleDowntime(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`task` is what was done, by its name or its aim."""

    who: CharacterRef
    task: Annotated[Key, Meta(description="What was done, by its name or its aim")]
    outcome: Annotated[Text, Meta(description="What came of it")]


class DefineDowntimeAction(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`action` is what it is called."""

    action: Annotated[Title, Meta(description="What it is called")]
    gain: Annotated[str, Meta(description="What it gives to a character who does it")] = ""


class BarDowntime(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`who` may not do these for now. After so many slots of rest, `rests`, they are open again; with none when the game
    master says so."""

    who: Annotated[tuple[CharacterRef, ...], Meta(description="Who may not do these for now")]
    actions: Annotated[
        tuple[Key, ...], Meta(description="Commands of downtime (`train`) or actions of the campaign's own")
    ]
    rests: Annotated[
        int,
        Meta(
            ge=0,
            le=99,
            description="After how many slots of rest they are open again; with none when the game master says so",
        ),
    ] = 0
    because: Because = ""


class ReopenDowntime(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Open downtime actions again; those that `actions` leaves out stay barred, and with none named all are open."""

    who: CharacterRef
    actions: Annotated[tuple[Key, ...], Meta(description="What is open again; left out, all")] = ()


class AwardSlot(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`because` is what it is the reward for."""

    who: CharacterRef
    because: Annotated[Title, Meta(description="What it is the reward for")]


def slots(play: Play, who: str) -> int:
    """WD-DOWN-01, WD-DOWN-05: return the slots that the campaign gives, and those found in the night or awarded. Those
    that came with a step of growth count once a character uses one (WD-OPT-26)."""
    cards = play.where(who, "cards", morale.SLOT).values()
    return int(play.option("downtime_slots") or 0) + sum(not card.provenance.startswith("step-") for card in cards)


def guarded(kind: CommandSpec) -> CommandSpec:
    """A command that is something to do in downtime, with what forbids any such (WD-DOWN-02 where it takes slots, WD-DOWN-04);
    others as they are."""
    if kind.slots is None or not kind.actor:
        return kind

    @wraps(kind.rule)
    def rule(play: Play, command: Command) -> None:
        who = str(getattr(command, kind.actor))
        if kind.slots:
            check_at_rest(play, who)
        check_open(play, who, kind.name)
        kind.rule(play, command)

    return kind._replace(rule=rule)


def check_at_rest(play: Play, who: str) -> None:
    """WD-DOWN-02: downtime comes when things are at rest, not while a character's fight hangs in the air; the dead
    have none."""
    if conditions.has(play, who, "dead"):
        play.refuse("WD-DOWN-02", "They are dead; downtime is for the living.")
    if who in days.fighting(play):
        play.refuse("WD-DOWN-02", "They are in a fight that is not over; downtime comes after it.")


def check_open(play: Play, who: str, action: str) -> None:
    """WD-DOWN-04: injury or circumstance may have put an action out of reach."""
    for bar in play.where(who, "conditions", BARRED).values():
        if BarData.of(bar).action == action:
            rests = (
                numbered("after {count} more slot of rest", "after {count} more slots of rest", bar.level)
                if bar.level
                else text("when the game master says so")
            )
            play.refuse(
                "WD-DOWN-04",
                "{bar} is out of reach for now; it is open again {rests}.",
                bar=bar.title or action,
                rests=rests,
            )


def spend_slot(play: Play, command: SpendSlot, *, named: Named) -> None:
    """WD-DOWN-03, ruling 64: the slot is spent, and what comes of it is the game master's to say."""
    if named.status:
        be_at(play, command.who, named.status)
    _await(play, command, named.name)


@command("Spend a slot of downtime on an action of the campaign's own.", by="owner", slots=1)
def do_downtime_action(play: Play, command: DoDowntimeAction) -> None:
    """WD-DOWN-04: an action that the rulebook does not have."""
    action = handle_of(command.action)
    if f"{DOWNTIME}/{action}" not in play.campaign().catalogue:
        known = ", ".join(_added(play)) or text("none yet")
        path = f"{CAMPAIGN}.catalogue.{DOWNTIME}/{action}"
        play.missing(path, "There is no such downtime action; the campaign's own are {known}.", known=known)
    check_open(play, command.who, action)
    _await(play, command, action)


def _added(play: Play) -> list[str]:
    own = f"{DOWNTIME}/"
    return sorted(name.removeprefix(own) for name in play.campaign().catalogue if name.startswith(own))


def be_at(play: Play, who: str, status: str) -> None:
    """WD-CRF-08, WD-FOL-02: while a character is at some things in downtime, they can do others beside them."""
    conditions.gain(play, who, status, until=block(who))


def _await(play: Play, command: SpendSlot, action: str) -> None:
    task = Task(kind=DOWNTIME, title=command.aim, state="awaiting", data=ActionData(action=action).stored())
    play.emit(command.who, TaskBegun(name=play.new_id(DOWNTIME), task=task, rules=("WD-DOWN-03",)))


@command("Say what came of something that a character did in downtime.")
def settle_downtime(play: Play, command: SettleDowntime) -> None:
    """WD-DOWN-03, WD-DOWN-04, ruling 64: the game master says what came of it."""
    who, tasks = command.who, play.where(command.who, "tasks", DOWNTIME)
    name = next((n for n in sorted(tasks) if tasks[n].title == command.task), "") or find(
        play, who, "tasks", command.task
    )
    if name not in tasks:
        play.missing(f"{who}.tasks.{name}", "They did not do that in downtime; name an action that they took.")
    data = {"action": ActionData.of(tasks[name]).action, "aim": tasks[name].title}
    play.emit(who, Noted(name="downtime", text=command.outcome, data=data, rules=("WD-RULING-64",)))
    play.emit(who, TaskEnded(name=name, because="settled"))


@command("Add an action of downtime that the rulebook does not have.")
def define_downtime_action(play: Play, command: DefineDowntimeAction) -> None:
    """WD-DOWN-04: a new action is one that is worth doing."""
    if not command.gain.strip():
        play.refuse("WD-DOWN-04", "A new action should be worth a slot: say under `gain` what somebody has of it.")
    name = f"{DOWNTIME}/{handle_of(command.action) or 'action'}"
    addition = Addition(kind=DOWNTIME, title=command.action, fields={"gain": command.gain})
    play.emit(CAMPAIGN, CatalogueAdded(name=name, addition=addition, rules=("WD-DOWN-04",)))


@command("Strike actions of downtime off for some, for good or until they have rested.")
def bar_downtime(play: Play, command: BarDowntime) -> None:
    """WD-DOWN-04: some actions are struck off for some, as for those who are laid up; rest may open them again."""
    takes_slots = [kind.name for kind in play.system.kinds.values() if kind.slots is not None]
    known = {*takes_slots, *_added(play)}
    for action in command.actions:
        if action not in known:
            play.refuse(
                "WD-DOWN-04",
                "{action!r} is no downtime action; there are {known}.",
                action=action,
                known=", ".join(sorted(known)),
            )
        for who in dict.fromkeys(command.who):
            bar = Condition(
                what=BARRED, level=command.rests, source=command.because, data=BarData(action=action).stored()
            )
            conditions.add(play, who, bar, play.new_id(BARRED), rules=("WD-DOWN-04",))


@command("Let a character do in downtime again what was struck off for them.")
def reopen_downtime(play: Play, command: ReopenDowntime) -> None:
    """WD-DOWN-04: open again what was struck off."""
    bars = play.where(command.who, "conditions", BARRED)
    names = [name for name in sorted(bars) if not command.actions or BarData.of(bars[name]).action in command.actions]
    if not names:
        play.missing(f"{command.who}.conditions.{BARRED}", "No such action is barred for them; name one that is.")
    for name in names:
        conditions.end_one(play, command.who, name, "open again")


def rest_opens(play: Play, who: str) -> None:
    """WD-DOWN-04: a slot of rest brings what is barred until a character has rested a slot closer."""
    for name in conditions.present(play, who, BARRED):
        conditions.ease(play, who, name, 1, "rested")


@command("Award a character a slot of downtime.")
def award_slot(play: Play, command: AwardSlot) -> None:
    """WD-DOWN-05: a slot more in this phase or, where none is under way, in the next one, at whose end it lapses."""
    until = AtMoment(moment=DOWNTIME_END)
    card = Card(kind=morale.SLOT, title=command.because, provenance="award", expires=until)
    play.emit(command.who, CardGained(name=play.new_id("slot"), card=card, rules=("WD-DOWN-05",)))
    add_slots(play, command.who)


def found_tonight(play: Play, who: str) -> None:
    """WD-DOWN-05, ruling 112: the slot that high morale finds in a night of the phase adds to its slots. Slots left
    from an earlier night have lapsed by now."""
    phase = phase_under_way(play)
    if phase is None or who not in phase.slots or last_night(play):
        return
    if any(card.provenance == "morale" for card in play.where(who, "cards", morale.SLOT).values()):
        add_slots(play, who)


def resolved(play: Play, _: str) -> None:
    """WD-DOWN-02: once downtime is resolved, morale is where the day starts."""
    phase = phase_under_way(play)
    for who in sorted(phase.slots) if phase is not None else ():
        if play.exists(who):
            morale.settle_at_start(play, who, "WD-DOWN-02")


MOMENTS = {DAY_END: (found_tonight,), DOWNTIME_END: (resolved,)}


def _kind_of(named: Named) -> CommandSpec:
    return CommandSpec(
        name=named.name,
        args=SpendSlot,
        rule=partial(spend_slot, named=named),
        by="owner",
        actor="who",
        summary=named.summary,
        rules=("WD-DOWN-03",),
        slots=1,
    )


COMMANDS = tuple(_kind_of(named) for named in NAMED)
