"""Shoving: a foe is pushed back, and one follows."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.maps.squares import Space, Square, squares_of
from domain.messages import text
from domain.play.play import Play
from domain.vocabulary.log import Addends
from systems.orcus.attacks.attacking import Shared, assault
from systems.orcus.board.forced import push
from systems.orcus.board.moving import can_shift, place_of, shift
from systems.orcus.board.places import next_to, size_of
from systems.orcus.board.ranges import check_attackable
from systems.orcus.board.terrain import ground_for
from systems.orcus.combat.actions import take
from systems.orcus.fields import At
from systems.orcus.windows import Attack, Strike

SHOVE: Final = Attack("shove", "strength", defense="fortitude", reach=1)
"""OR-ACT-16: a special melee attack that does no damage."""


class Shove(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Shove a character who is next to oneself."""

    who: CharacterRef
    target: CharacterRef
    to: (
        Annotated[
            At, Meta(description="The square they are pushed to; left out, straight away from the character who shoves")
        ]
        | None
    ) = None


@command("Shove a character who stands next to one, with a standard action.", by="owner", scene=True)
def shove(play: Play, command: Shove) -> None:
    """OR-ACT-16, OR-ATK-05: on a hit the target is pushed one square, and the character who shoves shifts into the space it left."""
    who, target = command.who, command.target
    check_seizable(play, who, target, "OR-ACT-16")
    take(play, who, text("a shove"))
    shove_at(play, who, target, command.to)


def shove_at(play: Play, who: str, target: str, to: At | None = None, bonus: Addends = ()) -> None:
    """OR-ACT-16: make the attack of a shove, which is paid for before, with what else adds to its roll."""
    path = () if to is None else (Square(*to),)

    def pushed(play: Play, strike: Strike, _: Shared) -> None:
        left = place_of(play, target)
        if push(play, target, place_of(play, who), 1, path):
            _follow(play, strike.by, left)

    assault(play, who, (target,), SHOVE._replace(bonus=bonus), hit=pushed)


def check_seizable(play: Play, who: str, target: str, rule: str) -> None:
    """OR-ACT-16, OR-GRAP-01, ruling 32: refuse a target that does not stand next to a character, or is more than one size larger."""
    if who == target or not next_to(play, who, target):
        play.refuse(rule, "The target has to stand next to them.")
    check_size(play, who, target, rule)


def check_size(play: Play, who: str, target: str, rule: str) -> None:
    """OR-ACT-16, OR-GRAP-01, OR-KEY-04: refuse a target that is more than one size larger, and a conjuration."""
    check_attackable(play, target)
    if size_of(play, target) > size_of(play, who) + 1:
        play.refuse(rule, "The target may be one size larger than they are at most.")


def _follow(play: Play, who: str, left: Space) -> None:
    """OR-ACT-16: shift into what the target has left, as far as one step leads there; nobody does who cannot shift."""
    if not can_shift(play, who):
        return
    here, ground = place_of(play, who), ground_for(play, who)
    steps = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
    ways = [step for step in steps if ground.lets(here, *step) and ground.may_stop(here.moved(*step))]
    entered = {step: len({*squares_of(here.moved(*step))} & {*squares_of(left)}) for step in ways}
    best = max(ways, key=lambda step: (entered[step], -abs(step[0]) - abs(step[1])), default=None)
    if best is not None and entered[best]:
        shift(play, who, (here.moved(*best).corner,))
