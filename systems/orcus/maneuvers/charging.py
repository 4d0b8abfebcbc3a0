"""The charge: a rush to the closest square from which an opponent can be attacked, and one attack from there."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef
from domain.instance_fields import takes_one_of
from domain.kit.commands import command
from domain.kit.maps.paths import WalkedPath as Way
from domain.kit.maps.paths import cheapest, walked
from domain.kit.maps.squares import Space, Square, apart, distance, overlap
from domain.kit.rolls import addend
from domain.messages import text
from domain.play.play import Play
from systems.orcus.attacks.basic import attack_with, basic_attack
from systems.orcus.attacks.determined import Attacking, ruled_of
from systems.orcus.attacks.weapons import choose
from systems.orcus.board.moving import check_can_move, move, place_of
from systems.orcus.board.places import rise
from systems.orcus.board.ranges import reach_of
from systems.orcus.board.sight import effect_passes
from systems.orcus.board.terrain import drops_for, ground_for
from systems.orcus.board.walking import check_upright, speed_for
from systems.orcus.combat.actions import take
from systems.orcus.fields import At, Path
from systems.orcus.maneuvers.shoving import SHOVE, check_size, shove_at

LEAST: Final = 2
"""OR-ACT-05: the squares that a charge covers at least."""
RUSH: Final = 1
"""OR-ACT-06: what a charge adds to the attack roll."""


class Charge(Attacking, frozen=True, kw_only=True, omit_defaults=True):
    """Charge at an opponent."""

    who: CharacterRef
    target: CharacterRef
    path: Path = ()
    weapon: Annotated[
        str,
        Meta(
            max_length=100,
            description="Its name; left out, the first at hand that serves",
            extra=takes_one_of("items", "weapon"),
        ),
    ] = ""
    shove: Annotated[bool, Meta(description="Whether it ends in a shove")] = False
    to: Annotated[At, Meta(description="The square that a shove pushes to; left out, straight away")] | None = None


@command("Charge at an opponent, and make a basic melee attack or a shove at +1.", by="owner", scene=True)
def charge(play: Play, command: Charge) -> None:
    """OR-ACT-05, OR-ACT-06, ruling 34: at least 2 squares and up to the speed, by a shortest way, to a closest square; it gives openings."""
    who, target, ruled = command.who, command.target, ruled_of(play, command)
    check_upright(play, who)
    check_can_move(play, who)
    if command.shove:
        check_size(play, who, target, "OR-ACT-16")
    weapon = "" if command.shove else choose(play, who, command.weapon)
    path = _path(play, command, reach_of(play, who, attack_with(play, who, weapon) if weapon else SHOVE))
    take(play, who, text("a charge"))
    rush = addend("charge", RUSH, source="OR-ACT-06")
    if not move(play, who, path):
        return
    if command.shove:
        shove_at(play, who, target, command.to, rush)
    else:
        lethal = not command.knock_out
        basic_attack(play, who, target, weapon=weapon, bonus=rush, standard=True, lethal=lethal, ruled=ruled)


def _path(play: Play, command: Charge, reach: int) -> tuple[Square, ...]:
    """OR-ACT-05, ruling 34: the way of a charge: the one that is given, where it is a shortest one, else any shortest one."""
    here, ground = place_of(play, command.who), ground_for(play, command.who)
    ground = ground._replace(closed={*ground.closed, *drops_for(play, command.who)})
    goals, speed = closest(play, command.who, command.target, reach), speed_for(play, command.who, "walk")
    best = cheapest(here, goals, ground, budget=speed) or Way()
    if not best.steps and here.corner not in goals:
        play.refuse("OR-ACT-05", "No closest square from which they could attack is free and within their speed.")
    given = walked(here, [Square(*at) for at in command.path], ground) if command.path else best
    short = cheapest(here, given.steps[-1:], ground, budget=speed) or Way()
    astray = len(given.steps) < len(command.path) or given.steps[-1:] not in [(goal,) for goal in goals]
    if given.steps and (astray or given.cost > short.cost):
        play.refuse(
            "OR-ACT-05", "A charge leads by a shortest free way to a closest square from which they can attack."
        )
    if len(given.steps) < LEAST:
        play.refuse("OR-ACT-05", "A charge covers at least {least} squares; they are too close.", least=LEAST)
    return given.steps


def closest(play: Play, who: str, target: str, reach: int) -> frozenset[Square]:
    """OR-ACT-05: return the squares nearest to a character from which they could attack a target, free or not."""
    here, goal = place_of(play, who), place_of(play, target)
    up, (x, y) = rise(play, who, target), goal.corner
    columns = range(x - reach - here.size + 1, x + goal.size + reach)
    rows = range(y - reach - here.size + 1, y + goal.size + reach)
    spaces = [here.at(Square(a, b)) for a in columns for b in rows]
    fit = [space for space in spaces if _serves(play, space, goal, reach=reach, up=up)]
    least = min((distance(here.corner, space.corner) for space in fit), default=0)
    return frozenset(space.corner for space in fit if distance(here.corner, space.corner) == least)


def _serves(play: Play, space: Space, goal: Space, *, reach: int, up: int) -> bool:
    """Whether one can attack from a space what is there: within reach, with nothing solid in between."""
    apart_enough = reach == 0 or not overlap(space, goal)
    return apart_enough and apart(space, goal, rise=up) <= reach and effect_passes(play, space, goal)
