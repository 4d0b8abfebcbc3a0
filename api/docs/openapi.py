"""The OpenAPI document: the routes as declared, and every command of every installed game with a schema of its own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from http import HTTPStatus
from types import NoneType
from typing import Any, Final

import msgspec
from litestar import Litestar, Response
from litestar.handlers import HTTPRouteHandler
from litestar.response import Stream
from litestar.routes import HTTPRoute
from litestar.utils.helpers import unwrap_partial
from litestar.utils.predicates import is_class_and_subclass

from api.access import ON_BEHALF_OF
from api.analytics.rows_file import RowsFile
from api.docs.failures import MEANINGS, failures
from api.docs.meanings import ARGS, BODIES, PARAMETERS, TAG
from api.event_stream import MEDIA_TYPE as EVENTS
from api.event_stream import EventStream
from api.http.guards import Guard
from api.http.problem_answers import MEDIA_TYPE
from api.problems import Problem
from api.proxy.subpath import STATE
from api.use_cases.commands import CommandRequest
from domain.system import CommandSpec, Registry
from projections.views.entry import EntryView, HiddenEntry

Json = dict[str, Any]

COMMAND: Final = "Command"
"""The component that is one of all commands."""

ARGS_OF: Final = "args."
"""The prefix of the component for a command's own fields, followed by the command's type: the component keeps its name
when the struct moves. Structs within those fields have components under their own names.
"""

ROLLS_OF: Final = "rolls-"
"""The prefix of the component for a game's kinds of rolls, followed by the game's id."""

QUESTIONS_OF: Final = "questions-"
"""The same for its kinds of questions."""

_REF: Final = "#/components/schemas/"
_BEARER: Final[list[Json]] = [{"token": []}]

_DESCRIPTION: Final = """\
Campaigns as ledgers of events: give commands, read what came of them at any point of time, and correct the past.

Every request but the few marked as open carries `Authorization: Bearer <token>`; a bot names the member it acts for in
`On-Behalf-Of`. Every read takes `as_of`, `view`, `known_at` and, for game masters, `viewer`. Whatever goes wrong is
answered as problem details whose `type` is stable.
"""


def document(app: Litestar, registry: Registry) -> Json:
    """The whole document, as JSON values."""
    described: Json = msgspec.to_builtins(app.openapi_schema.to_schema())
    described["info"]["description"] = _DESCRIPTION
    described["servers"] = [{"url": app.state.get(STATE) or "/"}]
    operations = list(_operations(app))
    schemas: Json = described["components"]["schemas"]
    known = _Schemas([handler for _, _, handler in operations])
    schemas.update(known.components)
    schemas.update(_commands(registry))
    schemas.update(_asked_and_rolled(registry))
    for name, field in (("BatchRequest", "commands"), ("Amend", "command"), ("Insert", "command")):
        _point_at_commands(schemas[name]["properties"], field)
    for name, schema in schemas.items():
        of_command = name.startswith(ARGS_OF)
        _tell_fields(
            schema, ARGS if of_command else BODIES.get(name, {}), "" if of_command else schema.get("description", "")
        )
    described["components"] |= _shared()
    for path, method, handler in operations:
        _describe(described["paths"][path][method.lower()], path, handler, known)
    body = described["paths"]["/api/v1/campaigns/{campaign}/commands"]["post"]["requestBody"]["content"]
    body["application/json"] = {"schema": {"$ref": _REF + COMMAND}, "examples": dict(_examples(registry))}
    return described


def operation_id(handler: HTTPRouteHandler, _method: object, _path: object) -> str:
    """Return an operation's id: the name of the function that serves it."""
    return handler.handler_name


def _operations(app: Litestar) -> Iterator[tuple[str, str, HTTPRouteHandler]]:
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            for handler in route.route_handlers:
                if handler.resolve_include_in_schema() and "OPTIONS" not in handler.http_methods:
                    yield from ((route.path_format, str(method), handler) for method in handler.http_methods)


def _answers(handler: HTTPRouteHandler) -> dict[str, Any]:
    """Return the responses of a route, by status."""
    answered = handler.parsed_return_field
    if is_class_and_subclass(answered.annotation, Stream):
        return {}
    if is_class_and_subclass(answered.annotation, Response):
        (answered,) = answered.inner_types
    declared = {str(status): spec.data_container for status, spec in (handler.responses or {}).items()}
    return {str(handler.status_code): answered.annotation, **declared}


def _events(handler: HTTPRouteHandler) -> Mapping[str, Any]:
    """Return the schemas of a stream's events, by name."""
    answered = handler.parsed_return_field.annotation
    return answered.kinds if is_class_and_subclass(answered, EventStream) else {}


