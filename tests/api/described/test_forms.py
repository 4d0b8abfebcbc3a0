"""Whatever form an answer is asked for in, the description of the interface names its media type."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.api.people import Json, Person, Table

PLACES = {"report": "luck", "kind": "gear", "system": "freeform", "target": "x", "character": "ada", "entry": "1"}


@pytest.fixture(scope="module")
def document(http: httpx.Client) -> Json:
    return http.get("/api/v1/openapi.json").raise_for_status().json()


@pytest.fixture(scope="module")
def played(owner: Person) -> Table:
    table = Table(owner)
    table.gm.does("freeform.create_character", name="Ada")
    table.gm.does("freeform.open_session", title="One")
    table.gm.does("freeform.roll", label="luck", notation="1d6")
    return table


def forms(document: Json) -> Iterator[tuple[str, Json, dict[str, str], dict[str, str]]]:
    """Every read with each word of each of its parameters that takes one of a few, and with what browsers accept."""
    for path, methods in document["paths"].items():
        if "get" not in methods or path.endswith("/stream"):
            continue
        answers = methods["get"]["responses"]["200"].get("content", {})
        parameters = [each for each in methods["get"].get("parameters", ()) if each.get("in") == "query"]
        required = {each["name"]: _some(each) for each in parameters if each.get("required")}
        words = [(each["name"], word) for each in parameters for word in each["schema"].get("enum", ())]
        yield from ((path, answers, {**required, name: str(word)}, {}) for name, word in words)
        yield path, answers, required, {"Accept": "text/html,text/markdown;q=0.9,*/*;q=0.1"}


def _some(parameter: Json) -> str:
    return str(parameter["schema"].get("enum", ["1"])[0])


def test_every_form_of_an_answer_is_described(document: Json, played: Table) -> None:
    undescribed: dict[str, Any] = {}
    for path, answers, parameters, headers in forms(document):
        at = path.replace("{campaign}", played.id)
        for place, value in PLACES.items():
            at = at.replace(f"{{{place}}}", value)
        answer = played.gm.send("GET", at.removeprefix("/api/v1"), params=parameters, headers=headers)
        form = answer.headers.get("content-type", "").partition(";")[0]
        if answer.status_code == 200 and form not in answers:
            undescribed[f"{path} {parameters} {headers}"] = form
    assert undescribed == {}


def test_routes_that_count_wrong_codes_say_that_they_may_refuse_for_now(document: Json) -> None:
    redeeming = [path for path in document["paths"] if path.endswith("/{code}")]
    assert redeeming
    for path in redeeming:
        assert {"429", "503"} <= document["paths"][path]["post"]["responses"].keys()
