"""Downtime: what characters do between sessions. Planned by their players, carried out later, a phase at a time.

A plan is a list of commands, kept as intents of the character; carrying one out is giving that command. Every game has
the same rules for who sees a plan, and for what a phase comes to.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, NamedTuple, NoReturn

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.aggregates import CAMPAIGN
from domain.commands import CharacterRef, Command, Planned
from domain.downtime import DOWNTIME, PhaseData, PlanData, days_passed, is_over, plan_name, position_of
from domain.kit.commands import command
from domain.messages import numbered, text
from domain.play.deed import carry_out, planned_args
from domain.play.moments import come, everyone, pass_time
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.play.slots import in_phase, names_its_own, phase_under_way, taken
from domain.vocabulary.base import Audience, Scalar
from domain.vocabulary.chronicle import Phase, PhaseChanged, PhaseOpened
from domain.vocabulary.undertakings import Intent, IntentAnnounced, IntentChanged, IntentEnded
from systems.freeform.fields import Key

DAY: Final = 86_400

PhaseNumber = Annotated[int, Meta(ge=1, description="The number of a downtime phase; left out, the newest")]
Slots = Annotated[int, Meta(ge=0, le=100)]
Days = Annotated[int, Meta(ge=0, le=366, description="In-game days that pass in it")]


class SlotsOf(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Of one character: `slots` are how many they have in the phase to plan actions in."""

    who: CharacterRef
    slots: Annotated[Slots, Meta(description="How many slots they have in the phase to plan actions in")]


