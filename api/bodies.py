"""Reading a request's body: strictly, so that a number sent as text is an error and no guess."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request

from api.problems import BadBody, FieldProblem, field_of


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
    field, said = field_of(message)
    known = getattr(kind, "__struct_fields__", ())
    is_unknown = "unknown field" in said and "." not in field
    hint = f"; the fields are {', '.join(known)}" if known and is_unknown else ""
    return BadBody(f"`{field or 'the body'}`: {said}{hint}", fields=(FieldProblem(field, said),))
