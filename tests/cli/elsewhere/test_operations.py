"""The table of operations says what the routes and the annotations of the use cases say."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from litestar import Router

from api.app import ROUTES
from api.cli.answers import kinds_of
from api.cli.operations import OPERATIONS, PREFIX
from api.paging import ListPage

UNDECLARED = frozenset({"entry", "log", "lines", "file"})
"""Shapes whose types no annotation tells: entries have no type of their own, and files are bytes."""

RENAMED_HANDLERS = {"export": "export_ledger"}


def use_case(key: str) -> Callable[..., Any]:
    module, _, name = key.partition(".")
    function: Callable[..., Any] = getattr(import_module(f"api.use_cases.{module}"), name)
    return function


def served() -> Iterator[tuple[str, str, str]]:
    """The names of the handlers, each with its method and path."""
    for route in Router(PREFIX, route_handlers=ROUTES).routes:
        for handler in getattr(route, "route_handlers", ()):
            name = handler.fn.__name__
            for method in handler.http_methods - {"HEAD", "OPTIONS"}:
                path = re.sub(r"\{(\w+):\w+\}", r"{\1}", route.path).removeprefix(PREFIX)
                yield RENAMED_HANDLERS.get(name, name), method, path


NO_USE_CASES = {"follow", "show_document"}
"""The stream of a campaign, and the description of the interface."""


def test_every_route_is_an_operation_at_its_method_and_path() -> None:
    known = {(key.partition(".")[2], each.method, each.path) for key, each in OPERATIONS.items()}
    assert {route for route in served() if route[0] not in NO_USE_CASES} == known


@pytest.mark.parametrize("key", OPERATIONS)
def test_an_operation_answers_with_the_type_of_its_use_case(key: str) -> None:
    operation, function = OPERATIONS[key], use_case(key)
    declared = get_type_hints(function)["return"]
    kinds = kinds_of(operation)
    match operation.shape:
        case "rows":
            assert get_origin(declared) is ListPage
            assert get_args(declared) == kinds
        case "map":
            assert declared == dict[str, kinds[0]]  # type: ignore[valid-type]
        case shape if shape in UNDECLARED:
            assert declared not in kinds
        case _:
            assert (get_args(declared) or (declared,)) == (kinds or (type(None),))


@pytest.mark.parametrize("key", [key for key, each in OPERATIONS.items() if each.renamed])
def test_a_renamed_parameter_is_one_of_the_use_case(key: str) -> None:
    taken = {*get_type_hints(use_case(key)), "campaigns"}
    assert set(OPERATIONS[key].renamed) <= taken
