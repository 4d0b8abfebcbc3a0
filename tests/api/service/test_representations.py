"""Bodies as they are sent: what is compressed and what never is, and what a client that has an answer already gets."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from typing import Any, Final

import httpx
import pytest
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler

from api.answers import LEAST, encoded, takes_gzip
from api.http.endpoints import Endpoint
from tests.api.people import PREFIX, Json, Person, Table, command

UNCHANGING: Final = (
    "/api/v1/openapi.json",
    "/docs/openapi.json",
    "/api/v1/systems",
    "/api/v1/systems/freeform",
    "/api/v1/systems/freeform/rules?word=seal",
    "/api/v1/systems/freeform/rules/sealed",
    "/docs/assets/swagger-ui.css",
    "/docs/assets/start.js",
)


def sent(http: httpx.Client, path: str, **headers: str) -> httpx.Response:
    """An answer; nothing is compressed unless a header asks for it."""
    return http.get(path, headers={"Accept-Encoding": "identity"} | headers)


@pytest.mark.parametrize("path", UNCHANGING)
@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_an_answer_that_never_changes_is_sent_once(http: httpx.Client, path: str, encoding: str) -> None:
    first = sent(http, path, **{"Accept-Encoding": encoding})
    again = sent(http, path, **{"Accept-Encoding": encoding, "If-None-Match": first.headers["etag"]})
    assert first.headers["etag"].startswith('"')
    assert first.headers["cache-control"] == "no-cache"
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert again.headers["etag"] == first.headers["etag"]


@pytest.mark.parametrize("path", UNCHANGING)
def test_an_answer_that_the_client_has_otherwise_is_sent_again(http: httpx.Client, path: str) -> None:
    assert sent(http, path, **{"If-None-Match": '"another"'}).status_code == 200


def test_each_encoding_of_an_answer_has_an_etag_of_its_own(http: httpx.Client) -> None:
    packed, plain = (sent(http, UNCHANGING[0], **{"Accept-Encoding": coding}) for coding in ("gzip", "identity"))
    assert packed.headers["etag"] != plain.headers["etag"]
    assert packed.content == plain.content


def test_each_query_of_an_answer_that_never_changes_has_its_own_rows(http: httpx.Client) -> None:
    sealed, none = (http.get(f"{PREFIX}/systems/freeform/rules", params={"word": word}) for word in ("sealed", "zzz"))
    assert (len(sealed.json()) > 0, none.json()) == (True, [])
    assert sealed.headers["etag"] != none.headers["etag"]


def test_a_page_of_an_answer_that_never_changes_names_the_next(http: httpx.Client) -> None:
    pages = [http.get(f"{PREFIX}/systems?limit=1") for _ in range(2)]
    assert pages[0].headers["link"] == pages[1].headers["link"]


def test_a_wrong_request_for_an_answer_that_never_changes_is_refused(http: httpx.Client) -> None:
    assert http.get(f"{PREFIX}/systems/freeform", params={"nothing": "1"}).status_code == 400
    assert http.get(f"{PREFIX}/systems/nothing").status_code == 404


@pytest.fixture(scope="module")
def rain(owner: Person) -> Table:
    """A campaign with long notes and a character."""
    table = Table(owner)
    table.gm.does("freeform.create_character", name="Ramjet", tracks={f"track-{n}": 10 for n in range(20)})
    notes = [command("freeform.note", text="It rains. " * 50) for _ in range(5)]
    table.gm.ask("POST", "./batches", 201, json={"commands": notes})
    return table


@pytest.mark.parametrize("path", ["./characters/ramjet", "./entries", "./analytics/recap"])
def test_a_large_answer_is_compressed_where_the_client_takes_it(rain: Table, path: str) -> None:
    packed, plain = (rain.gm.send("GET", path, headers={"Accept-Encoding": coding}) for coding in ("gzip", "identity"))
    assert (packed.headers["content-encoding"], "content-encoding" in plain.headers) == ("gzip", False)
    varies = {each.headers["vary"].casefold().removeprefix("accept-language, ") for each in (packed, plain)}
    assert varies == {"accept-encoding"}
    assert packed.json() == plain.json()
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) == len(plain.content)


def test_a_large_refusal_is_compressed(rain: Table) -> None:
    wrong = {f"parameter_{number}": "1" for number in range(30)}
    problem = rain.gm.send("GET", ".", params=wrong, headers={"Accept-Encoding": "gzip"})
    assert (problem.headers["content-type"], problem.status_code) == ("application/problem+json", 400)
    assert problem.headers["content-encoding"] == "gzip"


def test_a_small_answer_is_sent_as_it_is(http: httpx.Client) -> None:
    assert "content-encoding" not in sent(http, "/health", **{"Accept-Encoding": "gzip"}).headers


def test_a_stream_is_never_compressed(served: Person) -> None:
    campaign = served.ask("POST", "/campaigns", 201, json={"name": "Followed", "system": "freeform"})["id"]
    headers = {"Authorization": f"Bearer {served.token}", "Accept-Encoding": "gzip"}
    with served.http.stream("GET", f"{PREFIX}/campaigns/{campaign}/stream?after=0", headers=headers) as answer:
        assert (answer.status_code, "content-encoding" in answer.headers) == (200, False)
        assert next(answer.iter_bytes()).startswith(b"retry:")


@pytest.mark.parametrize(
    ("accepted", "taken"),
    [
        (None, False),
        (b"", False),
        (b"gzip", True),
        (b"br, GZIP;q=0.5", True),
        (b"gzip; q=0", False),
        (b"gzip;q=0.0, *", False),
        (b"*", True),
        (b"*;q=0", False),
        (b"br, zstd", False),
    ],
)
def test_gzip_is_taken_by_those_who_say_so(accepted: bytes | None, taken: bool) -> None:
    assert takes_gzip(accepted) == taken


@pytest.mark.parametrize("size", [LEAST - 1, LEAST])
def test_bodies_are_compressed_from_one_kibibyte_on(size: int) -> None:
    headers, body = encoded(b"x" * size, b"gzip")
    assert ((b"content-encoding", b"gzip") in headers) == (size == LEAST)
    assert (gzip.decompress(body) if size == LEAST else body) == b"x" * size


def endpoints(app: Litestar) -> Iterator[tuple[str, Endpoint]]:
    """The endpoints of an application, by the names of their operations."""
    for route in app.routes:
        for handler in getattr(route, "route_handlers", ()):
            if isinstance(handler, HTTPRouteHandler):
                layers = [layer for layer in handler.middleware or () if isinstance(layer, Endpoint)]
                yield from ((handler.handler_name, endpoint) for endpoint in layers)


def fields(document: Json, schema: Any) -> set[str]:
    """The names of all fields of a schema, and of the schemas that it refers to."""
    names, seen, left = set[str](), set[str](), [schema]
    while left:
        match left.pop():
            case {"$ref": str(reference)} if reference not in seen:
                seen.add(reference)
                left.append(document["components"]["schemas"][reference.rpartition("/")[2]])
            case dict() as part:
                names |= part["properties"].keys() if isinstance(part.get("properties"), dict) else set()
                left += part.values()
            case list() as parts:
                left += parts
            case _:
                pass
    return names


def test_answers_with_a_token_or_a_code_are_never_compressed(app: Litestar, http: httpx.Client) -> None:
    document = http.get(f"{PREFIX}/openapi.json").json()
    operations = [operation for item in document["paths"].values() for operation in item.values()]
    answers = {
        operation["operationId"]: [
            answer["content"]
            for status, answer in operation["responses"].items()
            if status < "300" and "content" in answer
        ]
        for operation in operations
    }
    secret = {name for name, contents in answers.items() if fields(document, contents) & {"secret", "code"}}
    compressed = {name for name, endpoint in endpoints(app) if endpoint.compressed}
    assert secret & compressed == set()
    assert {"issue_token", "accept_invitation"} <= secret
    assert {"give_command", "show_character"} <= compressed
