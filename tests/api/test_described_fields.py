"""What the description says of the fields of commands: each has a meaning, also where it stands within another."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from systems.registry import load
from tests.api.people import Json

GAMES = sorted(load().systems)


@pytest.fixture(scope="module")
def schemas(http: httpx.Client) -> Json:
    found: Json = http.get("/api/v1/openapi.json").raise_for_status().json()["components"]["schemas"]
    return found


def within(value: Any) -> Iterator[str]:
    """The names of the schemas that this one refers to."""
    match value:
        case {"$ref": str(reference)}:
            yield reference.removeprefix("#/components/schemas/")
        case dict():
            for item in value.values():
                yield from within(item)
        case list():
            for item in value:
                yield from within(item)


def undescribed(schemas: Json, name: str, known: set[str]) -> Iterator[str]:
    """The fields without a description of a schema, and of those within it that are not known yet."""
    if name in known:
        return
    known.add(name)
    for field, schema in schemas[name].get("properties", {}).items():
        if not schema.get("description"):
            yield f"{name}.{field}"
    for inner in within(schemas[name]):
        yield from undescribed(schemas, inner, known)


@pytest.mark.parametrize("game", GAMES)
def test_every_field_of_a_games_commands_says_what_it_means(schemas: Json, game: str) -> None:
    own = [
        schemas[type]["properties"]["args"]
        for type in schemas["Command"]["discriminator"]["mapping"]
        if type.startswith(f"{game}.")
    ]
    known: set[str] = set()
    assert own
    assert [field for args in own for name in within(args) for field in undescribed(schemas, name, known)] == []