class PlannedAction(Planned, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One thing to do on a day of the phase: a command that is given then."""

    day: Annotated[int, Meta(ge=1, description="The day of the phase on which it is done, from 1")] = 1
    slots: Annotated[Slots, Meta(description="How many slots it takes, where the game does not say")] = 1


class OpenDowntime(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`slots` are those of characters who have more or fewer than usual."""

    title: str = ""
    days: Days = 1
    slots: Annotated[
        tuple[SlotsOf, ...], Meta(description="The slots of characters who have more or fewer than usual")
    ] = ()


class ChangeDowntime(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Change a phase of downtime; a field that is left out stays as it is."""

    phase: PhaseNumber | None = None
    title: str | UnsetType = UNSET
    days: Days | UnsetType = UNSET
    slots: Annotated[
        tuple[SlotsOf, ...],
        Meta(description="The slots of characters who are to have more or fewer than they have now"),
    ] = ()


class OfPhase(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A downtime phase."""

    phase: PhaseNumber | None = None


class PlanDowntime(OfPhase, frozen=True, kw_only=True, omit_defaults=True):
    """Plan what a character does in a phase, in place of what was planned before."""

    who: CharacterRef
    actions: Annotated[tuple[PlannedAction, ...], Meta(description="What is done, in this order")]


class WithdrawPlan(OfPhase, frozen=True, kw_only=True, omit_defaults=True):
    """Withdraw a character's plan for a phase."""

    who: CharacterRef


class CarryOutPlan(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`plan` is the name of one planned action, like `downtime/1/2`: the second of phase 1."""

    who: CharacterRef
    plan: Annotated[Key, Meta(description="The name of one planned action, like `downtime/1/2`: the second of phase 1")]


class FailPlan(CarryOutPlan, frozen=True, kw_only=True, omit_defaults=True):
    """`rule` is what forbids it, `why` says so in words."""

    rule: Annotated[str, Meta(description="What forbids it")]
    why: Annotated[str, Meta(description="Why it is forbidden, in words")]


class Running(NamedTuple):
    """A phase with its number."""

    number: int
    phase: Any

    @property
    def name(self) -> str:
        return str(self.number)


def newest(play: Play, number: int | None) -> Running:
    """The phase of that number, or the newest. Absent where there is none."""
    phases = play.campaign().phases
    if number is None:
        number = _last(play)
    if str(number) not in phases:
        play.missing(
            f"{CAMPAIGN}.phases.{number}",
            "There is no downtime phase {number}.",
            number=number or text("yet; open one"),
        )
    return Running(number, phases[str(number)])


def _last(play: Play) -> int:
    """The number of the newest phase; 0 before the first."""
    return max((int(name) for name in play.campaign().phases if name.isdecimal()), default=0)


@command("Open a downtime phase: everybody who is played may plan for it.", rules=(DOWNTIME,))
def open_downtime(play: Play, command: OpenDowntime) -> None:
    """A phase begins: everybody whom a member plays may plan for it. One is open at a time."""
    if phase_under_way(play) is not None:
        play.refuse(DOWNTIME, "A downtime phase is under way; process it to its end first.")
    usual = {ref: _usual_slots(play, ref) for ref in everyone(play) if _is_played(play, ref)}
    slots = usual | {given.who: given.slots for given in command.slots}
    number = _last(play) + 1
    phase = Phase(number=number, slots=slots, days=command.days, title=command.title)
    play.emit(CAMPAIGN, PhaseOpened(name=str(number), phase=phase))
    come(play, "downtime_start", among=everyone(play))


def _is_played(play: Play, ref: str) -> bool:
    return ref.startswith("character/") and bool(play.character(ref).profile["self"].owners)


def _usual_slots(play: Play, ref: str) -> int:
    if play.system.hooks.downtime is not None:
        return play.system.hooks.downtime(play, ref)
    slots = play.option("downtime_slots")
    return slots if isinstance(slots, int) else 0


@command("Change the slots or days of a downtime phase.")
def change_downtime(play: Play, command: ChangeDowntime) -> None:
    """Other slots, or another number of days. Plans beyond them are refused when they are carried out."""
    running = newest(play, command.phase)
    slots = dict(running.phase.slots) | {given.who: given.slots for given in command.slots}
    play.emit(CAMPAIGN, PhaseChanged(name=running.name, slots=slots, days=command.days, title=command.title))


@command("Plan what a character does in downtime, in place of what was planned before.", by="owner", rules=(DOWNTIME,))
def plan_downtime(play: Play, command: PlanDowntime) -> None:
    """A character's player says what they do; before it is carried out they may say otherwise."""
    running = newest(play, command.phase)
    _check_open(play, running)
    _check_slots(play, running, command)
    _forget(play, running, command.who, "planned anew")
    first = max(map(position_of, in_phase(play, running.number, command.who)), default=0) + 1
    for position, action in enumerate(command.actions, start=first):
        if action.day > max(1, running.phase.days):
            play.refuse(
                DOWNTIME,
                "The phase has {days}; there is no day {day} to do it on.",
                days=numbered("{count} day", "{count} days", running.phase.days),
                day=action.day,
            )
        name = plan_name(running.number, position)
        play.emit(command.who, IntentAnnounced(name=name, intent=_intent(play, running, command.who, action)))


def _check_open(play: Play, running: Running) -> None:
    if is_over(running.phase):
        play.refuse(DOWNTIME, "Phase {number} is over; plan for the next one.", number=running.number)
    if running.phase.state == "processing" and not play.deed.is_gm:
        play.refuse(DOWNTIME, "The phase is being carried out; the game master may still change what is not done yet.")


def _check_slots(play: Play, running: Running, command: PlanDowntime) -> None:
    has = running.phase.slots.get(command.who, 0)
    done = taken(in_phase(play, running.number, command.who), "done")
    takes = sum(_takes(play, action) for action in command.actions)
    if done + takes > has:
        used = text(", {done} of them used already", done=done) if done else ""
        play.refuse(
            DOWNTIME,
            "That takes {takes}, and this phase has {has}{used}.",
            takes=numbered("{count} slot", "{count} slots", takes),
            has=has,
            used=used,
        )


def _takes(play: Play, action: PlannedAction) -> int:
    """The slots of an action: what the game says, or what was said where the game knows none at all."""
    slots = play.registry.kind(play.system, action.type).slots
    if slots is None and names_its_own(play.system):
        play.refuse(
            DOWNTIME,
            "{kind} is no downtime action of {system}; choose a command that takes a slot.",
            kind=action.type,
            system=play.system.name,
        )
    return action.slots if slots is None else slots


def _intent(play: Play, running: Running, who: str, action: PlannedAction) -> Intent:
    owners = tuple(play.character(who).profile["self"].owners)
    private: Audience = (owners or "gm") if play.option("private_plans") else "all"
    given = Planned(
        type=action.type, args=action.args, dice=action.dice, responses=action.responses, version=action.version
    )
    return Intent(
        kind=DOWNTIME,
        what=action.type,
        by=play.deed.member,
        command=msgspec.json.encode(given, order="deterministic").decode(),
        audience=private,
        data=PlanData(
            phase=running.number, day=action.day, slots=_takes(play, action), state="planned", announced=play.entry
        ).stored(),
    )


@command("Withdraw what was planned for a character in downtime.", by="owner", rules=(DOWNTIME,))
def withdraw_plan(play: Play, command: WithdrawPlan) -> None:
    """Let a character do nothing after all; what is done already stays done."""
    running = newest(play, command.phase)
    _check_open(play, running)
    if not _forget(play, running, command.who, "withdrawn"):
        play.missing(f"{command.who}.intents", "There is no plan to withdraw; plan something first.")


def _forget(play: Play, running: Running, who: str, because: str) -> int:
    names = [name for name, kept in in_phase(play, running.number, who).items() if PlanData.of(kept).state != "done"]
    for name in names:
        play.emit(who, IntentEnded(name=name, because=because))
    return len(names)


@command("Begin to carry out what was planned for downtime.")
def begin_processing(play: Play, command: OfPhase) -> None:
    """Begin to carry out the plans; players change nothing any more."""
    running = newest(play, command.phase)
    play.emit(CAMPAIGN, PhaseChanged(name=running.name, state="processing"))


@command("Carry out one thing that was planned for downtime.", actor="who", rules=(DOWNTIME,))
def carry_out_plan(play: Play, command: CarryOutPlan) -> None:
    """One planned action happens, as if its command had been given now; readers of the entry see that it was planned."""
    intent = _intended(play, command)
    plan = PlanData.of(intent)
    if plan.state == "done":
        play.refuse(DOWNTIME, "{plan} was carried out in entry {entry}.", plan=command.plan, entry=plan.entry)
    planned = msgspec.json.decode(intent.command, type=Planned)
    kind = play.registry.kind(play.system, planned.type)
    _check_taken(play, command.who, plan)
    carry_out(play, kind, planned_args(kind, planned), planned=True)
    done = _kept(intent) | PlanData.changes(state="done", entry=play.entry, rule=None, why=None)
    play.emit(command.who, IntentChanged(name=command.plan, data=done, shown_to="all"))


def _kept(intent: Intent) -> dict[str, Scalar]:
    return PlanData.read(intent).stored()


def _check_taken(play: Play, who: str, plan: PlanData) -> None:
    """Slots that the game master took back, or that went to something else, carry out no plan."""
    running = newest(play, plan.phase)
    has, done = running.phase.slots.get(who, 0), taken(in_phase(play, running.number, who), "done")
    if done + plan.slots > has:
        sentence = numbered(
            "No slot of the phase is left for it: of {has}, {count} is used.",
            "No slot of the phase is left for it: of {has}, {count} are used.",
            done,
            has=has,
        )
        play.refuse(DOWNTIME, sentence)


@command("Record that a planned downtime action has become impossible.", actor="who")
def fail_plan(play: Play, command: FailPlan) -> None:
    """A planned action has become impossible: it stays in the plan, with what stands in its way."""
    intent = _intended(play, command)
    tried = PlanData.of(intent).attempts + 1
    changes = PlanData.changes(state="impossible", rule=command.rule, why=command.why, attempts=tried)
    play.emit(command.who, IntentChanged(name=command.plan, data=_kept(intent) | changes))


def _intended(play: Play, command: CarryOutPlan) -> Any:
    intents = play.character(command.who).intents
    if command.plan not in intents or intents[command.plan].kind != DOWNTIME:
        _nothing_planned(play, command)
    return intents[command.plan]


def _nothing_planned(play: Play, command: CarryOutPlan) -> NoReturn:
    play.missing(
        f"{command.who}.intents.{command.plan}", "There is no {plan} among what they planned.", plan=command.plan
    )


@command("Let a day of a downtime phase pass.", rules=(DOWNTIME,))
def pass_day(play: Play, command: OfPhase) -> None:
    """A day of the phase is over: in-game time passes, and whatever falls due does."""
    running = newest(play, command.phase)
    passed = days_passed(running.phase)
    if passed >= running.phase.days:
        sentence = numbered(
            "The {count} day of phase {number} has passed.",
            "All {count} days of phase {number} have passed.",
            running.phase.days,
            number=running.number,
        )
        raise Refused(DOWNTIME, sentence)
    gone = PhaseData.changes(passed=passed + 1, day={str(passed + 1): play.entry})
    play.emit(CAMPAIGN, PhaseChanged(name=running.name, data=gone))
    pass_time(play, DAY)


@command("End a downtime phase.", rules=(DOWNTIME,))
def end_downtime(play: Play, command: OfPhase) -> None:
    """The phase is over, and what was to last as long."""
    running = newest(play, command.phase)
    if is_over(running.phase):
        play.refuse(DOWNTIME, "Phase {number} is over already.", number=running.number)
    come(play, "downtime_end", among=everyone(play))
    play.emit(CAMPAIGN, PhaseChanged(name=running.name, state="processed"))
