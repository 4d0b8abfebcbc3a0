"""Time: how long tasks take, on the scale that the game master uses."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.aggregates import CAMPAIGN
from domain.commands import Command
from domain.kit.commands import command
from domain.play.moments import pass_time
from domain.play.play import Play
from domain.vocabulary.log import Noted
from systems.orcus.fields import Because

Scale = Literal["rounds", "minutes", "hours", "days"]

SECONDS: Final[dict[Scale, int]] = {"rounds": 6, "minutes": 60, "hours": 3_600, "days": 86_400}
"""OR-TIME-01: the scales of time, in seconds."""


class SpendTime(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A task takes time."""

    amount: Annotated[int, Meta(ge=1, le=100_000, description="How much time")]
    scale: Annotated[Scale, Meta(description="The scale that fits the situation")]
    because: Because = ""


@command("Say how much time a task takes, and let it pass.")
def spend_time(play: Play, command: SpendTime) -> None:
    """OR-TIME-01: the game master says how long a task takes: rounds in a fight, else minutes, hours or days."""
    with play.citing("OR-TIME-01"):
        pass_time(play, command.amount * SECONDS[command.scale])
        play.emit(CAMPAIGN, Noted(name="task", text=command.because, data={command.scale: command.amount}))
