"""Movement, step by step: what is in the way, what steps in, and where it ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from domain.kit.conditions import end_one, has
from domain.kit.fights import fight
from domain.kit.maps import positions
from domain.kit.maps.paths import MapGround, walked
from domain.kit.maps.squares import Space, Square, has_room
from domain.kit.naming import id_of
from domain.messages import numbered, text
from domain.play.play import Play
from domain.vocabulary.maps import Moved
from systems.orcus.board.falling import come_down, in_the_air, keep_up, note_moved
from systems.orcus.board.places import height_of, space_of, standing
from systems.orcus.board.sight import sees_squares
from systems.orcus.board.terrain import floor_under, ground_for
from systems.orcus.fields import Way
from systems.orcus.sheet.conditions import GRAPPLED, IMMOBILE, PETRIFIED, PRONE, RESTRAINED, STUNNED, can_move
from systems.orcus.windows import ARRIVED, LEAVING, Step

How = Literal["move", "shift", "teleport", "forced"]
"""The way in which a character comes to another square: what provokes, and what does not."""

_IN_WORDS: Final[dict[str, str]] = {
    IMMOBILE: text("immobile"),
    GRAPPLED: text("grappled"),
    RESTRAINED: text("restrained"),
    PETRIFIED: text("petrified"),
    STUNNED: text("stunned"),
}
"""Conditions that keep a character in their square, as a refusal names them."""

WILLING: Final = ("move", "shift")
"""Ways of one's own will, open only as long as one can act."""


def place_of(play: Play, who: str) -> Space:
    """Return the squares that a character fills. Absent where the map does not show them."""
    space = space_of(play, who)
    if space is None:
        play.missing(f"{fight(play)}.positions.{id_of(who)}", "Put them on a square of the map first.")
    return space


def move(play: Play, who: str, path: Sequence[Square], mode: Way = "walk", how: How = "move") -> bool:
    """OR-MOVE-01, OR-OA-02: go a way step by step, as far as nothing stops it; whether it was gone to its end.

    A character who wants to step in does so before a step (`LEAVING`) or after it (`ARRIVED`).
    """
    gone = all(step(play, who, corner, how, mode) for corner in path)
    if mode == "jump":
        come_down(play, who)
    return gone


def step(play: Play, who: str, corner: Square, how: How, mode: Way = "walk") -> bool:
    """Take one step, unless what steps in keeps a character from it; whether they stand there and go on."""
    before, prone, flew = place_of(play, who), has(play, who, PRONE), in_the_air(play, who)
    leaving = LEAVING.open(play, who, Step(who, before, before.at(corner), how))
    if leaving.stopped or space_of(play, who) != before or not _goes_on(play, who, how, prone=prone):
        return False
    _stand(play, who, before.at(corner), mode)
    if how in WILLING:
        note_moved(play, who, 1)
    ARRIVED.open(play, who, leaving)
    falls = mode not in ("fly", "jump") and not flew and in_the_air(play, who)
    if falls:
        come_down(play, who)
    return not falls and space_of(play, who) == before.at(corner) and _goes_on(play, who, how, prone=prone)


def _goes_on(play: Play, who: str, how: How, *, prone: bool) -> bool:
    """OR-COND-14: whether a character who went of their own will still can, and lies prone no more and no less than before.
    The prone crawl, and do not shift."""
    if how == "shift" and prone:
        return False
    return how not in WILLING or (can_move(play, who) and has(play, who, PRONE) == prone)


def _stand(play: Play, who: str, space: Space, mode: Way) -> None:
    """Come to a space: those who climb keep to the ground, wherever it is, and all others to their height."""
    encounter, name = str(play.deed.encounter), id_of(who)
    positions.step(play, encounter, name, space.corner)
    floor = floor_under(play, space)
    if mode == "climb" and height_of(play, who) != floor:
        play.emit(encounter, Moved(name=name, height=floor))


