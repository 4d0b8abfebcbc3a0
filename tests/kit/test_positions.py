"""Positions of an encounter are read and written as squares and areas."""

from __future__ import annotations

import sys

import pytest

from api.testing.games import GameTable
from domain.commands import Command
from domain.examples import Examples
from domain.kit.commands import command, commands_of
from domain.kit.maps import positions
from domain.kit.maps.areas import Border
from domain.kit.maps.squares import Space, Square
from domain.play.play import Play
from domain.system import System
from domain.vocabulary.maps import Area, AreaDrawn, Placed, Position

FIGHT = "encounter/fight"


class To(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`who` is the name of a position."""

    who: str
    x: int = 0
    y: int = 0
    size: int = 1
    area: str = ""


@command("Stand somewhere.", name="stand", args=To)
def stand(play: Play, command: To) -> None:
    """Somebody is put on squares."""
    positions.put(play, FIGHT, command.who, Space(Square(command.x, command.y), command.size))


@command("Step somewhere.", name="stride", args=To)
def stride(play: Play, command: To) -> None:
    """Somebody steps on to other squares."""
    positions.step(play, FIGHT, command.who, Square(command.x, command.y))


@command("Go into an area.", name="enter", args=To)
def enter(play: Play, command: To) -> None:
    """Somebody goes into an area."""
    positions.enter(play, FIGHT, command.who, command.area)


@command("Say what is on the map.", name="survey", args=To)
def survey(play: Play, command: To) -> None:
    """The answers are kept for the test."""
    SEEN.clear()
    SEEN.update(
        spaces=positions.spaces_of(play, FIGHT, but=["ghost"]),
        space=positions.space_of(play, FIGHT, command.who),
        areas=positions.areas_of(play, FIGHT),
    )


SEEN: dict[str, object] = {}
TOY = System(id="toy", name="Toy", version=1, kinds=commands_of(sys.modules[__name__], Examples()))


@pytest.fixture
def table() -> GameTable:
    made = GameTable(TOY)
    made.create("fight", kind="encounter")
    return made


def surveyed(table: GameTable, who: str = "ogre") -> dict[str, object]:
    table.play("survey", who=who)
    return SEEN


def test_a_creature_put_on_squares_stands_there_with_its_size(table: GameTable) -> None:
    table.play("stand", who="ogre", x=2, y=3, size=2)
    table.play("stand", who="ghost", x=0, y=0)  # whom the survey leaves out
    assert surveyed(table)["spaces"] == {"ogre": Space(Square(2, 3), 2)}


def test_a_creature_that_is_on_the_map_already_is_moved(table: GameTable) -> None:
    table.play("stand", who="ogre", x=2, y=3, size=2)
    table.play("stand", who="ogre", x=4, y=4, size=3)
    assert surveyed(table)["space"] == Space(Square(4, 4), 3)
    table.play("stride", who="ogre", x=5, y=4)
    assert surveyed(table)["space"] == Space(Square(5, 4), 3)


def test_a_step_can_be_undone(table: GameTable) -> None:
    table.play("stand", who="ogre", x=2, y=3)
    stepped = table.play("stride", who="ogre", x=3, y=3)
    table.undo(stepped)
    assert surveyed(table)["space"] == Space(Square(2, 3))


def test_a_creature_in_an_area_fills_no_squares(table: GameTable) -> None:
    table.let("fight", Placed(name="ghost", position=Position(area="hall")))
    assert surveyed(table, "ghost")["space"] is None
    assert surveyed(table, "nobody")["space"] is None
    assert positions.space_at(Position(area="hall", x=1)) is None


def test_something_smaller_than_a_square_still_has_one() -> None:
    assert positions.space_at(Position(x=1, y=1, size=0)) == Space(Square(1, 1))


def test_areas_are_entered_and_read_with_their_borders(table: GameTable) -> None:
    table.let("fight", AreaDrawn(name="hall", area=Area(borders=("yard",))), AreaDrawn(name="yard", area=Area()))
    table.play("enter", who="ogre", area="hall")
    table.play("enter", who="ogre", area="yard")
    assert table.fight("fight").positions["ogre"].area == "yard"
    assert surveyed(table)["areas"] == {"hall": {"yard": Border()}, "yard": {"hall": Border()}}


def test_an_area_that_is_not_drawn_cannot_be_entered(table: GameTable) -> None:
    assert table.refusal("enter", who="ogre", area="attic").slug == "absent"
