"""Strict reading of requests: parameters that a use case declares, and bodies without coercion.

A number sent as text is an error and no guess, and a misspelt `as_of` must not read as now.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from enum import Enum
from inspect import Parameter, signature
from types import NoneType
from typing import Annotated, Any, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from litestar import Litestar, Request
from litestar.handlers import BaseRouteHandler
from litestar.routes import HTTPRoute
from litestar.types import HTTPScope
from litestar.typing import FieldDefinition
from litestar.utils.predicates import is_class_and_subclass

from api.http.misfits import misfit, misfits
from api.paging import list_request
from api.problems import BadBody, BadParameter, FieldProblem, NotFound, wrong_body
from api.reading import wanted
from domain.ledger.playing.acceptance import NUL
from domain.messages import text
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
        return decoded(await self.body(), Any if declared is None else declared.annotation)


def decoded(body: bytes, kind: Any) -> Any:
    """Decode a body into a type, without coercing anything. Raises BadBody, which says which field is wrong."""
    _check_depth(body)
    if NUL.search(body):
        raise BadBody("the body contains the character U+0000; leave it out")
    try:
        content = msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        raise wrong_body(str(error), kind) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadBody(text("the body is not valid JSON: {error}", error=error)) from error
    _check_once(body)
    return content


def _check_depth(body: bytes) -> None:
    """Check the depth of a body; it is parsed only where it has enough brackets. Raises TooDeep."""
    if body.count(b"[") + body.count(b"{") <= DEEPEST:
        return
    depth = 0
    for bracket in _BRACKET.finditer(_STRING.sub(b"", body)):
        depth += 1 if bracket[0] in b"[{" else -1
        if depth > DEEPEST:
            raise TooDeep(
                text("lists and objects are nested more than {deepest} deep; make the body flatter", deepest=DEEPEST)
            )


def _check_once(body: bytes) -> None:
    """Check that no object of a JSON document repeats a field. Raises BadBody.

    Decoders take the first or the last of two as they like, so the sender's intention is unknown.
    """

    def once(pairs: list[tuple[str, object]]) -> None:
        if len(dict(pairs)) < len(pairs):
            (name, times), *_ = Counter(name for name, _ in pairs).most_common(1)
            sentence = text("occurs {times} times in one object; give it once", times=times)
            raise BadBody(
                text("`{name}` {sentence}", name=name, sentence=sentence), fields=(FieldProblem(name, sentence),)
            )

    json.loads(body, object_pairs_hook=once, parse_int=len, parse_float=len, strict=False)


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

    def check_request(self, request: Request[Any, Any, Any]) -> None:
        """Check a request that the framework handles by itself. Raises BadParameter, NotFound."""
        self.check(request.scope, list(request.query_params.multi_items()))

    def check(self, scope: HTTPScope, given: Sequence[tuple[str, str]]) -> None:
        """Raises BadParameter, NotFound."""
        if "\0" in scope["path"]:
            raise NotFound("there is nothing at this address; it contains the character U+0000")
        taken = self._taken[scope["path_template"], str(scope["method"])]
        if not given and not taken.needed:
            return
        _check_known([name for name, _ in given], taken.names, taken.lists)
        for name in sorted(taken.needed - {name for name, _ in given}):
            raise _bad(name, text("is needed"))
        for name, value in given:
            if "\0" in value:
                raise _bad(name, text("contains the character U+0000; leave it out"))
            if taken.choices[name] and value not in taken.choices[name]:
                raise _bad(
                    name,
                    text(
                        "must be one of {choices}, not {value!r}", choices=", ".join(taken.choices[name]), value=value
                    ),
                )


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
        right = text("there is {known}", known=", ".join(sorted(known))) if known else text("this route has none")
        if _AXES & set(unknown):
            right = text("this is told as it is now, to whoever asks; {right}", right=right)
        problems = tuple(FieldProblem(name, "Unknown parameter", "query") for name in unknown)
        raise BadParameter(
            text("there is no parameter {unknown} here; {right}", unknown=", ".join(unknown), right=right),
            fields=problems,
        )
    for name in sorted(known - lists):
        if names.count(name) > 1:
            raise _bad(name, text("occurs {times} times; give it once", times=names.count(name)))


def _bad(name: str, sentence: str) -> BadParameter:
    return BadParameter(
        text("`{name}` {sentence}", name=name, sentence=sentence), fields=(FieldProblem(name, sentence, "query"),)
    )


_AXES: Final = frozenset({"as_of", "view", "known_at", "viewer"})
"""Parameters of every read that can ask for more than the present."""


PROVIDED: Final = frozenset({"services", "caller", "seat", "address", "language"})
"""The names of parameters that say who asks, from where, and in which language."""

Reads = Mapping[str, Callable[..., Any]]
"""Parameters that are made of several in the query, by the functions that make them."""

READ: Final[Reads] = {"wanted": wanted, "page": list_request}
"""Parameters of that kind that any use case may have."""


class Parameters:
    """The parameters of a use case: those `provided`, the type of its `body` (None: it takes none), and those that are read from
    the path and the query."""

    def __init__(self, use_case: Callable[..., Any], in_path: Collection[str], own_reads: Reads | None = None) -> None:
        hints, reads = _hints(use_case), {**READ, **(own_reads or {})}
        self.provided = PROVIDED & hints.keys()
        self.body: Any = hints.get("data")
        self._without_body = signature(use_case).parameters["data"].default if "data" in hints else Parameter.empty
        self._path = frozenset(in_path) & hints.keys()
        own = {name: hint for name, hint in hints.items() if name not in {*PROVIDED, *reads, "data"}}
        self._groups = [_Group(None, use_case, own)] if own else []
        self._groups += [_Group(name, reads[name], _hints(reads[name])) for name in reads if name in hints]

    def decode(self, body: bytes) -> Any:
        """Return the argument that a body gives, or the usual one without a body. Raises BadBody."""
        if body:
            return decoded(body, self.body)
        if self._without_body is Parameter.empty:
            raise BadBody("The request needs a JSON body.")
        return self._without_body

    def read(self, query: Sequence[tuple[str, str]], path: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments that a request gives. Raises BadParameter, which lists every wrong one."""
        arguments: dict[str, Any] = {}
        wrong: list[FieldProblem] = []
        for group in self._groups:
            values = {name: path[name] for name in self._path} if group.name is None else {}
            wrong += group.read_into(arguments, values, query)
        if wrong:
            raise misfits(wrong)
        return arguments