class _Schemas:
    """The schemas of requests and responses, made by msgspec: it knows more of its structs than the framework."""

    def __init__(self, handlers: Iterable[HTTPRouteHandler]) -> None:
        bodies = [handler.parsed_data_field.annotation for handler in handlers if handler.parsed_data_field is not None]
        answers = [kind for handler in handlers for kind in _answers(handler).values()]
        events = [kind for handler in handlers for kind in _events(handler).values()]
        kinds: list[Any] = [Problem, EntryView, HiddenEntry, *bodies, *answers, *events]
        schemas, self.components = msgspec.json.schema_components(
            kinds, ref_template=_REF + "{name}", schema_hook=_anything
        )
        self._of = list(zip(kinds, schemas, strict=True))

    def of(self, kind: Any) -> Mapping[str, Any]:
        """The schema of a type, by reference where it is a struct."""
        return next(schema for known, schema in self._of if known == kind)


def _anything(kind: type) -> Json:
    """The schema of values that may be anything."""
    if kind is object:
        return {"description": "Any JSON value."}
    raise NotImplementedError


def _commands(registry: Registry) -> Iterator[tuple[str, Json]]:
    kinds = dict(_kinds(registry))
    references, parts = msgspec.json.schema_components(
        [kind.args for kind in kinds.values()], ref_template=_REF + ARGS_OF + "{name}"
    )
    own = [reference["$ref"].removeprefix(_REF + ARGS_OF) for reference in references]
    shorter = _without_modules([name for name in parts if name not in own])
    parts = {name: _renamed(part, shorter) for name, part in parts.items()}
    yield from ((ARGS_OF + short, parts[name]) for name, short in shorter.items())
    _, envelopes = msgspec.json.schema_components([CommandRequest], ref_template=_REF + "{name}")
    envelope = envelopes[CommandRequest.__name__]
    for (type, kind), name in zip(kinds.items(), own, strict=True):
        args = {**deepcopy(parts[name]), "title": ARGS_OF + type}
        yield ARGS_OF + type, args
        yield type, _command(envelope, type, kind, needs_args=bool(args.get("required")))
    yield (
        COMMAND,
        {
            "oneOf": [{"$ref": _REF + type} for type in kinds],
            "discriminator": {"propertyName": "type", "mapping": {type: _REF + type for type in kinds}},
        },
    )


def _without_modules(names: Sequence[str]) -> dict[str, str]:
    """Shorten the names of structs that share one: each gets its own name where no other struct here has it; of
    several, each is named after its command.
    """
    own = {name: name.rpartition(".")[2] for name in names}
    there = Counter(own.values())
    return {name: short if there[short] == 1 else name for name, short in own.items()}


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """A copy of a schema that refers to other structs' args by these names of theirs."""
    match value:
        case {"$ref": str(reference)}:
            name = reference.removeprefix(_REF + ARGS_OF)
            return {**value, "$ref": _REF + ARGS_OF + names.get(name, name)}
        case dict():
            return {key: _renamed(item, names) for key, item in value.items()}
        case list():
            return [_renamed(item, names) for item in value]
        case _:
            return value


def _command(envelope: Json, type: str, kind: CommandSpec, *, needs_args: bool) -> Json:
    shared = {name: {"$ref": f"{_REF}{CommandRequest.__name__}/properties/{name}"} for name in envelope["properties"]}
    return {
        "type": "object",
        "title": type,
        "description": kind.summary,
        "properties": {**shared, "type": {"const": type}, "args": {"$ref": _REF + ARGS_OF + type}},
        "required": ["type", "args"] if needs_args else ["type"],
        "additionalProperties": False,
        "examples": [_example(type, kind)],
        "x-by": kind.by,
        "x-rules": list(kind.rules),
        "x-rolls": _REF + ROLLS_OF + type.partition(".")[0],
        "x-questions": _REF + QUESTIONS_OF + type.partition(".")[0],
    }


def _asked_and_rolled(registry: Registry) -> Iterator[tuple[str, Json]]:
    """The kinds of rolls and of questions that may come of a game's commands, each with its sentence: what the labels of
    `dice` and the keys of `responses` begin with."""
    for id, system in sorted(registry.systems.items()):
        rolls, questions = registry.roll_kinds(system), registry.question_kinds(system)
        yield ROLLS_OF + id, _words(ROLLS_OF + id, {name: kind.text for name, kind in rolls.items()})
        yield QUESTIONS_OF + id, _words(QUESTIONS_OF + id, {name: kind.text for name, kind in questions.items()})


