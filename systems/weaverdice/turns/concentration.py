"""Concentration: what disturbs a character who is at work on a lengthy action, and when they may take it up again."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.fights import InEncounter
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.anchors import AtMoment, UntilEncounterEnds, UntilFirst
from domain.vocabulary.bodies import WoundSuffered
from domain.vocabulary.data import Data
from systems.freeform.fields import Because
from systems.weaverdice.checks.checks import check
from systems.weaverdice.moments import WOUNDED

Disturbance = Literal["minor", "shoved", "lesser", "moderate", "critical"]

WORKING, BROKEN_OFF, DISTURBED = "working", "broken_off", "disturbed"
"""At work since their last turn; kept from it on their next turn; kept from it until the disturbance is dealt with."""


class _Concentration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    least: int
    most: int
    targets: dict[Disturbance, int]


NUMBERS: Final = table(__package__, "lengthy", _Concentration)
CATALOGUE: Final = (
    CatalogueKind(
        name="disturbance", title="Disturbances", table=NUMBERS.targets, rules=("WD-ACT-07",), value="target number"
    ),
)


@data_of("conditions", WORKING, DISTURBED, BROKEN_OFF)
class AtWork(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The task that a character is at, or is kept from."""

    task: str = ""


class Disturb(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`how` a character at work is disturbed: a minor interruption, a shove, or a wound of that tier."""

    who: CharacterRef
    how: Annotated[
        Disturbance,
        Meta(
            description="How a character at work is disturbed: a minor interruption, a shove, or a wound of that tier",
            extra={"catalogue": "disturbance"},
        ),
    ] = "minor"
    target: Annotated[
        int | None, Meta(description="What the roll has to reach, where the game master sets another number")
    ] = None


class Settle(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Settle what disturbed them."""

    who: CharacterRef
    because: Because = ""


def at_work(play: Play, who: str, task: str) -> None:
    """Put a character at work until their next turn begins; outside fights only as long as nobody disturbs them."""
    conditions.end(play, who, WORKING, "at work on")
    encounter = turns.running(play)
    if encounter is not None:
        next_turn = AtMoment(moment="turn_start", subject=who)
        until = UntilFirst(of=(next_turn, UntilEncounterEnds(encounter=encounter)))
        conditions.gain(play, who, WORKING, until=until, task=task)


def check_free(play: Play, who: str, task: str) -> None:
    """WD-ACT-07: refuse to take up again what was broken off on one's next turn, or before the disturbance is dealt
    with."""
    if _is_at_work(play, who, BROKEN_OFF, task):
        play.refuse("WD-ACT-07", "That was broken off; it cannot be taken up again on the very next turn.")
    if _is_at_work(play, who, DISTURBED, task):
        play.refuse("WD-ACT-07", "What disturbed it has to be dealt with first; the game master says when it is.")


def wounded(play: Play, who: str) -> None:
    """WD-ACT-07, ruling 23: let a character who is wounded at work lose hold of it, the more easily the worse the
    wound."""
    if conditions.has(play, who, WORKING):
        keep_going(play, who, NUMBERS.targets[_newest_wound(play, who)])


def keep_going(play: Play, who: str, target: int) -> None:
    """WD-ACT-07: a Knowledge check keeps a character at work; on a failure they stop, and what was done so far is
    kept."""
    with play.citing("WD-ACT-07"):
        if check(play, who, "concentrate", "knowledge", target).success:
            return
        tasks = [AtWork.of(work).task for work in play.where(who, "conditions", WORKING).values()]
        conditions.end(play, who, WORKING, "disturbed")
        for task in tasks:
            conditions.gain(play, who, DISTURBED, task=task)
            _keep_off(play, who, task)


def _keep_off(play: Play, who: str, task: str) -> None:
    encounter = turns.running(play)
    if encounter is not None:
        after_next = AtMoment(moment="turn_end", subject=who, passing=1 if turns.acting(play, who) else 0)
        until = UntilFirst(of=(after_next, UntilEncounterEnds(encounter=encounter)))
        conditions.gain(play, who, BROKEN_OFF, until=until, task=task)


def _is_at_work(play: Play, who: str, what: str, task: str) -> bool:
    return any(AtWork.of(state).task == task for state in play.where(who, "conditions", what).values())


def _newest_wound(play: Play, who: str) -> Disturbance:
    wounds = [e.event.wound for e in play.emitted if e.ref == who and isinstance(e.event, WoundSuffered)]
    tiers: dict[str, Disturbance] = {"moderate": "moderate", "critical": "critical"}
    return tiers.get(wounds[-1].severity, "lesser") if wounds else "lesser"


@command(
    "Disturb a character at work on a lengthy action: a Knowledge check keeps them going.", actor="who", scene=True
)
def disturb(play: Play, command: Disturb) -> None:
    """WD-ACT-07: the game master says that something disturbs a character at work, and how much."""
    if not conditions.has(play, command.who, WORKING):
        play.missing(f"{command.who}.conditions.{WORKING}", "They are not at work on a lengthy action in a fight.")
    target = NUMBERS.targets[command.how] if command.target is None else command.target
    if not NUMBERS.least <= target <= NUMBERS.most:
        play.refuse(
            "WD-ACT-07",
            "The check to keep going takes {least}+ to {most}+, not {target}+.",
            least=NUMBERS.least,
            most=NUMBERS.most,
            target=target,
        )
    keep_going(play, command.who, target)


@command(
    "What disturbed a character's work is dealt with; they may take it up again.",
    actor="who",
    name="settle_disturbance",
    scene=True,
)
def settle(play: Play, command: Settle) -> None:
    """WD-ACT-07: once the disturbance is dealt with, what was broken off may be taken up again."""
    with play.citing("WD-ACT-07"):
        if not conditions.end(play, command.who, DISTURBED, command.because or "dealt with"):
            play.missing(
                f"{command.who}.conditions.{DISTURBED}", "Nothing disturbs their work; there is no disturbance to end."
            )


MOMENTS = {WOUNDED: (wounded,)}