def can_shift(play: Play, who: str) -> bool:
    """OR-ACT-11, OR-COND-14, OR-FLY-01: whether a character can shift: not while prone, held, or in flight without hover."""
    steady = keep_up(play, who) or not in_the_air(play, who)
    return steady and can_move(play, who) and not has(play, who, PRONE)


def shift(play: Play, who: str, path: Sequence[Square], far: int | None = None) -> bool:
    """OR-ACT-11, OR-OA-03, OR-FLY-01: go some squares, `far` at most, without giving an opening; whether it came to its end.

    Refused for who flies and does not hover, where something is in the way, and where the ground makes it too far.
    """
    if in_the_air(play, who) and not keep_up(play, who):
        play.refuse("OR-FLY-01", "They fly and do not hover, so they cannot shift.")
    ground = ground_for(play, who, "fly" if in_the_air(play, who) else "walk")
    check_free(play, who, path, ground)
    if far is not None and walked(place_of(play, who), path, ground).cost > far:
        sentence = numbered(
            "They shift {count} square; that way takes more.", "They shift {count} squares; that way takes more.", far
        )
        play.refuse("OR-ACT-11", sentence)
    return move(play, who, path, how="shift")


def check_free(play: Play, who: str, path: Sequence[Square], ground: MapGround) -> None:
    """OR-MOVE-09, OR-MOVE-10, OR-SIZE-02: refuse a way that leads through what is in the way, or ends where a character is."""
    here = place_of(play, who)
    for corner in path:
        dx, dy = corner.x - here.corner.x, corner.y - here.corner.y
        if max(abs(dx), abs(dy)) != 1:
            play.refuse(
                "OR-GRID-02", "The square {x}, {y} is not adjacent to the one before it.", x=corner.x, y=corner.y
            )
        elif not ground.lets(here, dx, dy):
            play.refuse(
                "OR-MOVE-09", "They cannot pass the square {x}, {y}: something is in the way.", x=corner.x, y=corner.y
            )
        here = here.at(corner)
    if path and not ground.may_stop(here):
        play.refuse("OR-MOVE-10", "They cannot end a move in the space of somebody else; end it elsewhere.")


def check_can_move(play: Play, who: str) -> None:
    """OR-COND-09, OR-COND-13, OR-COND-16, OR-COND-19: refuse a character who cannot leave their square willingly."""
    if can_move(play, who):
        return
    rules = {IMMOBILE: "OR-COND-09", GRAPPLED: "OR-COND-09", RESTRAINED: "OR-COND-16", PETRIFIED: "OR-COND-13"}
    hindrance = next((what for what in rules if has(play, who, what)), STUNNED)
    play.refuse(
        rules.get(hindrance, "OR-COND-19"),
        "They are {hindrance}, and cannot willingly go to another square.",
        hindrance=_IN_WORDS[hindrance],
    )


def teleport(play: Play, who: str, to: Square, by: str, leaving: Sequence[str] = ()) -> bool:
    """OR-TELE-01 to OR-TELE-05: bring a character to another place at once, as `by` wants it; whether they are there.

    The squares between do not matter, and nobody is given an opening. `leaving` are the names of conditions whose cause
    stays behind. Refused where a character or something is, and where `by` does not see.
    """
    goal = place_of(play, who).at(to)
    ground = ground_for(play, who, "fly", forced=True)
    if not ground.has_room(goal) or not has_room(goal, standing(play, who).values()):
        play.refuse("OR-TELE-03", "The destination of a teleport is unoccupied and has room; choose another one.")
    if not sees_squares(play, by, goal):
        play.refuse(
            "OR-TELE-04", "They have to see the destination of a teleport, and do not see this one; choose another."
        )
    step(play, who, to, "teleport")
    arrived = space_of(play, who) == goal
    for name in leaving:
        if arrived and name in play.character(who).conditions:
            end_one(play, who, name, "left behind", ("OR-TELE-01",))
    return arrived
