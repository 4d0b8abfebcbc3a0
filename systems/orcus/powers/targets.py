"""Targets: whom a power may be used against, who counts as an ally for it, and who is inside its area."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, NamedTuple

from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.kit.fights import InEncounter
from domain.kit.maps import shapes
from domain.kit.maps.squares import Space, Square
from domain.messages import numbered, text
from domain.play.play import Play
from systems.orcus.board.places import distance, space_of
from systems.orcus.board.ranges import check_attackable
from systems.orcus.board.sight import effect_reaches, in_view, line_of_effect
from systems.orcus.combat.sides import hostile
from systems.orcus.powers.areas import area_of, base_of
from systems.orcus.powers.records.reading import Aim, Reading
from systems.orcus.sheet.conditions import hears, is_dead
from systems.orcus.sheet.people import CONJURATION, kind_of

NO_ALLY: Final = "no_ally"
"""OR-TGT-05: the state of a character who does not count as the ally of another (`target`) for their powers."""


class Chosen(NamedTuple):
    """The choices of a power's user: targets, the square of a far area, squares of a shape, and who its allies are.

    `allies` of None are those on the user's side. The game master may have `waived` that nothing solid is in between.
    """

    targets: tuple[str, ...] = ()
    square: tuple[int, int] | None = None
    squares: tuple[Square, ...] = ()
    allies: tuple[str, ...] | None = None
    waived: bool = False


class Aimed(NamedTuple):
    """The targets of a power, the squares that it covers, and where they begin; no squares and no base where it has no
    area."""

    targets: tuple[str, ...]
    squares: frozenset[Square] = frozenset()
    base: Space | None = None


class Decline(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Decline to count as an ally for another's powers, or count as one again."""

    who: CharacterRef
    user: CharacterRef
    again: Annotated[bool, Meta(description="Whether they count as one again")] = False


@command("Do not count as a character's ally for their powers, or count as one again.", by="owner")
def decline_ally(play: Play, command: Decline) -> None:
    """OR-TGT-05: a creature may decline to be the user's ally."""
    conditions.end(play, command.who, NO_ALLY, target=command.user)
    if not command.again:
        conditions.gain(play, command.who, NO_ALLY, target=command.user)


def aim(play: Play, who: str, reading: Reading, chosen: Chosen) -> Aimed:
    """OR-TGT-01: return whom a power targets. Refused where a choice does not fit the power."""
    if reading.aim.sort == "self":
        return Aimed((who,))
    if reading.reach.shape in ("eyesight", "earshot"):
        return Aimed(_picked(play, who, reading.aim, chosen, _in_view(play, who, reading)))
    if reading.reach.shape is not None:
        return _in_area(play, who, reading, chosen)
    targets = _counted(play, chosen.targets, reading.aim)
    for target in targets:
        _check_sort(play, who, target, reading.aim, chosen)
        if reading.attack is None:
            _check_range(play, who, target, reading, waived=chosen.waived)
    return Aimed(targets)


def is_ally(play: Play, who: str, other: str, chosen: Chosen) -> bool:
    """OR-TGT-05: whether a character counts as the user's ally for this use: as the user decides, unless they decline."""
    if conditions.present(play, other, NO_ALLY, target=who):
        play.cite("OR-TGT-05")
        return False
    return not hostile(play, who, other) if chosen.allies is None else other in chosen.allies


def _counted(play: Play, targets: tuple[str, ...], aim: Aim) -> tuple[str, ...]:
    """OR-TGT-03: return the targets without repeats. Refused where there is none, or more than the power states."""
    targets = tuple(dict.fromkeys(targets))
    if not targets:
        play.refuse("OR-TGT-03", "Name whom it targets; it may have {most}.", most=aim.most or text("any number"))
    if aim.most and len(targets) > aim.most:
        play.refuse(
            "OR-TGT-03",
            "It has {most} at most, and these are {targets}.",
            most=numbered("{count} target", "{count} targets", aim.most),
            targets=len(targets),
        )
    return targets


def _check_sort(play: Play, who: str, target: str, aim: Aim, chosen: Chosen) -> None:
    """OR-TGT-08, OR-KEY-04: refuse a target of another sort than the power says."""
    own = target == who
    if is_dead(play, target):
        play.refuse("OR-TGT-01", "A target has to be there, and alive.")
    check_attackable(play, target)
    if own and aim.sort in ("enemy", "other"):
        play.refuse("OR-TGT-08", "It cannot target its user; name somebody else.")
    elif aim.sort == "enemy" and is_ally(play, who, target, chosen):
        play.refuse("OR-TGT-05", "It targets an enemy, and they count as an ally.")
    elif not own and aim.sort in ("ally", "other") and not is_ally(play, who, target, chosen):
        play.refuse("OR-TGT-05", "It targets an ally; name who your allies are, unless they decline.")


