"""Breath: how long a character holds it, how long they last without, and what comes when that is over."""

from __future__ import annotations

from typing import Final

from domain.commands import CharacterRef, Command
from domain.formulas import Derived
from domain.kit import conditions, pools
from domain.kit.commands import command
from domain.play.play import Play
from domain.vocabulary.anchors import UntilTime
from domain.vocabulary.expressions import Greatest, Number, Product, Sum, ValueOf
from domain.vocabulary.undertakings import Task, TaskBegun, TaskEnded
from systems.rotted_capes.harm.wounds import STAMINA, SUFFOCATED, WOUNDS, fade, hurt, left, sink
from systems.rotted_capes.moments import ROUND_PASSES
from systems.rotted_capes.sheet.enduring import held_out
from systems.rotted_capes.sheet.people import EVERYBODY

BREATH: Final = "breath"
"""The kind of the task of the character who holds their breath; it is due when they run out of it."""

CHOKING: Final = "choking"
"""A condition of a character who has no air; its level is how many of their turns begin until they drop."""

SECONDS: Final = "breath.seconds"
ROUNDS: Final = "breath.rounds"

_CONSTITUTION: Final = ValueOf(path="modifiers.constitution")
_MINUTES: Final = Product(factors=(Number(value=60), Sum(terms=(Number(value=1), _CONSTITUTION))))
DERIVED: Final = (
    Derived(SECONDS, Greatest(terms=(Number(value=30), _MINUTES)), EVERYBODY, "RC-SUFF-01"),
    Derived(ROUNDS, Greatest(terms=(Number(value=1), _CONSTITUTION)), EVERYBODY, "RC-SUFF-02"),
)
"""RC-SUFF-01, RC-SUFF-02: how many seconds a character holds their breath, and how many rounds they last after that."""


class Breathless(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Leave a character without air."""

    who: CharacterRef


@command("Hold one's breath.", by="owner")
def hold_breath(play: Play, command: Breathless) -> None:
    """RC-SUFF-01: it lasts 1 minute and as many as the Constitution modifier, 30 seconds at least."""
    if play.where(command.who, "tasks", BREATH) or conditions.has(play, command.who, CHOKING, SUFFOCATED):
        play.refuse("RC-SUFF-01", "They have no air already; let them breathe first.")
    until = UntilTime(at=play.clock() + play.value(command.who, SECONDS).total)
    play.emit(command.who, TaskBegun(name=play.new_id(BREATH), task=Task(kind=BREATH, due=until)))


@command("A character runs out of breath, or chokes.", scene=True)
def choke(play: Play, command: Breathless) -> None:
    """RC-SUFF-02: they last as many rounds as their Constitution modifier, 1 at least."""
    _exhale(play, command.who)
    _choke(play, command.who)


def _choke(play: Play, who: str) -> None:
    if not conditions.has(play, who, CHOKING, SUFFOCATED):
        with play.citing("RC-SUFF-02"):
            conditions.gain(play, who, CHOKING, level=play.value(who, ROUNDS).total + 1)


def ran_out(play: Play, who: str, _: str) -> None:
    """RC-SUFF-02: choke a creature that has no breath left to hold."""
    _choke(play, who)


def round_passes(play: Play, who: str) -> None:
    """RC-SUFF-02, RC-SUFF-03, ruling 15: a round without air has gone by, unless they hold out for this one; after the last
    one they drop as their next turn begins."""
    for name in conditions.present(play, who, CHOKING):
        if held_out(play, who, "breath"):
            continue
        if conditions.ease(play, who, name, 1, "no air left") and not conditions.has(play, who, CHOKING):
            suffocate(play, who)


@command("The rounds that a character lasts without air are over, where no fight counts them.", scene=True)
def run_out_of_air(play: Play, command: Breathless) -> None:
    """RC-SUFF-03, RC-RULING-15: they drop to 0 Stamina and 0 Wounds, unless they hold out for a round more."""
    if not conditions.has(play, command.who, CHOKING):
        play.refuse("RC-SUFF-03", "They are not choking; let them run out of breath first.")
    if held_out(play, command.who, "breath"):
        return
    conditions.end(play, command.who, CHOKING, "no air left")
    suffocate(play, command.who)


def suffocate(play: Play, who: str) -> None:
    """RC-SUFF-03, RC-DEATH-02, ruling 66: drop a character to 0 of both tracks, which are Wounds that they suffer; until they
    breathe, nothing brings any of it back."""
    with play.citing("RC-SUFF-03"):
        conditions.gain(play, who, SUFFOCATED)
        pools.lose(play, who, STAMINA, left(play, who, STAMINA), harm="suffocation")
        hurt(play, who, left(play, who, WOUNDS), "suffocation")
        sink(play, who)


@command("A character can breathe again.", scene=True)
def breathe(play: Play, command: Breathless) -> None:
    """RC-SUFF-03, RC-RULING-66: give a character air; a creature that has dropped may be saved in the usual ways from
    then on, and is dead without that."""
    who = command.who
    dropped = bool(conditions.end(play, who, SUFFOCATED, "air"))
    if not (_exhale(play, who) + conditions.end(play, who, CHOKING, "air")) and not dropped:
        play.refuse("RC-SUFF-03", "They have air; there is nothing to end.")
    if dropped and not left(play, who, STAMINA) and not left(play, who, WOUNDS):
        fade(play, who)


def _exhale(play: Play, who: str) -> int:
    """End the holding of a character's breath; how many times they held it."""
    names = sorted(play.where(who, "tasks", BREATH))
    for name in names:
        play.emit(who, TaskEnded(name=name, because="breathing"))
    return len(names)


DUE: Final = {BREATH: ran_out}
MOMENTS: Final = {ROUND_PASSES: (round_passes,)}
