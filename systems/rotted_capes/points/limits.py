"""Limits: more is lifted, moved or thrown than a character can, by a check or for a Plot Point."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.play.play import Play
from systems.rotted_capes.fields import Trained
from systems.rotted_capes.points.points import Purpose, spend
from systems.rotted_capes.rolls.challenges import challenge
from systems.rotted_capes.windows import Trial


class PushLimits(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Lift, move or throw more than one's Strength allows."""

    who: CharacterRef
    feat: Purpose
    difficulty: (
        Annotated[int, Meta(ge=1, le=100, description="What Athletics has to reach; left out, it costs a Plot Point")]
        | None
    ) = None
    trained: Trained = False


@command("A character lifts, moves or throws more than they can.", scene=True)
def push_limits(play: Play, command: PushLimits) -> None:
    """RC-OBJ-14: an Athletics Challenge with Strength, or a Plot Point, as the Editor-in-Chief says."""
    with play.citing("RC-OBJ-14"):
        if command.difficulty is None:
            spend(play, command.who, "other", command.feat)
        else:
            trial = Trial(command.who, "challenge", "challenge", command.difficulty, "strength")
            challenge(play, trial, trained=command.trained)
