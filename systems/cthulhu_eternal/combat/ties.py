"""Equal DEX: at the same moment, or in the order that the game master says."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit import turns
from domain.kit.commands import command
from domain.kit.fights import InEncounter, under_way
from domain.kit.naming import id_of
from domain.play.play import Play
from domain.vocabulary.turns import TurnChanged
from systems.cthulhu_eternal.combat import counts


class BreakTie(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`order` are those of equal DEX, the first to act first."""

    order: Annotated[tuple[CharacterRef, ...], Meta(description="Those of equal DEX; who acts first stands first")]


@command("Say in which order those of equal DEX act.", scene=True)
def break_tie(play: Play, command: BreakTie) -> None:
    """CE-TURN-03: let those of equal DEX act one after the other from here on, as the game master says."""
    encounter = under_way(play)
    order = play.encounter(encounter).order
    names = [id_of(who) for who in dict.fromkeys(command.order)]
    for who in command.order:
        if id_of(who) not in order:
            play.missing(f"{encounter}.order", "{who} takes no part in this fight.", who=who)
    if len(names) < 2 or len({order[name].initiative for name in names}) > 1:
        play.refuse("CE-TURN-03", "Name two or more characters of equal DEX; the count orders everybody else.")
    here = turns.pace(play, encounter).active
    if any(name in here and order[name].state == counts.ACTED for name in names):
        play.refuse("CE-TURN-03", "One of them has acted on this count already; break the tie before the next one.")
    with play.citing("CE-TURN-03"):
        for number, name in enumerate(reversed(names)):
            if order[name].tiebreak != number:
                play.emit(encounter, TurnChanged(name=name, tiebreak=number))
        _part(play, encounter, here)


def _part(play: Play, encounter: str, here: tuple[str, ...]) -> None:
    """Of those whose count is on, only the first still act; it comes back to the others when they have."""
    order = play.encounter(encounter).order
    first = max((counts.count_of(order[name]) for name in here), default=None)
    later = [name for name in here if counts.count_of(order[name]) != first]
    for name in later:
        turns.set_state(play, encounter, name, counts.INTERRUPTED)
    if later:
        turns.pass_to(play, encounter, tuple(name for name in here if name not in later))
