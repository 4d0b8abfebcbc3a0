"""Operations as methods that make requests."""

from __future__ import annotations

import keyword
from textwrap import fill, indent
from typing import Any, Final, NamedTuple

from tests.api.client.generating.annotations import COMMAND, Annotations, Json, name_in, variants
from tests.api.client.generating.structs import WIDTH, docstring

POINT: Final = frozenset({"as_of", "view", "known_at", "viewer"})
"""Parameters that the handle of a campaign adds."""

LEFT_OUT: Final = frozenset({"follow"})
"""Operations that the client has by hand."""

ENVELOPE: Final = "CommandEnvelope"
"""The fields that all commands have beside their `type` and their `args`."""

UPLOAD: Final = "application/octet-stream"
"""The media type of a file that is sent."""

PROGRESS: Final = "application/vnd.retcon.progress+jsonl"
"""The media type of lines whose last one is the answer."""

PREFIX: Final = "/api/v1/"

UNBROKEN: Final = "\0"
"""A space at which no line ends."""

FEW: Final = 6
"""The number of pairs of a mapping that is written where it is sent."""


class Operation(NamedTuple):
    """An operation of the document."""

    name: str
    method: str
    path: str
    told: Json

    @property
    def area(self) -> str:
        """The first tag."""
        return str(self.told["tags"][0])

    @property
    def of_campaign(self) -> bool:
        """Whether it is below a campaign."""
        return "{campaign}" in self.path

    @property
    def answers(self) -> dict[str, Json]:
        """The contents of its answers, by status."""
        return {
            status: answer.get("content", {}) for status, answer in self.told["responses"].items() if status[0] == "2"
        }

    def parameters(self, place: str) -> list[Json]:
        """Return its parameters in the path or in the query."""
        return [each for each in self.told.get("parameters", []) if each.get("in") == place]

    @property
    def for_others(self) -> bool:
        """Whether a bot may ask in the name of a member."""
        return any(name_in(each) == "OnBehalfOf" for each in self.told.get("parameters", []))


def operations(document: Json) -> list[Operation]:
    """Return the operations of a document."""
    return [
        Operation(operation["operationId"], method.upper(), path, operation)
        for path, item in document["paths"].items()
        for method, operation in item.items()
        if operation["operationId"] not in LEFT_OUT
    ]


