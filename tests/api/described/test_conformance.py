"""Whatever the description allows, or does not, is answered as it says: no defect, no undescribed status, no way round a token.

The cases come from the OpenAPI document by schemathesis, for a stranger, a player and a game master.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st
from schemathesis.config import SchemathesisConfig
from schemathesis.generation import GenerationMode

from api.app import create_app
from api.docs.openapi import document
from api.settings import load as defaults
from domain.system import Registry, System
from systems.registry import load
from tests.api.people import Person
from tests.api.room import Room
from tests.api.serving import Serving
from tests.databases import fresh_database

NORMALLY = {"nobody": 3, "player": 6, "gm": 6}
"""Cases for each operation in every run, by who asks: a stranger, who is nearly always turned away in the same manner, a
player with a character, the game master.
"""

ROLES = tuple(NORMALLY)

AT_LENGTH = int(os.environ.get("RETCON_SOAK_CASES", "100000"))
"""Cases for all of them when there is time (`-m soak`)."""

ENDLESS = "follow"
"""The operation whose answer never ends; it has tests of its own."""

REFUSALS = ["2xx", "400", "401", "403", "404", "409", "422", "429"]
"""What a well-formed request may come to: a point of time that is not there and a rule that refuses are no fault of form."""

CONFIG = SchemathesisConfig.from_dict(
    {
        "checks": {
            "positive_data_acceptance": {"expected-statuses": REFUSALS},
            "unsupported_method": {"enabled": False},  # `OPTIONS` and `Allow` have tests of their own
        },
    }
)

LONGEST_QUERY = 8_192
"""Characters: the server below the application refuses much longer addresses by itself, without a body (414)."""

FEW = 4
"""Commands of a system among which the requests choose: generating from hundreds takes minutes, and shows no more."""


def some_commands(system: System) -> System:
    """A system with a few of its commands, from all over."""
    kinds = [system.kinds[type] for type in sorted(system.kinds)]
    return System(id=system.id, name=system.name, version=system.version, kinds=kinds[:: max(1, -(-len(kinds) // FEW))])


def described() -> Any:
    """The description, with some of the commands."""
    registry = load(installed=[])
    games = [some_commands(system) for system in registry.systems.values() if system is not registry.base]
    return document(create_app(defaults({})), Registry(some_commands(registry.base), games))


SCHEMA: Any = schemathesis.openapi.from_dict(described(), config=CONFIG)
OPERATIONS = {found.ok().definition.raw["operationId"]: found.ok() for found in SCHEMA.get_all_operations()}
NAMES = sorted(set(OPERATIONS) - {ENDLESS})


@pytest.fixture(scope="module")
def serving(postgres: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A service that counts neither guesses nor dice."""
    with fresh_database(postgres) as url:
        folder = tmp_path_factory.mktemp("conformance")
        with Serving(url, folder, RETCON_GUESSES_PER_MINUTE="0", RETCON_DICE_PER_MINUTE="0") as serving:
            yield serving


@pytest.fixture(scope="module")
def room(serving: Serving) -> Iterator[Room]:
    with serving.client() as client:
        nobody = Person(client, serving.owner_token)
        yield Room(Person(client, serving.owner_token, nobody.see("/account")["id"]))


def likely(room: Room) -> dict[str, list[str]]:
    """What stands in paths where there is something, by the name of the parameter; the last of each is nothing."""
    return {
        "campaign": [room.gm.campaign] * 9 + [str(uuid4())],
        "member": [room.player.id, room.observer.id, str(uuid4())],
        "character": ["hero", "spy", "nobody"],
        "encounter": ["fight", "trap", "nothing"],
        "enclave": ["den", "cult", "nothing"],
        "target": ["plans", "nothing"],
        "entry": ["1", "7", "9999"],
        "system": ["freeform", "nothing"],
        "rule": ["sealed", "nothing"],
        "phase": ["1", "9"],
    }


@cache
def requests_of(name: str) -> list[st.SearchStrategy[Any]]:
    """Requests of an operation: well-formed ones, and others. Made once: that takes longer than the requests themselves."""
    modes = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    return [OPERATIONS[name].as_strategy(generation_mode=mode) for mode in modes]


def cases(operation: Any, room: Room) -> st.SearchStrategy[Any]:
    """Requests of an operation, well-formed and not; most of them about something that is there."""
    modes = requests_of(operation.definition.raw["operationId"])
    known = likely(room)
    named = [name for name in known if f"{{{name}}}" in operation.path]

    @st.composite
    def drawn(draw: Any) -> Any:
        case = draw(draw(st.sampled_from(modes)))
        assume(len(urlencode(case.query or {}, doseq=True)) < LONGEST_QUERY)
        wrong = ill_formed(case)
        assume(wrong != {"header"})  # it is the token that is missing, and the test sends one
        if named and "path" not in wrong and draw(st.integers(0, 9)):
            values = {name: draw(st.sampled_from(known[name])) for name in named}
            case.path_parameters = {**case.path_parameters, **values}
        return case

    return drawn()


def ill_formed(case: Any) -> set[str]:
    """The parts of a request that are not as described: path, query, header, body."""
    components = case.meta.components.items()
    return {str(where.value) for where, info in components if info.mode is GenerationMode.NEGATIVE}


def somebody(room: Room, role: str) -> Person:
    """A newcomer in a role: what they do to themselves ends with the test."""
    if role == "nobody":
        return room.nobody
    joined = room.join(role, "gm" if role == "gm" else "player")
    room.gm.does("freeform.create_character", name=f"Of {role}", owners=[joined.id], tracks={"hp": 10})
    return joined


def expect_conformance(serving: Serving, room: Room, role: str, name: str, count: int) -> None:
    """Every case of an operation, asked by somebody, is answered as described."""
    token = somebody(room, role).token
    headers = {"Authorization": f"Bearer {token}"} if token else {}

    @settings(
        max_examples=count,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
        database=None,
    )
    @given(case=cases(OPERATIONS[name], room))
    def asked(case: Any) -> None:
        case.call_and_validate(base_url=serving.url, headers=headers)

    asked()


def test_every_operation_of_the_description_is_asked() -> None:
    assert ENDLESS in OPERATIONS
    assert len(NAMES) * sum(NORMALLY.values()) >= 1_500


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", NAMES)
def test_an_operation_answers_as_it_is_described(serving: Serving, room: Room, role: str, name: str) -> None:
    expect_conformance(serving, room, role, name, NORMALLY[role])


@pytest.mark.soak
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", NAMES)
def test_an_operation_answers_as_described_over_many_requests(
    serving: Serving, room: Room, role: str, name: str
) -> None:
    expect_conformance(serving, room, role, name, max(1, AT_LENGTH // (len(NAMES) * len(ROLES))))
