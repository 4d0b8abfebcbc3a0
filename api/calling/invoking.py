"""Invoking use cases by what their parameters name: for callers that are no routes."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from api.access import Asked, Caller, Seat, access_of
from api.paging import WHOLE
from api.reading import ReadRequest
from api.services import Services
from domain.history.points import HEAD

T = TypeVar("T")

USUAL: Final[Mapping[str, Any]] = {"wanted": ReadRequest(HEAD, None), "page": WHOLE}
"""The read and the page of a caller who asks for neither: a read of now, and a list as a whole."""


def admit(services: Services, use_case: Callable[..., Any], asked: Asked) -> tuple[Caller | None, Seat | None]:
    """Return the caller of a use case and their seat, as its access admits them. Raises the errors of `Access.admit`."""
    access = access_of(use_case)
    is_stranger = asked.token is None and asked.session is None
    if access.need == "nobody" or (access.need == "anybody" and is_stranger):
        return None, None
    return access.admit(services, asked)


def invoke(use_case: Callable[..., T], known: Mapping[str, Any], given: Mapping[str, Any]) -> T:
    """Invoke a use case with those of the `known` values that it takes, and with all that are `given`."""
    taken = inspect.signature(use_case).parameters
    return use_case(**{name: value for name, value in {**USUAL, **known}.items() if name in taken} | dict(given))


def takes(use_case: Callable[..., Any], name: str) -> bool:
    """Whether a use case has a parameter of this name."""
    return name in inspect.signature(use_case).parameters
