"""Rallying and total defense: what a character does to stay on their feet."""

from __future__ import annotations

from typing import Final

from domain.commands import CharacterRef, Command
from domain.kit import counters, pools
from domain.kit.commands import command
from domain.kit.durations import fight_ends, next_turn
from domain.kit.turns import running
from domain.messages import text
from domain.play.play import Play
from domain.system import OptionSpec
from systems.orcus.combat.actions import take
from systems.orcus.harm.healing import RECOVERIES, spend_recovery
from systems.orcus.sheet.people import DEFENSES, is_hero
from systems.orcus.sheet.stacking import modify

RALLIED: Final = "rally"
"""The counter of how often a character has rallied in this encounter."""

GUARD: Final = 2
"""OR-ACT-15, OR-ACT-19: what rallying and total defense add to all defenses."""

RALLY_ALLOWED: Final = "rally_allowed"

OPTIONS: Final = (
    OptionSpec(
        name=RALLY_ALLOWED,
        default="pc",
        choices=("pc", "any_with_recoveries"),
        text="Whether only heroes and those with rules for heroes rally, or everybody who has recoveries.",
        rules=("OR-ACT-14",),
    ),
)


class Guarded(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Look after oneself."""

    who: CharacterRef


@command("Rally: spend a recovery with a standard action, and stand firm.", by="owner", scene=True)
def rally(play: Play, command: Guarded) -> None:
    """OR-ACT-14, OR-ACT-15, rulings 3 and 63: once in an encounter; a recovery, and +2 to all defenses until the next turn."""
    who = command.who
    if running(play) is None:
        play.refuse("OR-ACT-14", "They can only rally in a fight; spend recoveries in a short rest.")
    anybody = play.option(RALLY_ALLOWED) == "any_with_recoveries"
    if not (pools.has(play, who, RECOVERIES) if anybody else is_hero(play, who)):
        play.refuse("OR-ACT-14", "In this campaign they cannot rally; the option says who can.")
    once = "They have rallied in this encounter; they may again in the next one."
    counters.limit(play, who, RALLIED, 1, rule="OR-ACT-14", sentence=once, until=fight_ends(play))
    take(play, who, text("rallying"))
    with play.citing("OR-ACT-15"):
        spend_recovery(play, who)
        guard(play, who, "rally")


@command("Do nothing but avoid attacks, with a standard action.", by="owner", scene=True)
def total_defense(play: Play, command: Guarded) -> None:
    """OR-ACT-19: +2 to all defenses until the next turn begins."""
    take(play, command.who, text("total defense"))
    with play.citing("OR-ACT-19"):
        guard(play, command.who, "total defense")


def guard(play: Play, who: str, effect: str) -> None:
    """OR-ACT-15, OR-ACT-19, OR-MOD-03: all defenses are higher until a character's next turn begins; it has no type, and adds up."""
    for name in DEFENSES:
        modify(play, who, f"attributes.{name}", GUARD, effect=effect, until=next_turn(who))
