"""Reading a request's body: strictly, so that a number sent as text is an error and no guess."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec
from litestar import Request

from api.problems import BadBody, FieldProblem

_AT: Final = re.compile(r"(?P<said>.*?)(?: - at `(?P<key>key in )?\$\.?(?P<path>[^`]*)`)?\Z", re.DOTALL)
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(?P<name>[^`]*)`")
_ABSENT: Final = re.compile(r"Object missing required field `(?P<name>[^`]*)`")


class StrictRequest(Request[Any, Any, Any]):
    """A request whose JSON body is decoded into the type that its route declares, without coercing anything."""

    async def json(self) -> Any:
        """The body. Raises BadBody, which says which field is wrong."""
        declared = self.route_handler.parsed_data_field
        kind = Any if declared is None else declared.annotation
        try:
            return msgspec.json.decode(await self.body(), type=kind)
        except msgspec.ValidationError as error:
            raise _told(str(error), kind) from error
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BadBody(f"the body is no JSON: {error}") from error


def _told(message: str, kind: Any) -> BadBody:
    found = _AT.match(message)
    assert found is not None, "the pattern fits any text"
    said, at = found["said"], (found["path"] or "").replace("[...]", "[]")
    if named := _UNKNOWN.match(said) or _ABSENT.match(said):
        at = f"{at}.{named['name']}" if at else named["name"]
    known = getattr(kind, "__struct_fields__", ())
    hint = f"; the fields are {', '.join(known)}" if known and "." not in at and _UNKNOWN.match(said) else ""
    return BadBody(f"`{at or 'the body'}`: {said}{hint}", fields=(FieldProblem(at, said),))
