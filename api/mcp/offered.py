"""Every tool that is offered, by name and in order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from api.mcp import groups, past, playing, reading
from api.mcp.tools import Tool

TOOLS: Final[Mapping[str, Tool[Any]]] = {
    each.name: each for each in (*reading.TOOLS, *groups.TOOLS, *past.TOOLS, *playing.TOOLS)
}
"""The tools by name, in the order in which they are offered."""
