"""Rest & Recuperate: a slot of downtime in which wounds mend and moods lift, and what takes a roll may be got rid of."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.commands import CharacterRef, Command, Text
from domain.kit import conditions
from domain.kit.commands import command
from domain.messages import numbered, text
from domain.play.moments import come, settle
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.anchors import AtMoment, WhilePresent, parts
from domain.vocabulary.base import Scalar
from domain.vocabulary.log import Noted
from domain.vocabulary.values import ModifierLifted
from systems.freeform.fields import Key, Title
from systems.weaverdice.checks import checks, morale
from systems.weaverdice.checks.checks import Manner, check
from systems.weaverdice.downtime import downtime_slots, long_conditions
from systems.weaverdice.downtime.professionals import NUMBERS, Professional, engage
from systems.weaverdice.harm import nights, resting, scars, wounds
from systems.weaverdice.harm.recovery import LONG
from systems.weaverdice.moments import DAY_START, RESTED
from systems.weaverdice.sheet.phases import AT_LEISURE
from systems.weaverdice.sheet.stats import STATS, score

Trial = Literal["scar", "stat", "past", "days"]

REST: Final = "rest"


class Attempt(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A roll at one situation. For a mangled `stat`, the stat; else what is to be got `past`, or the condition whose `days`
    are reduced: by name, or what it is."""

    what: Annotated[
        Trial,
        Meta(
            description="What is tried: to be rid of a scar, to restore a stat, to get past a condition that lasts, or to take days off one"
        ),
    ]
    of: Annotated[Key, Meta(description="Of what; for a scar, the scarred wound or the scar")]


