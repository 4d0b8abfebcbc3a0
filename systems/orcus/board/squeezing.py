"""Squeezing: through what is wide enough for a character one size smaller."""

from __future__ import annotations

from typing import Final

from domain.commands import CharacterRef
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.fights import InEncounter
from domain.kit.maps.squares import Space, Square, apart
from domain.kit.naming import id_of
from domain.messages import text
from domain.play.play import Play
from domain.vocabulary.maps import Moved
from systems.orcus.board.moving import place_of
from systems.orcus.board.places import SIDES, SIZES, side_of, size_of
from systems.orcus.board.terrain import ground_for
from systems.orcus.board.walking import Allowance, Leg, go
from systems.orcus.combat.actions import take
from systems.orcus.fields import Path
from systems.orcus.sheet.conditions import PRONE, SQUEEZING
from systems.orcus.windows import ARRIVED, Step


class Squeeze(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Go a way as if one were one size smaller."""

    who: CharacterRef
    path: Path = ()


@command("Squeeze through a space that is wide enough for a character one size smaller.", by="owner", scene=True)
def squeeze(play: Play, command: Squeeze) -> None:
    """OR-ACT-18, ruling 59: each square costs 1 more, and a character who squeezes grants combat advantage and attacks at -5."""
    who = command.who
    if conditions.has(play, who, PRONE):
        play.refuse("OR-ACT-09", "They are prone; let them crawl, or stand up first.")
    if not command.path:
        play.refuse("OR-ACT-18", "Say which way they squeeze.")
    take(play, who, text("squeezing"), "move")
    if not conditions.has(play, who, SQUEEZING):
        _shrink(play, who, Square(*command.path[0]))
        conditions.gain(play, who, SQUEEZING, rules=("OR-ACT-18",))
    go(play, who, (Leg(path=command.path),), Allowance(dear=1))
    come_out(play, who)


def _shrink(play: Play, who: str, towards: Square) -> None:
    """Let a character fill that part of their space that is nearest to where they squeeze in."""
    space, size = place_of(play, who), SIDES[SIZES[max(0, size_of(play, who) - 1)]]
    _fill(play, who, min(_parts(space, size), key=lambda part: (apart(part, Space(towards)), part)))


def _parts(space: Space, size: int) -> list[Space]:
    """The blocks of a size within a space or, where it is the larger, around one."""
    low, high = sorted((0, space.size - size))
    return [Space(space.corner.moved(x, y), size) for x in range(low, high + 1) for y in range(low, high + 1)]


def _fill(play: Play, who: str, space: Space) -> None:
    (x, y), size = space
    play.emit(str(play.deed.encounter), Moved(name=id_of(who), x=x, y=y, size=size))


def come_out(play: Play, who: str) -> None:
    """Ruling 59: a character squeezes no more as soon as there is room for the whole of them."""
    ground = ground_for(play, who)
    wide = [part for part in _parts(place_of(play, who), side_of(play, who)) if ground.may_stop(part)]
    if wide and conditions.end(play, who, SQUEEZING, "out of the narrow space"):
        _fill(play, who, wide[0])


def torn_out(play: Play, who: str, step: Step) -> Step:
    """Ruling 59: a character who is moved or teleports out of a narrow space squeezes no more."""
    if step.how in ("forced", "teleport") and conditions.has(play, who, SQUEEZING):
        come_out(play, who)
    return step


WINDOWS: Final = {ARRIVED: (torn_out,)}