def _words(title: str, texts: Mapping[str, str]) -> Json:
    """A schema of names, each with what it means."""
    listed = "\n".join(f"- `{name}`: {texts[name]}" for name in sorted(texts))
    return {"type": "string", "title": title, "enum": sorted(texts), "description": listed}


def _examples(registry: Registry) -> Iterator[tuple[str, Json]]:
    for type, kind in _kinds(registry):
        yield type, {"summary": kind.summary, "value": _example(type, kind)}


def _example(type: str, kind: CommandSpec) -> Json:
    return {"type": type, "args": dict(kind.example)}


def _kinds(registry: Registry) -> Iterator[tuple[str, CommandSpec]]:
    for _, system in sorted(registry.systems.items()):
        yield from sorted(system.kinds.items())


def _point_at_commands(properties: Json, field: str) -> None:
    """Say of a field that holds commands which ones there are; whether it is a list, or may be null, stays as it is."""
    reference = {"$ref": _REF + COMMAND}
    described = properties[field]
    if "items" in described:
        described["items"] = reference
    elif "anyOf" in described:
        described["anyOf"] = [reference, {"type": "null"}]
    else:
        properties[field] = reference


_SENTENCES: Final = re.compile(r"(?<=\.)\s+|(?<=;)\s+(?=[^.;]*`)")
"""The end of a description of one field: after a sentence, or before a clause that names other fields. A clause that
names no field ("left out, all of them") belongs to the field before.
"""


def _tell_fields(schema: Json, meanings: Mapping[str, str], told_by_struct: str) -> None:
    """Describe each field: by the declaration of the field or its type; else by its struct's sentences that name it;
    else by its general meaning.
    """
    for name, field in schema.get("properties", {}).items():
        told = _told_by_type(field) or _said_of(name, told_by_struct) or meanings.get(name)
        if told:
            field["description"] = told


def _said_of(field: str, text: str) -> str:
    sentences = _SENTENCES.split(" ".join(text.split()))
    return " ".join(sentence for sentence in sentences if f"`{field}`" in sentence).rstrip(".;")


def _told_by_type(field: Json) -> str | None:
    """The meaning of what it is, also where it may be null as well; of a tag, that it is one."""
    if len(field.get("enum", ())) == 1:
        return TAG
    values = [option for option in field.get("anyOf", ()) if option != {"type": "null"}]
    within = values[0] if len(values) == 1 else {}
    told: str | None = field.get("description", within.get("description"))
    return told


def _shared() -> Json:
    bot = {"name": ON_BEHALF_OF, "in": "header", "required": False, "schema": {"type": "string"}}
    return {
        "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        "parameters": {
            "OnBehalfOf": {
                **bot,
                "description": "The member that a bot acts for, by id or, in a campaign, by name (percent-encoded where it is not plain Latin).",
            }
        },
    }


def _describe(operation: Json, path: str, handler: HTTPRouteHandler, known: _Schemas) -> None:
    access = next(guard.access for guard in handler.resolve_guards() if isinstance(guard, Guard))
    for parameter in operation.get("parameters", []):
        parameter.setdefault("description", PARAMETERS.get(parameter["name"]))
    said = " ".join((unwrap_partial(handler.fn).__doc__ or "").split())
    summary = said.partition(". ")[0].rstrip(".")
    operation |= {"summary": summary, "description": said}
    problem = {"content": {MEDIA_TYPE: {"schema": {"$ref": f"{_REF}Problem"}}}}
    refused = sorted(failures(handler, path, access))
    operation["responses"] |= {str(status): {"description": MEANINGS[status], **problem} for status in refused}
    for status, kind in _answers(handler).items():
        content = {} if kind in (None, NoneType) else {"content": {"application/json": {"schema": known.of(kind)}}}
        operation["responses"][status] = {"description": HTTPStatus(int(status)).phrase, **content}
    if events := {name: {"schema": known.of(kind)} for name, kind in _events(handler).items()}:
        operation["responses"]["200"]["content"] = {EVENTS: {"schema": {"type": "string"}, "x-events": events}}
    if is_class_and_subclass(handler.parsed_return_field.annotation, RowsFile):
        file = {"schema": {"type": "string", "format": "binary"}}
        operation["responses"]["200"]["content"] = dict.fromkeys(RowsFile.media_types, file)
    if access.need == "nobody":
        operation["security"] = []
        return
    operation["security"] = [*_BEARER, {}] if access.need == "anybody" else _BEARER
    operation["x-needs"], operation["x-scope"] = access.need, access.scope
    operation.setdefault("parameters", []).append({"$ref": "#/components/parameters/OnBehalfOf"})