class Method:
    """The method for an operation."""

    def __init__(self, operation: Operation, annotations: Annotations) -> None:
        self.operation, self.annotations = operation, annotations
        self.body = self._body_schema()

    def source(self) -> str:
        """Return the whole method."""
        answer, reading = self._answer()
        named = self._named()
        listed = ["self", *self._in_path(), *(["source: Path"] if self._is_upload() else [])]
        listed += ["*", *named] if named else []
        kind = f"DryRunnable[{answer}, {self._rehearsed()}]" if self._rehearsed() else f"Request[{answer}]"
        head = f"    def {self.operation.name}({', '.join(listed)}) -> {kind}:\n"
        text = self.operation.told["description"]
        before = "".join(_packed(name, pairs) for name, pairs in self._mappings().items() if len(pairs) > FEW)
        return head + docstring(text, 2) + before + f"        return {self._call(reading)}\n"

    def _mappings(self) -> dict[str, list[str]]:
        """Return the pairs of the query and of the body, as they are written."""
        body = [f"{name!r}: {'id or new_id()' if name == 'id' else _safe(name)}" for name in self._fields()]
        return {"query": [f"{name!r}: {_safe(name)}" for name in self._query()], "body": body}

    def _is_upload(self) -> bool:
        """Whether its body is a file."""
        return UPLOAD in self.operation.told.get("requestBody", {}).get("content", {})

    def _call(self, reading: str) -> str:
        if self._is_upload():
            query = f"{{{', '.join(self._mappings()['query'])}}}" if len(self._query()) <= FEW else "query"
            return f"self.upload({self._path()}, source, query={query})"
        given = [repr(self.operation.method), self._path()] if reading != "rows" else [self._path()]
        row = self._row()
        given.append(row if reading == "rows" else self._answer()[0])
        query, body = (
            name if len(pairs) > FEW else f"{{{', '.join(pairs)}}}" for name, pairs in self._mappings().items()
        )
        given += [f"query={query}"] if self._query() else []
        given += [f"body=body_of({body})"] if self.body is not None else []
        given += [f"rehearsed={self._rehearsed()}"] if self._rehearsed() else []
        given += ["at_point=True"] if self._at_point() else []
        given += [] if self.operation.for_others else ["for_others=False"]
        asking = "rehearsable" if self._rehearsed() else "listing" if reading == "rows" else "request"
        return f"self.{asking}({', '.join(given)})"

    def _path(self) -> str:
        if not self.operation.path.startswith(PREFIX):
            return repr(self.operation.path)
        parts = [
            ("self.id" if part == "{campaign}" else _safe(part.strip("{}"))) if part.startswith("{") else repr(part)
            for part in self.operation.path.removeprefix(PREFIX).split("/")
        ]
        return f"path_to({', '.join(parts)})"

    def _in_path(self) -> list[str]:
        by_name = {each["name"]: each for each in self.operation.parameters("path")}
        order = [part.strip("{}") for part in self.operation.path.split("/") if part.startswith("{")]
        return [
            f"{_safe(name)}: {self.annotations.sent(by_name[name]['schema'])}" for name in order if name != "campaign"
        ]

    def _named(self) -> list[str]:
        """Return the parameters that are given by name: those without a default first."""
        wanted: list[str] = []
        free: list[str] = []
        for name, schema in self._fields().items():
            required = name in (self.body or {}).get("required", [])
            (wanted if required else free).append(self._parameter(name, schema, required=required))
        for each in self.operation.parameters("query"):
            if each["name"] in self._query():
                required = bool(each.get("required"))
                (wanted if required else free).append(self._parameter(each["name"], each["schema"], required=required))
        return wanted + free

    def _parameter(self, name: str, schema: Json, *, required: bool) -> str:
        kind = self.annotations.sent(schema)
        if not required and not kind.endswith("None") and kind != "Any":
            kind = f"{kind} | None"
        return f"{_safe(name)}: {kind}" + ("" if required else " = None")

    def _query(self) -> list[str]:
        left_out = set(POINT) if self._is_upload() else {*POINT, "dry_run"}
        return [each["name"] for each in self.operation.parameters("query") if each["name"] not in left_out]

    def _at_point(self) -> bool:
        return {each["name"] for each in self.operation.parameters("query")} >= POINT

    def _fields(self) -> dict[str, Json]:
        properties: dict[str, Json] = (self.body or {}).get("properties", {})
        return {name: each for name, each in properties.items() if name != "dry_run"}

    def _body_schema(self) -> Json | None:
        content = self.operation.told.get("requestBody", {}).get("content", {})
        if "application/json" not in content:
            return None
        (schema,) = (each for each in variants(content["application/json"]["schema"]) if each.get("type") != "null")
        name = name_in(schema)
        return self._any_command() if name == COMMAND else self.annotations.schemas[name]

    def _any_command(self) -> Json:
        """Return the schema of a command of any game: its args are open."""
        envelope = self.annotations.schemas[ENVELOPE]
        own = {"type": {"type": "string"}, "args": {"type": "object"}}
        return {"properties": {**own, **envelope["properties"]}, "required": ["type", *envelope.get("required", [])]}

    def _content(self) -> Json:
        answers = self.operation.answers
        return answers[max(answers)]

    def _rehearsed(self) -> str:
        """Return the annotation of the answer to a dry run; nothing where there is no dry run."""
        answers = self.operation.answers
        if len(answers) == 1:
            return ""
        schema: Json = answers[min(answers)]["application/json"]["schema"]
        return self.annotations.received(schema)

    def _row(self) -> str:
        schema = self._content().get("application/json", {}).get("schema", {})
        return self.annotations.received(schema.get("items", {})) if schema.get("type") == "array" else ""

    def _answer(self) -> tuple[str, str]:
        """Return the annotation of the answer, and how it is read: as rows, whole, as bytes or not at all."""
        content = self._content()
        if not content:
            return "None", "nothing"
        if PROGRESS in content:
            return "FileImport", "lines"
        if "application/json" not in content:
            return "bytes", "bytes"
        if self._row() and {"after", "limit"} <= set(self._query()):
            return f"ResultPage[{self._row()}]", "rows"
        schema: dict[str, Any] = content["application/json"].get("schema", {})
        return ("Entry" if not schema else self.annotations.received(schema)), "whole"


def _packed(name: str, pairs: list[str]) -> str:
    """Return the lines of a mapping with many pairs, as many on a line as fit."""
    whole = ", ".join(pair.replace(" ", UNBROKEN).replace("'", '"') for pair in pairs) + ","
    text = fill(whole, WIDTH - 12, break_long_words=False, break_on_hyphens=False).replace(UNBROKEN, " ")
    return f"        {name} = {{\n{indent(text, ' ' * 12)}\n        }}  # fmt: skip\n"


def _safe(name: str) -> str:
    return f"{name}_" if keyword.iskeyword(name) else name.replace("-", "_")
