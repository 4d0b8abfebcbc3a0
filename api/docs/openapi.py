"""The OpenAPI document: the routes as declared, and every command of every installed game with a schema of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any, Final

import msgspec
from litestar import Litestar, Response
from litestar.handlers import HTTPRouteHandler
from litestar.response import Stream
from litestar.routes import HTTPRoute
from litestar.utils.helpers import unwrap_partial
from litestar.utils.predicates import is_class_and_subclass

from api.access import ON_BEHALF_OF, Access
from api.analytics.rows_file import RowsFile
from api.docs.commands import COMMAND, commands, examples, point_at_commands, rolls_and_questions
from api.docs.failures import MEANINGS, failures
from api.docs.meanings import ARGS, BODIES, PARAMETERS, TAG
from api.docs.schemas import NULL, REF, Json, Schemas, plain, without_null
from api.event_stream import MEDIA_TYPE as EVENTS
from api.event_stream import EventStream
from api.http.guards import Guard
from api.http.problem_answers import MEDIA_TYPE
from api.http.progress_lines import MEDIA_TYPE as PROGRESS
from api.http.progress_lines import ProgressStream
from api.http.representations import OTHER_FORMS
from api.problems import Problem
from api.proxy.subpath import STATE
from domain.system import Registry
from domain.visibility.event_views import SeenEvent
from domain.visibility.rows import ROWS, row_struct
from projections.views.entry import EntryView, HiddenEntry

_BEARER: Final[list[Json]] = [{"token": []}]
_FILE: Final = {"schema": {"type": "string", "format": "binary"}}

_UNTYPED: Final = ("CommandRequest", "Envelope")
"""The schemas of commands in general; the document has one for each command instead."""

_DESCRIPTION: Final = """\
Campaigns as ledgers of events: give commands, read what came of them at any point of time, and correct the past.

Every request but the few marked as open carries `Authorization: Bearer <token>`; a bot names the member it acts for in
`On-Behalf-Of`. Every read takes `as_of`, `view`, `known_at` and, for game masters, `viewer`. Whatever goes wrong is
answered as problem details whose `type` is stable.
"""


def document(app: Litestar, registry: Registry) -> Json:
    """The whole document, as JSON values, with the commands of all games that are installed."""
    described: Json = msgspec.to_builtins(app.openapi_schema.to_schema())
    described["info"]["description"] = _DESCRIPTION
    described["servers"] = [{"url": app.state.get(STATE) or "/"}]
    operations = list(_operations(app))
    known = _schemas([handler for _, _, handler in operations])
    schemas = described["components"]["schemas"] | _components(registry, known)
    described["components"]["schemas"] = {name: schemas[name] for name in schemas if name not in _UNTYPED}
    described["components"] |= _shared()
    for path, method, handler in operations:
        _describe(described["paths"][path][method.lower()], path, handler, known)
    body = described["paths"]["/api/v1/campaigns/{campaign}/commands"]["post"]["requestBody"]["content"]
    body["application/json"] = {"schema": {"$ref": REF + COMMAND}, "examples": examples(registry)}
    return described


def _components(registry: Registry, known: Schemas) -> Json:
    """Return the schemas of bodies, answers and commands, by name, each field with its meaning."""
    of_commands = dict(commands(registry))
    schemas = known.components | of_commands | dict(rolls_and_questions(registry))
    for name, field in (("BatchRequest", "commands"), ("Amend", "command"), ("Insert", "command")):
        point_at_commands(schemas[name]["properties"], field)
    schemas[SeenEvent.__name__]["additionalProperties"] = True
    for name, schema in schemas.items():
        if name in of_commands and name not in BODIES:
            _tell_fields(schema, ARGS, "")
        else:
            _tell_fields(schema, BODIES.get(name, {}), schema.get("description", ""))
    return schemas


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
    return {str(handler.status_code): answered.raw, **declared}


def _events(handler: HTTPRouteHandler) -> Mapping[str, Any]:
    """Return the types of a stream's events, or of the lines of one that says how far it is, by name."""
    answered = handler.parsed_return_field.annotation
    if is_class_and_subclass(answered, EventStream) or is_class_and_subclass(answered, ProgressStream):
        kinds: Mapping[str, Any] = answered.kinds
        return kinds
    return {}


def _schemas(handlers: list[HTTPRouteHandler]) -> Schemas:
    """The schemas of what these routes take and answer."""
    bodies = [handler.parsed_data_field.annotation for handler in handlers if handler.parsed_data_field is not None]
    answers = [kind for handler in handlers for kind in _answers(handler).values()]
    events = [kind for handler in handlers for kind in _events(handler).values()]
    rows = map(row_struct, ROWS)
    return Schemas(bodies, [Problem, EntryView, HiddenEntry, SeenEvent, *rows, *answers, *events])


_SENTENCES: Final = re.compile(r"(?<=\.)\s+|(?<=;)\s+(?=[^.;]*`)")
"""The end of a description of one field: after a sentence, or before a clause that names other fields. A clause that
names no field ("left out, all of them") belongs to the field before.
"""


