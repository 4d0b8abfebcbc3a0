"""The server of the Model Context Protocol: tools, and sheets and rules as resources, for the caller of each request."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import mcp_types as types
import msgspec
from anyio import to_thread
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from api.mcp.callers import Failed, ToolCaller
from api.mcp.offered import TOOLS
from api.mcp.tools import Tool
from api.problems import ApiProblem, Problem
from domain.misfits import misfit

Context = ServerRequestContext[Any, Any]

CallerOf = Callable[[Context], ToolCaller]
"""Tells whose request it is."""

INSTRUCTIONS: Final = (
    "Retcon keeps the history of tabletop campaigns: every roll, wound and spend is an entry of a ledger, and a wrong entry can be undone "
    "later with everything after it decided again on the same dice. Begin with `campaigns` and `campaign`. Look up a command with "
    "`find_commands` and `describe_command` before you give it with `play`. Show the plan of `change_the_past` to the person before you "
    "have it written. You see and may do what the account of the token may."
)
"""Instructions for the assistant."""


def server(caller_of: CallerOf) -> Server[Any]:
    """Return a server that carries out each request for its person."""
    return Server(
        "retcon",
        version=version("retcon"),
        title="Retcon",
        instructions=INSTRUCTIONS,
        on_list_tools=_list_tools,
        on_call_tool=partial(_call_tool, caller_of),
        on_list_resources=partial(_list_campaigns, caller_of),
        on_list_resource_templates=_list_templates,
        on_read_resource=partial(_read_resource, caller_of),
    )


async def _list_tools(_: Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
    return types.ListToolsResult(tools=[_described(each) for each in TOOLS.values()])


def _described(offered: Tool[Any]) -> types.Tool:
    hints = types.ToolAnnotations(
        read_only_hint=offered.reads, destructive_hint=not offered.adds, open_world_hint=False
    )
    return types.Tool(name=offered.name, description=offered.text, input_schema=offered.schema, annotations=hints)


async def _call_tool(caller_of: CallerOf, context: Context, asked: types.CallToolRequestParams) -> types.CallToolResult:
    """Call a tool. A refusal is an answer that the assistant reads, and no error of the protocol."""
    offered = TOOLS.get(asked.name)
    if offered is None:
        raise MCPError(types.INVALID_PARAMS, f"there is no tool {asked.name!r}; there are {', '.join(TOOLS)}")
    try:
        answer = await to_thread.run_sync(offered.carried_out, caller_of(context), asked.arguments or {})
    except msgspec.ValidationError as wrong:
        return _refused(f"{asked.name}: {misfit(None, str(wrong)).sentence('the arguments')}")
    except Failed as refused:
        return _refused(_sentence(refused.problem))
    except ApiProblem as refused:
        return _refused(str(refused))
    text = types.TextContent(text=msgspec.json.encode(answer).decode())
    structured = answer if isinstance(answer, dict) else {"rows": answer}
    return types.CallToolResult(content=[text], structured_content=structured)


def _refused(sentence: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(text=sentence)], is_error=True)


def _sentence(problem: Problem) -> str:
    """Return a problem as an assistant reads it: the sentence, and behind it what is to be sent along."""
    details = msgspec.to_builtins(problem)
    rest = {
        name: value for name, value in details.items() if name not in ("type", "title", "status", "detail", "instance")
    }
    return problem.detail + (f"\n{msgspec.json.encode(rest).decode()}" if rest else "")


_TEMPLATES: Final = {
    "characters": ("sheet", "handle", "a character's sheet"),
    "encounters": ("board", "handle", "an encounter"),
    "groups": ("group", "handle", "an enclave or another group"),
    "rules": ("rule", "rule", "a rule of the campaign's game, in Retcon's own words"),
}
"""The resources of a campaign: by the part of their address, the tool that reads them and its argument."""


async def _list_templates(_: Context, __: types.PaginatedRequestParams | None) -> types.ListResourceTemplatesResult:
    templates = [
        types.ResourceTemplate(
            name=tool, description=text, uri_template=f"retcon://{{campaign}}/{part}/{{{field}}}", mime_type=_JSON
        )
        for part, (tool, field, text) in _TEMPLATES.items()
    ]
    return types.ListResourceTemplatesResult(resource_templates=templates)


async def _list_campaigns(
    caller_of: CallerOf, context: Context, _: types.PaginatedRequestParams | None
) -> types.ListResourcesResult:
    rows = await to_thread.run_sync(TOOLS["campaigns"].carried_out, caller_of(context), {})
    resources = [
        types.Resource(name=row["name"], uri=f"retcon://{row['id']}", mime_type=_JSON, description=row["system"])
        for row in rows
    ]
    return types.ListResourcesResult(resources=resources)


async def _read_resource(
    caller_of: CallerOf, context: Context, asked: types.ReadResourceRequestParams
) -> types.ReadResourceResult:
    try:
        tool, arguments = _address(asked.uri)
        answer = await to_thread.run_sync(TOOLS[tool].carried_out, caller_of(context), arguments)
    except Failed as refused:
        raise MCPError(types.INVALID_PARAMS, refused.problem.detail) from refused
    text = msgspec.json.encode(answer).decode()
    return types.ReadResourceResult(contents=[types.TextResourceContents(uri=asked.uri, mime_type=_JSON, text=text)])


def _address(uri: str) -> tuple[str, dict[str, str]]:
    """Return the tool that reads the resource at an address, and its arguments. Raises MCPError."""
    parts = urlsplit(uri)
    campaign, inside = unquote(parts.netloc), [unquote(part) for part in parts.path.split("/") if part]
    if parts.scheme == "retcon" and campaign and not inside:
        return "campaign", {"campaign": campaign}
    if parts.scheme == "retcon" and campaign and len(inside) == 2 and inside[0] in _TEMPLATES:
        tool, field, _ = _TEMPLATES[inside[0]]
        return tool, {"campaign": campaign, field: inside[1]}
    raise MCPError(types.INVALID_PARAMS, f"there is no resource {uri}; `resources/templates/list` says which there are")


_JSON: Final = "application/json"
