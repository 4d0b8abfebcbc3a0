"""The extra `mcp`: whether the protocol's library is installed."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from api.problems import NotInstalled


def protocol(module: str) -> Any:
    """Return a module of `api.mcp` that stands on the protocol's library, imported when it is first asked for.

    Raises NotInstalled.
    """
    if find_spec("mcp") is None:
        raise NotInstalled("assistants need the package `mcp`; install the extra `mcp`: pip install 'retcon[mcp]'")
    return import_module(f"api.mcp.{module}")