def _tell_fields(schema: Json, meanings: Mapping[str, str], told_by_struct: str) -> None:
    """Describe each field: by the declaration of the field or its type; else by its struct's sentences that name it;
    else by its general meaning.
    """
    for name, field in schema.get("properties", {}).items():
        text = _told_by_type(field) or _said_of(name, told_by_struct) or meanings.get(name)
        if text:
            field["description"] = text


def _said_of(field: str, text: str) -> str:
    sentences = _SENTENCES.split(" ".join(text.split()))
    return " ".join(sentence for sentence in sentences if f"`{field}`" in sentence).rstrip(".;")


def _told_by_type(field: Json) -> str | None:
    """The meaning of what it is, also where it may be null as well; of a tag, that it is one."""
    if "const" in field:
        return TAG
    values = [option for option in field.get("anyOf", ()) if option != {"type": "null"}]
    within = values[0] if len(values) == 1 else {}
    text: str | None = field.get("description", within.get("description"))
    return text


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


def _describe(operation: Json, path: str, handler: HTTPRouteHandler, known: Schemas) -> None:
    access = _access(handler)
    parameters = [_parameter(each) for each in operation.pop("parameters", ())]
    text = " ".join((unwrap_partial(handler.fn).__doc__ or "").split())
    summary = text.partition(". ")[0].rstrip(".")
    operation |= {"summary": summary, "description": text, "responses": _responses(operation, path, handler, known)}
    if is_class_and_subclass(handler.parsed_return_field.annotation, ProgressStream):
        operation["requestBody"] = {"required": True, "content": {"application/octet-stream": _FILE}}
    if access.need == "nobody":
        operation["security"] = []
    else:
        operation["security"] = [*_BEARER, {}] if access.need == "anybody" else _BEARER
        operation["x-needs"], operation["x-scope"] = access.need, access.scope
        parameters.append({"$ref": "#/components/parameters/OnBehalfOf"})
    if parameters:
        operation["parameters"] = parameters


def _responses(operation: Json, path: str, handler: HTTPRouteHandler, known: Schemas) -> Json:
    """Return the responses of a route by status: its answers, and its refusals as problem details."""
    answers = {status: _content("application/json", known.of(kind)) for status, kind in _answers(handler).items()}
    if media_types := _media_types(handler, known):
        answers = {"200": media_types}
    answers.get("200", {}).update({form.partition(";")[0]: _FILE for form in handler.opt.get(OTHER_FORMS, ())})
    responses: Json = {}
    for status, content in answers.items():
        responses[status] = {"description": HTTPStatus(int(status)).phrase} | ({"content": content} if content else {})
        if headers := operation["responses"].get(status, {}).get("headers"):
            responses[status]["headers"] = {
                name: {"schema": {"type": "string"}} | _without_defaults(header) for name, header in headers.items()
            }
    access = _access(handler)
    problem = _content(MEDIA_TYPE, {"$ref": REF + Problem.__name__})
    for refused in sorted(failures(handler, path, access)):
        responses[str(refused)] = {"description": MEANINGS[refused], "content": problem}
    return responses


def _content(media_type: str, schema: Mapping[str, Any]) -> Json:
    return {media_type: {"schema": schema}} if schema != NULL else {}


def _media_types(handler: HTTPRouteHandler, known: Schemas) -> Json:
    """Return what a route sends by media type, where it is no JSON: a file, or a stream of events."""
    answered = handler.parsed_return_field.annotation
    if events := {name: {"schema": known.of(kind)} for name, kind in _events(handler).items()}:
        if is_class_and_subclass(answered, ProgressStream):
            return {PROGRESS: {"schema": {"type": "string"}, "x-lines": events}}
        return {EVENTS: {"schema": {"type": "string"}, "x-events": events}}
    if is_class_and_subclass(answered, RowsFile):
        return dict.fromkeys(RowsFile.media_types, _FILE)
    return {str(handler.media_type): _FILE} if is_class_and_subclass(answered, Stream) else {}


def _access(handler: HTTPRouteHandler) -> Access:
    return next(guard.access for guard in handler.resolve_guards() if isinstance(guard, Guard))


def _parameter(parameter: Json) -> Json:
    """Return a parameter with its meaning: one that is left out is not sent, so that none is ever null."""
    schema = plain(without_null(parameter["schema"]))
    meaning = schema.pop("description", None) or PARAMETERS.get(parameter["name"])
    for bound in ("minimum", "maximum"):
        if schema.get("type") == "integer" and bound in schema:
            schema[bound] = int(schema[bound])
    return _without_defaults(parameter) | {"schema": schema, "description": parameter.get("description", meaning)}


def _without_defaults(described: Json) -> Json:
    """Return a parameter or a header without the keywords whose value goes without saying."""
    return {key: value for key, value in described.items() if value is not False}
