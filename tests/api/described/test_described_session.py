"""A first session, played by a client that knows of the interface what its description says, and nothing else.

Every request and every answer is held against its schema.
"""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import httpx
import jsonschema_rs
import pytest

from tests.api.people import Json, Person


class Client:
    """Calls operations by their names: addresses, parameters, bodies and answers are those of the description."""

    def __init__(self, http: httpx.Client, document: Json, token: str | None, **known: str) -> None:
        self.http, self.document, self.token, self.known = http, document, token, known
        self.operations = {
            operation["operationId"]: (method.upper(), path, operation)
            for path, item in document["paths"].items()
            for method, operation in item.items()
        }

    def call(self, name: str, body: Json = None, **given: Any) -> Json:
        """What an operation answers. `given` are parameters; those of the path may be known already."""
        method, path, operation = self.operations[name]
        parameters = {each["name"]: each["in"] for each in operation.get("parameters", []) if "name" in each}
        assert given.keys() <= parameters.keys()
        at = path.format(**{key: given.get(key, known) for key, known in (self.known | given).items()})
        query = {key: value for key, value in given.items() if parameters[key] == "query"}
        if body is not None:
            self._check(body, operation["requestBody"])
        headers = {"Authorization": f"Bearer {self.token}"} if operation["security"] and self.token else {}
        answer = self.http.request(method, at, params=query, json=body, headers=headers)
        described = operation["responses"][str(answer.status_code)]
        assert answer.is_success, answer.text
        return self._check(answer.json(), described) if "content" in described else answer.content

    def example(self, type: str, **changed: Any) -> Json:
        """The example of a command, with some of its args changed, or left out (None)."""
        _, _, operation = self.operations["give_command"]
        example = operation["requestBody"]["content"]["application/json"]["examples"][type]["value"]
        args = {name: value for name, value in (example["args"] | changed).items() if value is not None}
        return {"id": str(uuid4()), **example, "args": args}

    def _check(self, value: Json, described: Json) -> Json:
        schema = {**described["content"]["application/json"]["schema"], "components": self.document["components"]}
        jsonschema_rs.Draft202012Validator(schema).validate(value)
        return value


@pytest.fixture(scope="module")
def gm(served: Person) -> Client:
    """A game master who has founded a campaign."""
    document = served.http.get("/api/v1/openapi.json").raise_for_status().json()
    client = Client(served.http, document, served.token)
    client.known["campaign"] = client.call("found_campaign", {"name": "The Long Night", "system": "freeform"})["id"]
    return client


@pytest.fixture(scope="module")
def player(gm: Client) -> Client:
    """Somebody who has come in by invitation, and plays a character."""
    code = gm.call("invite", {"role": "player"})["code"]
    joined = Client(gm.http, gm.document, None).call("accept_invitation", {"name": "Pat"}, code=code)
    client = Client(gm.http, gm.document, joined["secret"], campaign=gm.known["campaign"], member=joined["member"])
    hero = gm.example("freeform.create_character", owners=[joined["member"]])
    made = gm.call("give_command", hero)
    (client.known["character"],) = (name["handle"] for name in made["names"].values())
    return client


def strike(client: Client, **changed: Any) -> Json:
    return client.example("freeform.damage", target=client.known["character"], temporary=None, **changed)


def hp(client: Client, **at: Any) -> int:
    current: int = client.call("show_character", **at)["tracks"]["hp"]["current"]
    return current


def test_a_character_is_made_hit_and_healed_by_changing_the_past(gm: Client, player: Client) -> None:
    before = hp(player)
    hit = player.call("give_command", strike(player, amount=3))["entry"]
    plan = gm.call("revise", {"undo": [hit]}, dry_run=True)["plan"]
    revision = gm.call("revise", {"undo": [hit], "plan": plan})["entry"]["entry"]
    assert (hp(player), hp(player, view="as_played", as_of=hit)) == (before, before - 3)
    gm.call("revise", {"redo": hit})
    assert gm.call("show_entry", entry=revision)["status"] == "struck"
    assert hp(player) == before - 3


def test_what_is_tried_leaves_nothing(gm: Client, player: Client) -> None:
    head = gm.call("show_campaign")["head"]
    gm.call("give_command", gm.example("freeform.roll", actor=player.known["character"]), dry_run=True)
    gm.call("give_batch", {"commands": [strike(player), strike(player)]}, dry_run=True)
    assert gm.call("show_campaign")["head"] == head


def test_a_question_is_asked_and_answered(gm: Client, player: Client) -> None:
    gm.call("give_command", gm.example("freeform.ask", owner=player.known["member"]))
    (asked,) = player.call("list_decisions", owner=player.known["member"])
    answer = {"deed": asked["deed"], "key": asked["key"], "choice": asked["options"][0]}
    player.call("give_command", player.example("freeform.answer", **answer))
    assert player.call("list_decisions") == []


def test_a_value_is_explained_and_the_ledger_checked(gm: Client, player: Client) -> None:
    hit = player.call("give_command", strike(player, amount=1))["entry"]
    steps = player.call("explain_value", path="tracks.hp.current")["steps"]
    assert steps[-1]["entry"] == hit
    assert player.call("show_difference", **{"from": hit - 1})["changes"]
    assert gm.call("show_verification")["ok"]


def test_every_read_that_needs_nothing_more_answers_as_described(gm: Client, player: Client) -> None:
    gm.call("give_command", gm.example("freeform.create_encounter", name="Fight"))
    gm.call("give_command", gm.example("freeform.create_enclave", name="Den", members=[player.known["character"]]))
    known = gm.known | player.known | {"encounter": "fight", "enclave": "den", "entry": "1", "system": "freeform"}
    reader = Client(gm.http, gm.document, gm.token, **known)
    asked = [
        name
        for name, (method, _, read) in reader.operations.items()
        if method == "GET" and needed(read) <= known.keys()
    ]
    for name in asked:
        if name not in {"follow", "export"}:
            reader.call(name)
    assert len(asked) > 25


def needed(operation: Json) -> set[str]:
    """The parameters without which an operation cannot be called."""
    return {each["name"] for each in operation.get("parameters", []) if each.get("required")}
