"""Action points: how they come back and are earned, and what one buys in a turn."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import counters, pools
from domain.kit.commands import command
from domain.kit.conditions import has
from domain.kit.durations import fight_ends
from domain.messages import text
from domain.play.moments import come
from domain.play.play import Play
from domain.system import OptionSpec
from systems.orcus.combat.actions import take
from systems.orcus.combat.surprise import in_surprise_round
from systems.orcus.combat.turns import acts, give, in_own_turn, note
from systems.orcus.moments import ENCOUNTER, LONG_REST, STREAK
from systems.orcus.sheet.conditions import DAZED, check_own_will

POINTS: Final = "action_points"
ENCOUNTERS: Final = "encounters"
"""Ruling 46: the counter of a hero's encounters since the last long rest."""

SPENT: Final = "action_point"
"""The counter of the points that a character spent in this encounter."""

IN_A_STREAK: Final = 2
"""OR-AP-02: after every second encounter there is another point."""

DAZED_POINT: Final = "dazed_action_point"

OPTIONS: Final = (
    OptionSpec(
        name=DAZED_POINT,
        default="allow",
        choices=("allow", "refuse"),
        text="Whether the dazed may spend an action point for an action on top of their one standard action.",
        rules=("OR-AP-03", "OR-COND-05"),
    ),
)


class SpendPoint(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Spend an action point in one's turn."""

    who: CharacterRef
    action: Annotated[
        Literal["standard", "move", "swift"], Meta(description="The action that they have once more in this turn")
    ] = "standard"


@command("Spend an action point for one more action in this turn.", by="owner", scene=True)
def spend_action_point(play: Play, command: SpendPoint) -> None:
    """OR-AP-03, OR-TURN-07, rulings 26 and 45: once in an encounter, in one's own turn, and in no surprise round."""
    who = command.who
    if not in_own_turn(play, who):
        play.refuse("OR-AP-03", "An action point is spent in one's own turn of a fight.")
    if in_surprise_round(play):
        play.refuse("OR-AP-03", "No action points are spent in a surprise round; wait for the next round.")
    check_own_will(play, who, text("spending an action point"))
    if not acts(play, who):
        play.refuse("OR-AP-03", "They cannot act, so they spend no action point; wait until they can.")
    dazed = has(play, who, DAZED)
    if dazed and play.option(DAZED_POINT) == "refuse":
        play.refuse(
            "OR-AP-03", "They are dazed, and in this campaign the dazed spend no action point; wait until that ends."
        )
    once = "They have spent an action point in this encounter; another one has to wait for the next."
    counters.limit(play, who, SPENT, 1, rule="OR-AP-03", sentence=once, until=fight_ends(play))
    pools.pay(play, who, POINTS, 1, rule="OR-AP-03", sentence=text("They have no action point left."))
    take(play, who, text("spending an action point"), "free")
    give(play, who, command.action)
    note(play, who, extra=command.action)


def rested(play: Play, who: str) -> None:
    """OR-AP-01, ruling 46: a long rest leaves exactly one action point, and the count of encounters begins afresh."""
    if pools.has(play, who, POINTS):
        pools.put_at(play, who, POINTS, 1, rules=("OR-AP-01",))
    if counters.times(play, who, ENCOUNTERS):
        counters.clear(play, who, ENCOUNTERS)


def encounter_over(play: Play, who: str) -> None:
    """OR-AP-02, ruling 46: every second encounter of a hero since the last long rest earns an action point."""
    counters.count(play, who, ENCOUNTERS)
    if counters.times(play, who, ENCOUNTERS) % IN_A_STREAK == 0:
        if pools.has(play, who, POINTS):  # a monster that falls by the rules for heroes has none
            with play.citing("OR-AP-02"):
                pools.gain(play, who, POINTS, 1)
        come(play, STREAK, who)


MOMENTS: Final = {LONG_REST: (rested,), ENCOUNTER: (encounter_over,)}
