"""Maintaining: powers that are kept up by concentration, turn by turn."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.instance_fields import takes_one_of
from domain.kit.commands import command
from domain.kit.conditions import change, end_one, gain
from domain.kit.data import data_of
from domain.kit.durations import as_long_as, first_of
from domain.messages import text
from domain.play.play import Play
from domain.vocabulary.anchors import AnyAnchor, AtMoment, WhilePresent, parts
from domain.vocabulary.data import Data
from systems.orcus.combat.actions import take
from systems.orcus.combat.turns import end_of_next_turn
from systems.orcus.fields import Cost
from systems.orcus.moments import DIED, TURN_END
from systems.orcus.sheet.lapsing import lapse_with_effects

MAINTAINING: Final = "maintaining"
"""The condition of a character who keeps up a power; its title is the power's."""


@data_of("conditions", MAINTAINING)
class MaintainingData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The action that has to be paid for a power each turn."""

    cost: Cost = "standard"


class Maintain(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Keep up a power, or let it go."""

    who: CharacterRef
    power: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=120,
            description="The power, by its name",
            extra=takes_one_of("traits", "power", by="title"),
        ),
    ]


class Concentrate(Maintain, frozen=True, kw_only=True, omit_defaults=True):
    """Keep up a power that was used."""

    cost: Annotated[Cost, Meta(description="The action that its Maintain entry names")] = "standard"


def concentrate(play: Play, who: str, power: str, cost: Cost) -> WhilePresent:
    """OR-MAINT-01, ruling 23: let a character begin to keep up a power; return the anchor of all that lasts as long as
    they do.

    The action is due for the first time in their next turn. Death ends it at once.
    """
    name = gain(play, who, MAINTAINING, title=power, until=_paid(play, who), data=MaintainingData(cost=cost))
    return as_long_as(who, "conditions", name)


def maintain(play: Play, who: str, power: str) -> None:
    """OR-MAINT-02, OR-MAINT-03: pay the action of this turn for a power that a character keeps up."""
    name = _kept_up(play, who, power, due=True)
    condition = play.character(who).conditions[name]
    if not _is_due(condition.until, who):
        play.refuse("OR-MAINT-02", "It is paid for already; it is due again in their next turn.")
        return
    take(play, who, text("maintaining {power}", power=power), MaintainingData.of(condition).cost)
    change(play, who, name, until=_paid(play, who))


@command(
    "Have a character keep up a power that they have used, where it is played by hand.", scene=True, name="concentrate"
)
def begin_to_concentrate(play: Play, command: Concentrate) -> None:
    """OR-MAINT-01, OR-MAINT-02: concentration on a power begins, and ends with the first turn in which it is not paid for."""
    concentrate(play, command.who, command.power, command.cost)


@command("Pay the action that keeps up a power in this turn.", by="owner", scene=True, name="maintain")
def keep_up(play: Play, command: Maintain) -> None:
    """OR-MAINT-02, OR-MAINT-03, OR-TURN-10: pay for a power that is kept up; it ends with the turn where nobody pays."""
    maintain(play, command.who, command.power)


@command("Stop concentrating on a power, which ends it.", by="owner", scene=True)
def end_concentration(play: Play, command: Maintain) -> None:
    """OR-MAINT-01, OR-MAINT-02: concentration is ended at any time, without an action."""
    end_one(play, command.who, _kept_up(play, command.who, command.power), "concentration ended")
    lapse_with_effects(play)


def lose_unpaid(play: Play, who: str, because: str) -> None:
    """OR-DELAY-06: end the powers of a character that are due in this turn and not paid for."""
    for name, condition in sorted(play.where(who, "conditions", MAINTAINING).items()):
        if _is_due(condition.until, who):
            end_one(play, who, name, because)


def _paid(play: Play, who: str) -> AnyAnchor | None:
    """Return the anchor of a power that is paid for until the end of the next turn."""
    return first_of(end_of_next_turn(play, who), AtMoment(moment=DIED, subject=who))


def _is_due(anchor: AnyAnchor | None, who: str) -> bool:
    """Whether it ends with this turn unless it is paid for."""
    turns = AtMoment(moment=TURN_END, subject=who)
    return anchor is not None and turns in parts(anchor)


def _kept_up(play: Play, who: str, power: str, *, due: bool = False) -> str:
    """OR-MAINT-03: return the name of the condition of a character who keeps up that power: of a power that was used several
    times the first or, where one is `due`, the first that is."""
    conditions = sorted(play.where(who, "conditions", MAINTAINING).items())
    matches = [(due and not _is_due(one.until, who), name) for name, one in conditions if power in (name, one.title)]
    match = min(matches, default=None)
    if match is None:
        play.missing(
            f"{who}.conditions.{power}",
            "They maintain no power {power!r}; name one that they maintain.",
            power=power,
        )
    return match[1]
