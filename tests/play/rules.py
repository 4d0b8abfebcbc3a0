"""Trying a rule on its own: `decided(table, lambda play: …)`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from domain.commands import Command, Envelope
from domain.dice.supply import DiceSupply, Server
from domain.dice.tape import Tape
from domain.play.deed import RuleOutcome, decide
from domain.play.play import Deed, Play
from domain.play.reading import World
from domain.system import CommandSpec, Registry, System
from domain.vocabulary.base import Audience
from systems.freeform import SYSTEM

ENTRY = 40


TRYING = System(id="trying", name="Trying", version=1, kinds=(), moments=SYSTEM.moments)
"""A game that declares no kinds of rolls, so that any may be tried."""


class Try(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A command that says nothing."""


def decided(
    world: World,
    rule: Callable[[Play], object],
    *,
    dice: Mapping[str, Sequence[int]] | Sequence[int] = (),
    server: Server | None = None,
    answers: dict[str, str] | None = None,
    closing: bool = False,
    force: bool = False,
    encounter: str | None = None,
    audience: Audience = "all",
    system: System = TRYING,
) -> RuleOutcome:
    """What a rule comes to, as entry 40 of a player's."""

    def run(play: Play, _: Any) -> None:
        rule(play)

    kind = CommandSpec(name="try", args=Try, rule=run, by="player", summary="Try a rule.")
    deed = Deed(
        entry=ENTRY,
        member="pat",
        is_gm=False,
        envelope=Envelope(type="freeform.try", force=force, encounter=encounter, audience=audience),
        args=Try(),
        answers=answers or {},
        closing=closing,
    )
    registry = Registry(SYSTEM, () if system is SYSTEM else (system,))
    return decide(world, deed, kind, DiceSupply(Tape(), dice, server=server), system=system, registry=registry)


def reads(world: World, rule: Callable[[Play], object]) -> set[str]:
    """The paths a rule looks at."""
    decision = decided(world, rule)
    assert decision.refusal is None, decision.refusal
    return set(decision.reads)


def but_for_sight(reads: Collection[str]) -> set[str]:
    """Reads without those that say only for whom an event is: every event follows who may see what it happens to."""
    return {path for path in reads if not path.endswith((".audience", ".profile.self.sheet"))}
