"""No fork tells a secret: neither what was hidden where it goes off, nor what was open there and is hidden since."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.api.hiding import HidingRoom, secrets_of
from tests.api.people import Person

CROWD = ("owner", "observer")


@pytest.fixture(scope="module")
def room(owner: Person) -> HidingRoom:
    """The room has been full of secrets; the last chapter hid what had been open."""
    return HidingRoom(owner)


@pytest.fixture(scope="module")
def forks(room: HidingRoom) -> dict[str, int]:
    """Forks from the beginning, from every entry of the last chapter, and from now; each with its entry."""
    opened = range(room.points[-2], room.points[-1] + 1)
    made = (room.gm.ask("POST", "./forks", 201, json={"name": "What if", "at": at}) for at in (room.points[0], *opened))
    return {fork["id"]: fork["at"] for fork in made}


def reads(who: Person) -> Iterator[str]:
    """Everything that can be read of a campaign, but for its routes of proof to the letter."""
    yield from (
        ".",
        "./entries?limit=500",
        "./decisions",
        "./members",
        "./dice",
        "./export",
        "./verification",
        "./diff",
    )
    for of in ("characters", "encounters", "enclaves"):
        yield f"./{of}"
        yield from (
            f"./{of}/{handle}" for handle in ("hero", "friend", "foe", "spy", "traitor", "fight", "ambush", "den")
        )
    for handle in ("hero", "traitor"):
        yield f"./characters/{handle}/history"
        yield from (f"./characters/{handle}/explain?path={at}" for at in ("tracks.hp.current", "conditions.mark.what"))
    yield from (f"./history?target={thing}" for thing in ("fight", "ambush", "den"))
    yield from ("./enclaves/den/roster", "./enclaves/den/grids", "./enclaves/den/grids/plans")


def told(who: Person, path: str) -> set[str]:
    answer = who.send("GET", path)
    assert answer.status_code < 500, (path, answer.text)
    return secrets_of(f"{answer.headers}{answer.text}")


@pytest.mark.parametrize("role", CROWD)
def test_no_read_of_a_fork_reveals_a_secret(room: HidingRoom, forks: dict[str, int], role: str) -> None:
    leaks = {
        (forks[fork], path): secrets
        for fork in forks
        for path in reads(room.who(role).at(fork))
        if (secrets := told(room.who(role).at(fork), path))
    }
    assert leaks == {}


@pytest.mark.parametrize("role", CROWD)
def test_no_point_of_a_forks_past_tells_a_secret(room: HidingRoom, forks: dict[str, int], role: str) -> None:
    fork, at = max(forks.items(), key=lambda made: made[1])
    who = room.who(role).at(fork)
    points = [
        f"{path}as_of={entry}" for entry in room.points for path in ("./characters/hero?", "./entries?limit=500&")
    ]
    points += [f"./characters/hero?as_of={entry}&view=as_played" for entry in room.points]
    points += [f"./diff?from={entry}" for entry in room.points]
    assert {path: secrets for path in points if (secrets := told(who, path))} == {}
    assert at == room.points[-1]


@pytest.mark.parametrize("role", CROWD)
def test_no_comparison_tells_a_secret(room: HidingRoom, forks: dict[str, int], role: str) -> None:
    who = room.who(role)
    assert {forks[f]: s for f in forks if (s := told(who, f"./forks/{f}/compare?limit=500"))} == {}


def test_the_game_master_is_told_all_of_it(room: HidingRoom, forks: dict[str, int]) -> None:
    early = min(forks, key=lambda fork: forks[fork])
    known = {word for fork in forks for path in reads(room.gm) for word in told(room.gm.at(fork), path)}
    assert len(known | told(room.gm, f"./forks/{early}/compare?limit=500")) > len(room.hidden) * 3 / 4


def test_what_a_fork_shows_anew_is_shown(room: HidingRoom) -> None:
    fork = room.gm.ask("POST", "./forks", 201, json={"name": "What if", "at": room.points[-1]})["id"]
    shown = {"target": "hero", "path": "conditions.mark.audience", "value": "all", "reason": "Now."}
    room.gm.at(fork).does("freeform.set", **shown)
    assert "mark" in room.owner.at(fork).see("./characters/hero")["conditions"]
    assert "mark" not in room.owner.see("./characters/hero")["conditions"]
