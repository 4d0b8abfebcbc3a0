"""Team Attacks: one readies it, and a character who joins as it goes off spends a Reaction."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.play.deciders import owner_of
from domain.play.play import Play
from systems.rotted_capes.combat.actions import can_answer, react
from systems.rotted_capes.combat.ready import answer_at_once, moves, set_off
from systems.rotted_capes.combat.turns import hostile

TEAM: Final = "team"
"""The kind of the question whether a character joins."""


class TeamAttack(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Let an attack that a character has readied go off, and others join in."""

    who: CharacterRef
    allies: Annotated[tuple[CharacterRef, ...], Meta(min_length=1, max_length=12, description="Who may join")]


@command("A readied Team Attack goes off: a character who joins acts at once.", by="owner", scene=True)
def team_attack(play: Play, command: TeamAttack) -> None:
    """RC-TURN-13, RC-USE-06, RC-RULING-76: the one who readied it spends a Reaction, and so does each ally who joins; the Action
    of each is theirs to take now."""
    who = command.who
    if moves(play, who):
        play.refuse("RC-ACT-06", "What they have ready is movement; a Team Attack takes an Action.")
    with play.citing("RC-USE-06", "RC-RULING-76"):
        trigger = set_off(play, who)
        answer_at_once(play, who)
        for ally in command.allies:
            _join(play, who, ally, trigger)


def _join(play: Play, who: str, ally: str, trigger: str) -> None:
    """RC-RULING-76: ask a character whether they join. Refused for foes, and for the one who leads it."""
    if ally == who or hostile(play, who, ally):
        play.refuse("RC-USE-06", "A Team Attack is made with allies; name others of the same side.")
    if not can_answer(play, ally):
        play.cite("RC-TURN-11")
        return
    prompt = f"{who} starts a Team Attack: does {ally} spend a Reaction to join?"
    if play.ask(TEAM, owner_of(play, ally), ("stays out", "joins"), "stays out", prompt, about=ally) == "joins":
        react(play, ally, trigger)
        answer_at_once(play, ally)
