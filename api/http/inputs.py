"""Strict reading of requests: parameters that a route declares, and bodies without coercion.

A number sent as text is an error and no guess, and a misspelt `as_of` must not read as now.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin

import msgspec
from litestar import Litestar, Request
from litestar.handlers import BaseRouteHandler
from litestar.routes import HTTPRoute
from litestar.typing import FieldDefinition
from litestar.utils.predicates import is_class_and_subclass

from api.problems import BadBody, BadParameter, FieldProblem, NotFound, field_of
from domain.ledger.playing.acceptance import NUL
from domain.shapes import hint

DEEPEST: Final = 64
"""The maximum depth of nested lists and objects in a body."""

_STRING: Final = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"?', re.DOTALL)
_BRACKET: Final = re.compile(rb"[\[\]{}]")


class TooDeep(BadBody):
    """Lists and objects lie deeper within each other than anything that is sent here has to."""

    slug = "too-deep"


class StrictRequest(Request[Any, Any, Any]):
    """A request whose JSON body is decoded into the type that its route declares, without coercing anything."""

    async def json(self) -> Any:
        """The body. Raises BadBody, which says which field is wrong."""
        declared = self.route_handler.parsed_data_field
        kind = Any if declared is None else declared.annotation
        body = await self.body()
        _check_depth(body)
        if NUL.search(body):
            raise BadBody("the body contains the character U+0000; leave it out")
        try:
            decoded = msgspec.json.decode(body, type=kind)
        except msgspec.ValidationError as error:
            raise _told(str(error), kind) from error
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BadBody(f"the body is not valid JSON: {error}") from error
        _check_once(body)
        return decoded


def _check_depth(body: bytes) -> None:
    """Check the depth of a body; it is parsed only where it has enough brackets. Raises TooDeep."""
    if body.count(b"[") + body.count(b"{") <= DEEPEST:
        return
    depth = 0
    for bracket in _BRACKET.finditer(_STRING.sub(b"", body)):
        depth += 1 if bracket[0] in b"[{" else -1
        if depth > DEEPEST:
            raise TooDeep(f"lists and objects are nested more than {DEEPEST} deep; make the body flatter")


def _check_once(body: bytes) -> None:
    """Check that no object of a JSON document repeats a field. Raises BadBody.

    Decoders take the first or the last of two as they like, so the sender's intention is unknown.
    """

    def once(pairs: list[tuple[str, object]]) -> None:
        if len(dict(pairs)) < len(pairs):
            (name, times), *_ = Counter(name for name, _ in pairs).most_common(1)
            said = f"occurs {times} times in one object; give it once"
            raise BadBody(f"`{name}` {said}", fields=(FieldProblem(name, said),))

    json.loads(body, object_pairs_hook=once, parse_int=len, parse_float=len, strict=False)


def _told(message: str, kind: Any) -> BadBody:
    field, said = field_of(message)
    right = hint(kind, message)
    detail = f"`{field or 'the body'}`: {said}{'; ' if right else ''}{right}"
    return BadBody(detail, fields=(FieldProblem(field, said),))


class _Taken(NamedTuple):
    """A route's query parameters: all names, required names, the choices of enumerated ones, and those that may repeat."""

    names: frozenset[str]
    needed: frozenset[str]
    choices: Mapping[str, tuple[str, ...]]
    lists: frozenset[str]


class ReadParameters:
    """The one place that checks query parameters: a misspelt `as_of` must not read as now.

    It refuses unknown parameters, missing required ones, repeated ones that are no list, and words that are none of the
    choices.
    """

    def __init__(self) -> None:
        self._taken: dict[tuple[str, str], _Taken] = {}

    def learn(self, app: Litestar) -> None:
        """Take note of the parameters that every route declares."""
        for route in app.routes:
            if isinstance(route, HTTPRoute):
                for method, (handler, model) in route.route_handler_map.items():
                    fields, parameters = _declared(handler), model.expected_query_params
                    needed = frozenset(each.field_alias for each in parameters if each.is_required)
                    choices = {each.field_alias: _choices(fields[each.field_name]) for each in parameters}
                    lists = frozenset(each.field_alias for each in parameters if _is_list(fields[each.field_name]))
                    self._taken[route.path_format, str(method)] = _Taken(frozenset(choices), needed, choices, lists)

    def check(self, request: Request[Any, Any, Any]) -> None:
        """Raises BadParameter, NotFound."""
        if "\0" in request.scope["path"]:
            raise NotFound("there is nothing at this address; it contains the character U+0000")
        given = list(request.query_params.multi_items())
        taken = self._taken[request.scope["path_template"], request.method]
        _check_known([name for name, _ in given], taken.names, taken.lists)
        for name in sorted(taken.needed - {name for name, _ in given}):
            raise _bad(name, "is needed")
        for name, value in given:
            if "\0" in value:
                raise _bad(name, "contains the character U+0000; leave it out")
            if taken.choices[name] and value not in taken.choices[name]:
                raise _bad(name, f"must be one of {', '.join(taken.choices[name])}, not {value!r}")


def _declared(handler: BaseRouteHandler) -> Mapping[str, FieldDefinition]:
    """Return the parameters of a route and of all its dependencies, by name."""
    provided = handler.resolve_dependencies().values()
    functions = [handler.parsed_fn_signature, *(provide.parsed_fn_signature for provide in provided)]
    return {name: field for function in functions for name, field in function.parameters.items()}


def _choices(field: FieldDefinition) -> tuple[str, ...]:
    """The words of which a parameter is one; none where it is anything else."""
    for kind in (field, *field.inner_types):
        if is_class_and_subclass(kind.annotation, Enum):
            return tuple(str(member.value) for member in kind.annotation)
        if get_origin(kind.annotation) is Literal:
            return get_args(kind.annotation)
    return ()


def _is_list(field: FieldDefinition) -> bool:
    """Whether a parameter may be given several times."""
    return any(get_origin(kind.annotation) is list for kind in (field, *field.inner_types))


def _check_known(names: Sequence[str], known: frozenset[str], lists: frozenset[str]) -> None:
    """Raises BadParameter."""
    if unknown := sorted(set(names) - known):
        right = f"there is {', '.join(sorted(known))}" if known else "this route has none"
        if _AXES & set(unknown):
            right = f"this is told as it is now, to whoever asks; {right}"
        told = tuple(FieldProblem(name, "Unknown parameter", "query") for name in unknown)
        raise BadParameter(f"there is no parameter {', '.join(unknown)} here; {right}", fields=told)
    for name in sorted(known - lists):
        if names.count(name) > 1:
            raise _bad(name, f"occurs {names.count(name)} times; give it once")


def _bad(name: str, said: str) -> BadParameter:
    return BadParameter(f"`{name}` {said}", fields=(FieldProblem(name, said, "query"),))


_AXES: Final = frozenset({"as_of", "view", "known_at", "viewer"})
"""Parameters of every read that can ask for more than the present."""
