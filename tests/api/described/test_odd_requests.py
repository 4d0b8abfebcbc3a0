"""Odd addresses and odd parameters: every route says what is wrong with them, and none ends in an error of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from urllib.parse import quote

import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute

from api.app import PREFIX
from tests.api.people import Person, Table
from tests.shares import one_in

SEGMENTS = ("", "%20", ".", "..", "%00", "%2F", "%FF", "0", "-1", "9" * 40, "é", "貓", "x" * 300, "%0A", "a%3Ab", "{x}")
"""What stands where an id, a handle or a number is due."""

TIMES = (
    "0001-01-01T00:00:00+23:59",
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999999-23:59",
    "9999-12-31T23:59:59Z",
    "0000-00-00T00:00:00Z",
    "2026-02-30T00:00:00Z",
    "20260101T000000+00",
    "2026-W01-1",
    "2026-01-01T00:00:00+24:00",
)
VALUES = (
    *TIMES,
    *(
        "",
        " ",
        "0",
        "-0",
        "-1",
        "1e9",
        "1.5",
        "NaN",
        "٣",
        "１２",
        "²",
        "9" * 11,
        "9" * 12,
        "9" * 19,
        "9" * 20,
        "9" * 400,
    ),
    *("session:0", "session:999999999", "session:9999999999", "scene:٣", "session:", "true", "null", "[]", "{}", "%"),
    *("\ud7ff", "\U0001f3b2", "\u202e", "é" * 64, "x" * 5000, "'; DROP TABLE entries; --", "a/b", "..", "self", "$.*"),
)
"""What is sent for every parameter."""

_PLACES = re.compile(r"\{[^}]*\}")


def routes(app: Litestar) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Every method and address that is served, with the query parameters that it takes."""
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            for method, (_, model) in route.route_handler_map.items():
                if str(method) == "OPTIONS":  # the framework's own: it lists the other methods
                    continue
                taken = sorted(each.field_alias for each in model.expected_query_params)
                yield str(method), route.path_format, tuple(taken)


def addresses(path: str, campaign: str) -> Iterator[str]:
    """The address with an odd segment in each of its places, the others being of their form."""
    places = _PLACES.findall(path)
    for odd in range(len(places)):
        for segment in SEGMENTS:
            filled = path
            for index, place in enumerate(places):
                whole = campaign if "campaign" in place else "1"
                filled = filled.replace(place, segment if index == odd else whole, 1)
            yield filled


@pytest.fixture(scope="module")
def seated(owner: Person) -> Table:
    table = Table(owner)
    table.gm.does("freeform.create_character", name="Ada", tracks={"hp": 4})
    return table


def asked(who: Person, method: str, address: str) -> int:
    headers = {"Authorization": f"Bearer {who.token}"} if who.token else {}
    body: object = None if method in ("GET", "OPTIONS") else {}
    return who.http.request(method, address, headers=headers, json=body).status_code


@pytest.mark.parametrize("known", [True, False], ids=["with a token", "without one"])
def test_an_odd_address_is_no_error_of_the_service(app: Litestar, seated: Table, stranger: Person, known: bool) -> None:
    who = seated.gm if known else stranger
    sent = [(method, at) for method, path, _ in routes(app) for at in addresses(path, seated.id)]
    errors = {f"{method} {at}": status for method, at in sent if (status := asked(who, method, at)) >= 500}
    assert errors == {}


@pytest.mark.parametrize("known", [True, False], ids=["with a token", "without one"])
def test_addresses_with_doubled_and_trailing_strokes_are_no_error_of_the_service(
    app: Litestar, seated: Table, stranger: Person, known: bool
) -> None:
    who = seated.gm if known else stranger
    sent = [
        (method, odd)
        for method, path, _ in routes(app)
        for whole in [_PLACES.sub(seated.id, path)]
        for odd in (f"{whole}/", f"{whole}//", whole.replace("/", "//"), f"/{whole}", f"{whole}?", f"{whole}/.")
        if "stream" not in path or not known
    ]
    errors = {f"{method} {at}": status for method, at in sent if (status := asked(who, method, at)) >= 500}
    assert errors == {}


@one_in(11)
def test_an_odd_value_of_any_parameter_is_no_error_of_the_service(app: Litestar, seated: Table, step: int) -> None:
    errors: dict[str, int] = {}
    turn = count()
    for method, path, taken in routes(app):
        if method != "GET" or not taken or path.endswith("/stream"):
            continue
        address = _PLACES.sub(lambda place: seated.id if "campaign" in place[0] else "ada", path)
        for name in taken:
            for value in VALUES[next(turn) % step :: step]:
                at = f"{address}?{name}={quote(value)}"
                if (status := asked(seated.gm, method, at)) >= 500:
                    errors[at[:120]] = status
    assert errors == {}


@pytest.mark.parametrize("time", TIMES)
def test_a_time_at_the_edge_of_the_calendar_is_a_point_or_is_told_as_none(seated: Table, time: str) -> None:
    answer = seated.gm.send("GET", "./characters", params={"as_of": time})
    assert answer.status_code in (200, 400), answer.text
    assert answer.status_code == 200 or answer.json()["type"] in ("/problems/bad-point", "/problems/bad-parameter")


def test_a_campaign_without_an_id_is_told_as_no_address(seated: Table, stranger: Person) -> None:
    for who in (seated.gm, stranger):
        answer = who.http.post(f"{PREFIX}/campaigns//commands", json={})
        assert (answer.status_code, answer.json()["type"]) == (404, "/problems/not-found")
