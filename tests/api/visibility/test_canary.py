"""Whatever is read, tried or refused, at whatever point of time: no secret reaches whom it is hidden from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise, product
from typing import NamedTuple
from uuid import uuid4

import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute

from tests.api.following import Following
from tests.api.game_twins import UNKNOWN
from tests.api.hiding import HidingRoom, secrets_of
from tests.api.people import PREFIX, Json, Person
from tests.api.serving import Serving
from tests.shares import one_in

BELOW = f"{PREFIX}/campaigns/{{campaign}}"
LIVE = "./stream"
READERS = ("owner", "observer")
"""Who reads everything at every point of time; the others read it now."""


class Read(NamedTuple):
    """A request for reading: its path, and what stands behind the question mark."""

    path: str
    query: tuple[tuple[str, object], ...] = ()


@pytest.fixture(scope="module")
def room(owner: Person) -> HidingRoom:
    return HidingRoom(owner)


@pytest.fixture(scope="module")
def streamed(served: Person) -> HidingRoom:
    """The same at a service that can be followed."""
    return HidingRoom(served)


@pytest.fixture(scope="module")
def places(room: HidingRoom) -> dict[str, list[str]]:
    """What can stand in a path, hidden and not, by the name of its parameter."""

    def handles(of: str) -> list[str]:
        return [line["handle"] for line in room.gm.see(f"./{of}")]

    return {
        "character": handles("characters"),
        "encounter": handles("encounters"),
        "enclave": handles("enclaves"),
        "target": ["plans", "friend", "spy", "zz-secret-zz-grids"],
        "entry": [str(number) for number in range(1, room.points[-1] + 1)],
        "member": [room.owner.id, room.gm.id],
        "fork": [room.fork],
        "phase": ["1", "2"],
        "webhook": [UNKNOWN],
        "report": ["recap", "harm", "luck"],
        "seal": ["A vow", "1"],
        "kind": [UNKNOWN],
    }


@pytest.fixture(scope="module")
def reads(app: Litestar, places: dict[str, list[str]]) -> dict[Read, bool]:
    """Every read of a campaign there is, but for the stream: with whether it takes a point of time."""
    reads_by: dict[Read, bool] = {}
    for route in app.routes:
        if isinstance(route, HTTPRoute) and route.path_format.startswith(BELOW) and "GET" in route.methods:
            path = "." + route.path_format.removeprefix(BELOW)
            taken = {p.field_alias for p in route.route_handler_map["GET"][1].expected_query_params}
            if path != LIVE and not path.endswith("/explain"):
                reads_by |= {Read(filled): "as_of" in taken for filled in filled_in(path, places)}
    return reads_by


def filled_in(path: str, places: dict[str, list[str]]) -> Iterator[str]:
    names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    for values in product(*(places[name] for name in names)):
        yield path.format_map(dict(zip(names, values, strict=True)))


@pytest.fixture(scope="module")
def paths(room: HidingRoom, places: dict[str, list[str]]) -> list[Read]:
    """Why every value of every sheet is what it is: explanations of all that the game master sees."""
    asked: dict[Read, None] = {}
    for handle in places["character"]:
        sheet = room.gm.see(f"./characters/{handle}")
        for at in values_of(sheet, whole=handle in ("hero", "foe")):
            asked[Read(f"./characters/{handle}/explain", (("path", at),))] = None
    for kind in ("encounter", "enclave"):
        for handle in places[kind]:
            seen = room.gm.see(f"./{kind}s/{handle}")
            parts = {**seen["sheet"], **seen, "order": {turn["name"]: turn for turn in seen.get("order", ())}}
            if kind == "enclave":
                parts["followers"] = room.gm.see(f"./enclaves/{handle}/roster")["followers"]
                grids = room.gm.see(f"./enclaves/{handle}/grids")
                parts["cells"] = {cell["name"]: cell for grid in grids for cell in grid["cells"]}
            for at in values_of(parts, whole=True):
                asked[Read(f"./{kind}s/{handle}/explain", (("path", at),))] = None
    campaign = ("handles.spy", "handles.spy.ref", "ground.self.options.dice", "clock.now.at", "sessions.1.title")
    asked |= {Read("./explain", (("path", at),)): None for at in campaign}
    return list(asked)


def values_of(sheet: Json, *, whole: bool) -> Iterator[str]:
    """The paths of the instances in a sheet or board and, of the `whole`, of all their fields."""
    for component, instances in sheet.items():
        if not isinstance(instances, dict) or component in (
            "names",
            "data",
            "as_of",
            "values",
            "sheet",
            "participants",
        ):
            continue
        for name, instance in instances.items():
            fields = [f".{field}" for field in instance] if whole and isinstance(instance, dict) else []
            yield from (f"{component}.{name}{field}" for field in ("", *fields))


def points(room: HidingRoom) -> list[tuple[tuple[str, object], ...]]:
    """Points of time on both axes, from the time when all was open to that when all is hidden."""
    early, *later = room.points
    return [
        *((("as_of", entry),) for entry in room.points),
        *((("as_of", entry), ("view", "as_played")) for entry in later[1::2]),
        (("known_at", later[-2]),),
        (("as_of", early), ("known_at", later[-2])),
        (("as_of", "session:1"),),
        (("as_of", "scene:1"), ("known_at", later[-2])),
    ]


def expect_no_leak(who: Person, asked: Iterable[Read]) -> None:
    """Nobody is told a secret by any of these requests; what they sent themselves is no secret to them."""
    leaks: dict[Read, list[str]] = {}
    for read in asked:
        answer = who.send("GET", read.path, params=dict(read.query))
        assert answer.status_code < 500, (read, answer.text)
        if secrets := secrets_of(
            f"{answer.headers}{answer.text}", sent=str(dict(read.query).get("path", read.path.rpartition("/")[2]))
        ):
            leaks[read] = sorted(secrets)
    assert leaks == {}


def test_every_secret_is_there_for_the_game_master(room: HidingRoom, reads: dict[Read, bool]) -> None:
    secrets: set[str] = set()
    for read in reads:
        secrets |= secrets_of(room.gm.send("GET", read.path, params=dict(read.query)).text)
    assert room.hidden - secrets == set()


@pytest.mark.parametrize("role", ["owner", "player", "observer", "bot", "outsider", "host"])
def test_no_read_tells_a_secret(room: HidingRoom, reads: dict[Read, bool], role: str) -> None:
    expect_no_leak(room.who(role), reads)


@one_in(11)
@pytest.mark.parametrize("role", READERS)
def test_no_read_of_the_past_tells_a_secret(room: HidingRoom, reads: dict[Read, bool], role: str, step: int) -> None:
    sometimes = [read for read, timely in reads.items() if timely and not read.path.startswith("./entries/")]
    asked = [Read(read.path, at) for read in sometimes for at in points(room)]
    expect_no_leak(room.who(role), asked[READERS.index(role) % step :: step])


@pytest.mark.parametrize("role", READERS)
def test_no_entry_as_it_was_once_known_tells_a_secret(room: HidingRoom, role: str) -> None:
    known = (("as_of", room.points[-2]), ("known_at", room.points[-2]))
    at = [(("limit", 500), *point) for point in ((), known, *points(room))]
    expect_no_leak(room.who(role), (Read("./entries", query) for query in at))


@pytest.mark.parametrize("role", READERS)
def test_no_explanation_tells_a_secret(room: HidingRoom, paths: list[Read], role: str) -> None:
    expect_no_leak(room.who(role), paths)


@one_in(11)
@pytest.mark.parametrize("role", READERS)
def test_no_explanation_of_the_past_tells_a_secret(room: HidingRoom, paths: list[Read], role: str, step: int) -> None:
    whole = [read for read in paths if str(dict(read.query)["path"]).count(".") == 1]
    asked = [Read(read.path, read.query + at) for read in whole for at in points(room)[:-3]]
    expect_no_leak(room.who(role), asked[READERS.index(role) % step :: step])


@pytest.mark.parametrize("role", READERS)
def test_no_difference_tells_a_secret(room: HidingRoom, role: str) -> None:
    ends = [*room.points, None]
    pairs: list[Json] = [{"from": one, "to": other} for one, other in pairwise(ends)]
    pairs += [{"from_view": "as_played", "from": one} for one in room.points]
    pairs += [{"from": room.points[0], "from_known_at": one} for one in room.points]
    wanted = [tuple((name, value) for name, value in pair.items() if value is not None) for pair in pairs]
    expect_no_leak(room.who(role), (Read("./diff", query) for query in wanted))


def filters(room: HidingRoom) -> Iterator[tuple[tuple[str, object], ...]]:
    yield from ((("character", handle),) for handle in ("spy", "hero", "traitor", "ambush", "cult"))
    yield from ((("member", member),) for member in (room.gm.id, room.owner.id))
    yield from ((("kind", kind),) for kind in ("roll", "note", "condition", "intel", "roster", "revision"))
    yield from ((("status", status),) for status in ("struck", "refused", "amended"))
    yield from ((("order", "newest"), ("limit", limit)) for limit in (1, 20))


@pytest.mark.parametrize("role", READERS)
def test_no_filter_finds_a_secret(room: HidingRoom, role: str) -> None:
    expect_no_leak(room.who(role), (Read("./entries", query) for query in filters(room)))


def tries(room: HidingRoom) -> Iterator[tuple[str, Json]]:
    """What somebody might send to find out more: aimed at what is hidden, or leaning on it."""
    commands: list[tuple[str, Json]] = [
        ("damage", {"target": "spy", "track": "hp", "amount": 1}),
        ("damage", {"target": "foe", "track": "hp", "amount": 1}),
        ("roll", {"label": "attack", "notation": "1d20", "actor": "hero"}),
        ("roll", {"label": "attack", "notation": "1d20", "actor": "spy"}),
        ("heal", {"target": "hero", "track": "hp", "amount": 1}),
        ("place", {"encounter": "fight", "who": "hero", "area": "yard"}),
        ("next_turn", {"encounter": "fight"}),
        ("join", {"encounter": "ambush", "who": "hero"}),
        ("note", {"text": "?", "about": "traitor"}),
        ("answer", {"deed": room.points[-2], "key": "?", "choice": "yes"}),
        ("close", {"deed": room.points[-2]}),
        ("end_condition", {"target": "hero", "condition": "mark"}),
        ("set", {"target": "hero", "path": "conditions.mark.what", "value": "?"}),
    ]
    for type, args in commands:
        given = {"type": f"freeform.{type}", "args": args}
        yield "./commands", {**given, "id": str(uuid4()), "dry_run": True}
        yield "./batches", {"commands": [given], "dry_run": True}
        yield "./revisions", {"insert": [{"after": room.points[0], "command": given}], "dry_run": True}
    yield f"./forks/{room.fork}/bring-back", {"entries": [room.points[0] + 1, room.points[0] + 2], "dry_run": True}
    for entry in range(1, room.points[-1] + 2):
        for policy in ("refuse", "cascade"):
            yield "./revisions", {"undo": [entry], "policy": policy, "dry_run": True}
        yield "./revisions", {"redo": entry, "dry_run": True}
    for whole in ("scene", "session", "turn", "round", "deed"):
        yield "./revisions", {"undo": {whole: 1}, "dry_run": True}
    yield "./commands", {"type": "freeform.afflict", "args": {"target": "hero"}}
    yield "./commands", {"type": "freeform.note", "args": {"text": "?"}, "expected_entry": 0, "dry_run": True}


@pytest.mark.parametrize("role", ["owner", "player", "observer"])
def test_no_dry_run_no_plan_and_no_refusal_tells_a_secret(room: HidingRoom, role: str) -> None:
    who, leaks = room.who(role), []
    for path, body in tries(room):
        answer = who.send("POST", path, json=body)
        assert answer.status_code < 500, (body, answer.text)
        leaks += [(path, body, secret) for secret in secrets_of(f"{answer.headers}{answer.text}")]
    assert leaks == []


def test_a_player_sees_the_plan_of_their_own_undo_and_no_secret_in_it(room: HidingRoom) -> None:
    hurt = room.owner.does("freeform.damage", target="hero", track="hp", amount=2)["entry"]
    plan = room.owner.send("POST", "./revisions", json={"undo": [hurt], "dry_run": True})
    assert plan.status_code == 200
    assert (plan.json()["changes"] != [], secrets_of(plan.text)) == (True, set())


@pytest.mark.parametrize("role", READERS)
def test_no_stream_tells_a_secret(server: Serving, streamed: HidingRoom, role: str) -> None:
    newest = streamed.gm.does("freeform.note", text="That was all.")["entry"]
    with Following(server, streamed.who(role), after=0) as heard:
        heard.until(newest)
    assert secrets_of(heard.wire.decode()) == set()