def _check_range(play: Play, who: str, target: str, reading: Reading, *, waived: bool) -> None:
    """OR-TGT-01, OR-TGT-06: refuse a target beyond the reach of the body or the range of the power, or behind something solid."""
    away, far = distance(play, who, target), reading.reach.far
    if far is None:
        far = play.value(who, "attributes.reach").total
    if away is not None and away > far:
        play.refuse("OR-TGT-01", "The target is {away} squares away; it may be {far} at most.", away=away, far=far)
    if not waived and not line_of_effect(play, who, target):
        rule = "OR-TGT-06" if reading.reach.origin == "ranged" else "OR-LOS-02"
        play.refuse(rule, "Something solid is between them and the target; choose another.")


def _in_area(play: Play, who: str, reading: Reading, chosen: Chosen) -> Aimed:
    base = base_of(play, who, reading.reach, chosen.square, waived=chosen.waived)
    if base is None:
        return Aimed(_picked(play, who, reading.aim, chosen, turns.present(play)))
    squares = area_of(play, base, reading.reach, chosen.squares)
    squares = squares if chosen.waived else effect_reaches(play, base, squares)
    inside = tuple(other for other in turns.present(play) if _touched(play, other, squares))
    return Aimed(_picked(play, who, reading.aim, chosen, inside), squares, base)


def _touched(play: Play, who: str, squares: frozenset[Square]) -> bool:
    """OR-AREA-07: whether a character has a square in an area; however many they have there, they are affected once."""
    space = space_of(play, who)
    return space is not None and bool(shapes.touched({who: space}, squares))


def _in_view(play: Play, who: str, reading: Reading) -> tuple[str, ...]:
    """OR-AREA-09: return everybody whom the user sees, or everybody who can hear the user."""
    everybody = turns.present(play)
    if reading.reach.shape == "earshot":
        return tuple(other for other in everybody if hears(play, other))
    return tuple(other for other in everybody if in_view(play, who, other))


def _picked(play: Play, who: str, aim: Aim, chosen: Chosen, inside: Sequence[str]) -> tuple[str, ...]:
    """OR-TGT-04, OR-TGT-08, OR-TGT-09, ruling 20: return the targets of an area among those inside.

    The user is one only where they are chosen, and never one of all allies.
    """
    creatures = [other for other in inside if not is_dead(play, other) and kind_of(play, other) != CONJURATION]
    others = [other for other in creatures if other != who]
    match aim.sort:
        case "all":
            return tuple(other for other in creatures if other != who or who in chosen.targets)
        case "all enemies":
            return tuple(other for other in others if not is_ally(play, who, other, chosen))
        case "all allies":
            return tuple(other for other in others if is_ally(play, who, other, chosen))
        case "nearest enemy":
            enemies = [other for other in others if not is_ally(play, who, other, chosen)]
            return _nearest(play, who, chosen, enemies)
        case "nearest ally":
            return _nearest(play, who, chosen, [other for other in others if is_ally(play, who, other, chosen)])
        case _:
            return _chosen_inside(play, who, aim, chosen, creatures)


def _chosen_inside(play: Play, who: str, aim: Aim, chosen: Chosen, creatures: list[str]) -> tuple[str, ...]:
    """OR-TGT-03, OR-TGT-04: return the targets that the user chooses of those inside."""
    targets = _counted(play, chosen.targets, aim)
    for target in targets:
        _check_sort(play, who, target, aim, chosen)
        if target not in creatures:
            play.refuse("OR-TGT-04", "A target is outside of the area; name only who is inside.")
    return targets


def _nearest(play: Play, who: str, chosen: Chosen, candidates: list[str]) -> tuple[str, ...]:
    """OR-TGT-10: return the candidate at the shortest range; of several the one that the user picks."""
    away = {other: distance(play, who, other) or 0 for other in candidates}
    least = [other for other in candidates if away[other] == min(away.values())]
    picked = [other for other in least if other in chosen.targets]
    if len(least) > 1 and len(picked) != 1:
        play.refuse("OR-TGT-10", "Several are equally near; pick one of them as the target.")
    return tuple((picked or least)[:1])
