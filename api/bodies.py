"""Reading a request's body: strictly, so that a number sent as text is an error and no guess."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any, Final

import msgspec
from litestar import Request

from api.problems import BadBody, FieldProblem, field_of
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