class RestAndRecuperate(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`attempts` are what the Guts rolls are for, in order; what is settled by an earlier one needs no further roll."""

    who: CharacterRef
    attempts: Annotated[
        tuple[Attempt, ...],
        Meta(
            description="What the Guts rolls are for, in order; what is settled by an earlier one needs no further roll"
        ),
    ] = ()
    professional: Annotated[str, Meta(description="Who helps, for a fee", extra={"catalogue": "professional"})] = ""
    care: Annotated[tuple[Attempt, ...], Meta(description="The situations that the professional attends to alone")] = ()
    halve: Annotated[
        tuple[Key, ...], Meta(description="The conditions of which the professional tries to halve what is left")
    ] = ()


class UseRest(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`on` is what the time of rest was used for besides, `what` which one, `outcome` what came of it."""

    who: CharacterRef
    on: Annotated[Literal["drug", "flaw", "building"], Meta(description="What the time of rest was used for besides")]
    what: Annotated[Title, Meta(description="Which one")]
    outcome: Annotated[Text, Meta(description="What came of it")] = ""


@command(
    "Spend a slot of downtime on rest: mend, recover, and roll Guts for what takes longer, alone or with help.",
    by="owner",
    slots=1,
)
def rest_and_recuperate(play: Play, command: RestAndRecuperate) -> None:
    """WD-RNR-01, WD-RNR-02, WD-RNR-03, WD-RNR-04, WD-RNR-05, WD-RNR-06, WD-RNR-07, WD-DOWN-03, rulings 95 and 130: what
    a slot of rest does by itself, then what it tries."""
    who = command.who
    mend(play, who)
    _check_attempts(play, command)
    doctor = engage(play, who, command.professional) if command.professional else None
    attempts = _named(play, who, command.attempts)
    care = _named(play, who, command.care)
    if doctor is not None:
        _halve(play, command, doctor)
    for number, attempt in enumerate(attempts, start=1):
        _try(play, who, attempt, f"{REST}/{number}", None)
    situations = dict.fromkeys((*attempts, *care)) if doctor is not None and _roll_too(play) else {}
    for number, attempt in enumerate(situations, start=1):
        _try(play, who, attempt, f"help/{number}", doctor)


def mend(play: Play, who: str) -> None:
    """WD-RNR-01, rulings 95 and 106: by itself rest mends wounds that neither scar nor low morale holds and simple
    conditions, brings back what stats lost for a while, and lifts low morale by two steps, to neutral at most.

    Wounds that such a night heals are healed tonight too.
    """
    come(play, RESTED, who)
    with play.citing("WD-RNR-01"):
        for name in nights.healable(play, who):
            if name in play.character(who).wounds:
                wounds.mend(play, who, name, "rested")
        for name in _simple(play, who):
            if name in play.character(who).conditions:
                conditions.end_one(play, who, name, "rested")
        for name in _losses(play, who, for_long=False):
            _restore(play, who, name)
    low = checks.morale(play, who)
    if low < 0:
        morale.shift(play, who, min(NUMBERS.rest.morale, -low), "WD-RNR-01")
    if not conditions.has(play, who, nights.RECUPERATED):
        conditions.gain(play, who, nights.RECUPERATED, until=AtMoment(moment=DAY_START, subject=who))
    downtime_slots.be_at(play, who, AT_LEISURE)
    downtime_slots.rest_opens(play, who)


def _simple(play: Play, who: str) -> list[str]:
    """The simple conditions that nothing holds: no scar, and no wound that is still there."""
    states = play.character(who).conditions
    simple = [
        n for n in sorted(states) if states[n].what in resting.NUMBERS.simple or resting.SimpleData.of(states[n]).simple
    ]
    return [name for name in simple if not scars.holds(play, who, name) and not _of_a_wound(play, who, name)]


def _of_a_wound(play: Play, who: str, name: str) -> bool:
    until = play.character(who).conditions[name].until
    tied = (part.path for part in parts(until) if isinstance(part, WhilePresent)) if until is not None else ()
    return any(path.startswith(f"{who}.wounds.") for path in tied)


def _losses(play: Play, who: str, *, for_long: bool, stat: str = "") -> list[str]:
    """The modifiers by which stats (or one of them) are damaged: those for long, or those for a while."""
    paths = [f"attributes.{one}" for one in STATS if stat in ("", one)]
    lost = {name: loss for path in paths for name, loss in play.where(who, "modifiers", path).items()}
    damage = {name: {*loss.tags} for name, loss in lost.items() if "stat loss" in loss.tags}
    if for_long:
        return sorted(name for name, tags in damage.items() if "long-term" in tags)
    return sorted(name for name, tags in damage.items() if not LONG & tags)


def _restore(play: Play, who: str, name: str) -> None:
    play.emit(who, ModifierLifted(name=name, because="rested"))
    settle(play, f"{who}.modifiers.{name}")


def _check_attempts(play: Play, command: RestAndRecuperate) -> None:
    most = score(play, command.who, "guts")
    if len(command.attempts) > most:
        play.refuse(
            "WD-RNR-02",
            "Guts gives {most} in a slot of rest; {attempts} are named.",
            most=numbered("{count} roll", "{count} rolls", most),
            attempts=len(command.attempts),
        )
    if (command.care or command.halve) and not command.professional:
        play.refuse("WD-RNR-05", "Only professionals do that; name one as `professional`.")
    if command.care and not _roll_too(play):
        play.refuse("WD-RNR-05", "Professionals only halve in this campaign: leave `care` out, or name it in `halve`.")


def _roll_too(play: Play) -> bool:
    """WD-RNR-05, ruling 130: whether professionals add rolls of their own, one for each situation."""
    return play.option("professional_help") == "rolls and halving"


def _named(play: Play, who: str, attempts: tuple[Attempt, ...]) -> list[Attempt]:
    """The same attempts with the names of what they are at. Refused where there is no such thing."""
    return [msgspec.structs.replace(attempt, of=_name(play, who, attempt)) for attempt in attempts]


def _name(play: Play, who: str, attempt: Attempt) -> str:
    match attempt.what:
        case "scar":
            return _scar(play, who, attempt.of)
        case "stat":
            if not _losses(play, who, for_long=True, stat=attempt.of) or attempt.of not in STATS:
                play.missing(
                    f"{who}.attributes.{attempt.of}",
                    "{stat} is no mangled stat of theirs; name one.",
                    stat=attempt.of,
                )
            return attempt.of
        case "past":
            return long_conditions.hardship(play, who, attempt.of)
        case "days":
            return long_conditions.long_term(play, who, attempt.of)


def _scar(play: Play, who: str, word: str) -> str:
    """The name of a scar, by itself, or by what is scarred, a wound by its slot as well."""
    states = play.where(who, "conditions", "scarred")
    wound = next(iter(sorted(play.where(who, "wounds", word))), word)
    names = (name for name in sorted(states) if word == name or scars.ScarData.of(states[name]).held == wound)
    sentence = text("Nothing about {word!r} is scarred; name what is.", word=word)
    return next(names, "") or play.missing(f"{who}.conditions.{word}", sentence)


def _open(play: Play, who: str, attempt: Attempt) -> bool:
    """Whether there is still something to get rid of."""
    match attempt.what:
        case "stat":
            return bool(_losses(play, who, for_long=True, stat=attempt.of))
        case "past":
            return attempt.of in play.character(who).tasks
        case "scar" | "days":
            return attempt.of in play.character(who).conditions


def _try(play: Play, who: str, attempt: Attempt, label: str, doctor: Professional | None) -> None:
    """WD-RNR-02, WD-RNR-05, ruling 97: one roll at one situation: Guts, or what the professional rolls."""
    if not _open(play, who, attempt):
        return
    with play.citing("WD-RNR-02" if doctor is None else "WD-RNR-05"):
        target = _target(play, who, attempt)
        if doctor is None:
            rolled = check(play, who, label, "guts", target, how=Manner(painless=True))
            _succeed(play, who, attempt, rolled.total, rolled.natural)
        else:
            help_of = play.roll(who, label, doctor.dice, target=target)
            _succeed(play, who, attempt, help_of.total, max((die[1] for die in help_of.dice), default=0))


def _target(play: Play, who: str, attempt: Attempt) -> int:
    match attempt.what:
        case "past":
            return long_conditions.missing(play, who, attempt.of)
        case "days":
            return long_conditions.days_left(play, who, attempt.of)
        case "scar" | "stat":
            return NUMBERS.rest.target


def _succeed(play: Play, who: str, attempt: Attempt, total: int, natural: int) -> None:
    """WD-RNR-02, WD-RNR-04, ruling 96: bring about what the roll gives."""
    match attempt.what:
        case "past":
            long_conditions.advance(play, who, attempt.of, total, natural)
        case "days":
            long_conditions.shorten(play, who, attempt.of, total, "rested")
        case "scar" if total >= NUMBERS.rest.target:
            _remove_scar(play, who, attempt.of)
        case "stat" if total >= NUMBERS.rest.target:
            for name in _losses(play, who, for_long=True, stat=attempt.of):
                _restore(play, who, name)
        case _:
            pass


def _remove_scar(play: Play, who: str, name: str) -> None:
    """Ruling 96: the scarred wound is gone, unless something else holds it still; a simple condition that was scarred is
    gone as well. With a scarred effect goes whatever came with it."""
    of = scars.ScarData.of(play.character(who).conditions[name]).held
    conditions.end_one(play, who, name, "rested")
    if of in nights.healable(play, who):
        wounds.mend(play, who, of, "rested")
    if of in _simple(play, who):
        conditions.end_one(play, who, of, "rested")


def _halve(play: Play, command: RestAndRecuperate, doctor: Professional) -> None:
    """WD-RNR-06, rulings 97 and 98: professionals try to halve what is left, before anything else is tried."""
    who = command.who
    for number, name in enumerate(
        dict.fromkeys(long_conditions.long_term(play, who, word) for word in command.halve), start=1
    ):
        target = NUMBERS.halving.target + NUMBERS.halving.dearer * long_conditions.halvings(play, who, name)
        with play.citing("WD-RNR-06"):
            if play.roll(who, f"halve/{number}", doctor.dice, target=target).outcome == "success":
                long_conditions.halve(play, who, name)


@command("Spend a slot of downtime on one scar alone, so that what it held can heal.", by="owner", slots=1)
def spend_downtime_on_scar(play: Play, command: scars.TendScar) -> None:
    """WD-COND-08: a slot of downtime is spent on the scar."""
    scars.tend_scar(play, command)


@command("Record what the time of a rest was used for besides: a drug, a flaw, a building.")
def use_rest(play: Play, command: UseRest) -> None:
    """WD-RNR-08: the time of rest can be that of a drug, a flaw, or of what a building has to offer."""
    if not conditions.has(play, command.who, nights.RECUPERATED):
        play.refuse("WD-RNR-08", "They have not rested since their day began; that comes first, in a slot of downtime.")
    data: dict[str, Scalar] = {"on": command.on, "what": command.what}
    play.emit(command.who, Noted(name="rest", text=command.outcome, data=data, rules=("WD-RNR-08",)))


OPTIONS = (
    OptionSpec(
        name="professional_help",
        default="rolls and halving",
        choices=("rolls and halving", "halving only"),
        text="Whether professionals add a roll for each situation that a rest's rolls go to, or only try to halve.",
        rules=("WD-RNR-05", "WD-RNR-06", "WD-RULING-130"),
    ),
)
