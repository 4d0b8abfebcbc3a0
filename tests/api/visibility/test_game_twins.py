"""In no game can a player or an observer tell two campaigns apart that differ only in what is hidden from them.

The example of a command, with all that comes before it, is played with hidden people in the place of others, with everybody
in secret, and with sheets that only the game master sees. Then every read there is is compared, and the same commands as a
player tries and gives them. The normal run takes some of the commands, `make soak` all; it prints what it compared.
"""

from __future__ import annotations

from typing import Final

import pytest
from litestar import Litestar

from domain.system import System
from tests.api.game_twins import Cast, Face, Found, GameTwins, Public, casts
from tests.api.people import Person
from tests.api.serving import Serving
from tests.api.twins import given
from tests.games.casting import renamed
from tests.games.own import GAMES, TYPES
from tests.games.stories import before
from tests.shares import one_in

EVERY: Final = 90
"""The normal run takes one command in so many, each with one of the casts."""

SOME: Final = [(system, type, number) for number, (system, type) in enumerate(TYPES[::EVERY])]

ROLES: Final = ("player", "observer")


def face_for(type: str) -> Face:
    """What the dice of a command's story show: as little as they can, as much, or the middle."""
    faces: tuple[Face, ...] = (lambda _: 1, lambda sides: sides, lambda sides: (sides + 1) // 2)
    return faces[len(type) % len(faces)]


def told_apart(owner: Person, app: Litestar, system: System, type: str, cast: Cast) -> tuple[int, Found]:
    """How many answers were compared after a command's story, and those that differ."""
    twins, face = GameTwins(owner, system), face_for(type)
    try:
        twins.play(type, cast, face)
    except Public:
        return 0, {}
    parted = twins.found | twins.unlike(app, ROLES) | twins.unlike_pasts()
    steps = (*before(system, type), (type, system.kinds[type].example))
    head = twins.head
    for names in ({}, cast.told):
        for step, args in steps:
            parted |= twins.tried("player", given(step, "", **renamed(dict(args), names)), face, dry_run=True)
    for step, args in steps:
        parted |= twins.tried("player", given(step, "", **args), face, dry_run=False)
    if twins.head != head:
        parted |= twins.unlike(app, ("player",))
    return twins.compared, {f"{type}, {cast.name}: {asked}": parting for asked, parting in parted.items()}


def all_told_apart(owner: Person, app: Litestar, system: System, type: str) -> tuple[int, Found]:
    """The same for every cast."""
    total, parted = 0, Found()
    for cast in casts(system):
        compared, differing = told_apart(owner, app, system, type, cast)
        total += compared
        parted |= differing
    return total, parted


@pytest.mark.parametrize(("system", "type", "number"), SOME, ids=[type for _, type, _ in SOME])
def test_nobody_can_tell_twins_of_a_game_apart(
    owner: Person, app: Litestar, system: System, type: str, number: int
) -> None:
    every = list(casts(system))
    compared, parted = told_apart(owner, app, system, type, every[number % len(every)])
    assert compared > 0
    assert parted == {}


@pytest.mark.soak
@pytest.mark.parametrize("system", GAMES, ids=lambda system: system.id)
def test_nobody_can_tell_twins_of_any_command_apart(owner: Person, app: Litestar, system: System) -> None:
    comparisons = [all_told_apart(owner, app, system, type) for of, type in TYPES if of is system]
    parted = {asked: parting for _, differing in comparisons for asked, parting in differing.items()}
    print(
        f"{system.id}: {len(comparisons)} commands, {sum(count for count, _ in comparisons)} answers compared, {len(parted)} differ"
    )
    assert parted == {}


@one_in(2)
@pytest.mark.parametrize("system", GAMES, ids=lambda system: system.id)
def test_a_game_master_alone_hears_twins_of_a_game_apart(
    server: Serving, served: Person, system: System, step: int
) -> None:
    """The game master is the control: in every cast there is something to tell."""
    types = [type for of, type in TYPES if of is system][:: EVERY // 2]
    for number, cast in list(enumerate(casts(system)))[GAMES.index(system) % step :: step]:
        twins = GameTwins(served, system)
        try:
            twins.play(types[number % len(types)], cast, face_for(""))
        except Public:
            continue
        assert [twins.heard(server, role) for role in ROLES] == [("", "")] * 2, cast.name
        assert twins.heard(server, "gm") != ("", ""), cast.name
