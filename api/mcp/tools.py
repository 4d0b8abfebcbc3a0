"""Tools: use cases as an assistant calls them, each with the schema of its arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Generic, TypeVar

import msgspec

from api.catalogue import inlined
from api.mcp.callers import ToolCaller
from api.reading import AS_OF, VIEW, VIEWER, ReadRequest, wanted
from domain.history.points import View

A = TypeVar("A", bound=msgspec.Struct)


class NoArguments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The arguments of a tool that is about everything the caller takes part in."""


class InCampaign(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The campaign that a tool is for."""

    campaign: Annotated[str, msgspec.Meta(description="a campaign, by name or id; `campaigns` lists them")]


class ReadingOf(InCampaign, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A read at a point of a campaign's history, through a member's eyes."""

    as_of: Annotated[str, msgspec.Meta(description=AS_OF, max_length=64)] | None = None
    view: Annotated[View, msgspec.Meta(description=VIEW)] | None = None
    viewer: Annotated[str, msgspec.Meta(description=VIEWER, max_length=64)] | None = None

    @property
    def wanted(self) -> ReadRequest:
        """The point and the viewer. Raises BadPoint."""
        return wanted(self.as_of, self.view, None, self.viewer)


class Tool(msgspec.Struct, Generic[A], frozen=True):
    """A tool: it takes arguments of a type, and answers with what can be written as JSON. `reads` tells an assistant that
    it changes nothing, `adds` that it only adds to the ledger and changes nothing of the past."""

    name: str
    text: str
    arguments: type[A]
    run: Callable[[ToolCaller, A], Any]
    reads: bool
    adds: bool

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of the arguments: an object."""
        return inlined(msgspec.json.schema(self.arguments))

    def carried_out(self, caller: ToolCaller, arguments: dict[str, Any]) -> Any:
        """Carry out the tool. Raises msgspec.ValidationError, and what its use case raises."""
        return msgspec.to_builtins(self.run(caller, msgspec.convert(arguments, self.arguments)))


def tool(
    arguments: type[A], *, reads: bool = False, adds: bool = True
) -> Callable[[Callable[[ToolCaller, A], Any]], Tool[A]]:
    """Make a tool of a function: it has its name, and is described by its docstring."""

    def made(function: Callable[[ToolCaller, A], Any]) -> Tool[A]:
        text = " ".join((function.__doc__ or "").split())
        return Tool(function.__name__, text, arguments, function, reads, adds)

    return made