class _Group:
    """Parameters that make one argument, or, without a name, are arguments themselves."""

    def __init__(self, name: str | None, made_by: Callable[..., Any], hints: Mapping[str, Any]) -> None:
        self.name = name
        self._made_by = made_by
        given = signature(made_by).parameters
        self._types = {key: _bounded(hint) for key, hint in hints.items()}
        self._names = {_sent_as(key, hint): key for key, hint in hints.items()}
        self._lists = frozenset(key for key, hint in hints.items() if _may_repeat(hint))
        required = [(key, kind) for key, kind in self._types.items() if given[key].default is Parameter.empty]
        defaults = [(key, kind, given[key].default) for key, kind in self._types.items() if key not in dict(required)]
        self._model = msgspec.defstruct("Asked", [*required, *defaults], kw_only=True)
        self._usual = None if name is None else made_by()

    def read_into(
        self, arguments: dict[str, Any], values: dict[str, Any], query: Sequence[tuple[str, str]]
    ) -> list[FieldProblem]:
        """Add what the path and the query give to the arguments. Returns the wrong parameters."""
        in_path = frozenset(values)
        for sent, value in query:
            key = self._names.get(sent)
            if key is None:
                continue
            if key in self._lists:
                values.setdefault(key, []).append(value)
            else:
                values[key] = value
        if self.name is not None and not values:
            arguments[self.name] = self._usual
            return []
        try:
            asked = msgspec.structs.asdict(msgspec.convert(values, self._model, strict=False))
        except msgspec.ValidationError:
            return self._wrong(values, in_path)
        if self.name is None:
            arguments.update(asked)
        else:
            arguments[self.name] = self._made_by(**asked)
        return []

    def _wrong(self, values: Mapping[str, Any], in_path: Collection[str]) -> list[FieldProblem]:
        problems = []
        for sent, key in self._names.items():
            try:
                if key in values:
                    msgspec.convert(values[key], self._types[key], strict=False)
            except msgspec.ValidationError as error:
                choices = hint(self._types[key], str(error)).removeprefix("it is one of ")
                problem = misfit(str(error), values[key], choices)
                problems.append(FieldProblem(sent, problem, "path" if key in in_path else "query"))
        return problems


def _hints(function: Callable[..., Any]) -> dict[str, Any]:
    hints = get_type_hints(function, include_extras=True)
    del hints["return"]
    return hints


def _bounded(hint: Any) -> Any:
    """Return a type with the bounds that it declares; those of an optional one are those of its value."""
    if get_origin(hint) is not Annotated:
        return hint
    kind, meta = get_args(hint)
    declared: dict[str, Any] = {name: getattr(meta, name) for name in ("ge", "le", "max_length", "pattern")}
    bounds = msgspec.Meta(**declared)
    values = [each for each in get_args(kind) if each is not NoneType]
    if len(values) < len(get_args(kind)):
        (value,) = values
        return Annotated[value, bounds] | None
    return Annotated[kind, bounds]


def _sent_as(key: str, hint: Any) -> str:
    meta = get_args(hint)[1] if get_origin(hint) is Annotated else None
    return key if meta is None else (meta.extra or {}).get("name", key)


def _may_repeat(hint: Any) -> bool:
    kinds = get_args(hint)
    return get_origin(hint) is list or any(map(_may_repeat, kinds))
