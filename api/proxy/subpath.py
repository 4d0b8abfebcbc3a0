"""The sub-path under which a proxy shows the service: `/retcon` where campaigns are at `/retcon/api/v1/campaigns`."""

from __future__ import annotations

from typing import Final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

STATE: Final = "subpath"
"""The key of the sub-path in the application's state; it is empty without one."""


def below(subpath: str, app: ASGIApp) -> ASGIApp:
    """Return the application as it answers below a sub-path, whether the proxy strips the sub-path or not.

    The server's `root_path` stays empty: the framework cuts a path at the first place that reads like it, also where a
    character is called so.
    """
    if not subpath:
        return app

    async def answering(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            path, encoded = scope["path"], subpath.encode()
            if path == subpath or path.startswith(f"{subpath}/"):
                scope["path"] = path.removeprefix(subpath) or "/"
                scope["raw_path"] = scope["raw_path"].removeprefix(encoded) or b"/"
        await app(scope, receive, send)

    return answering


def subpath_of(scope: Scope) -> str:
    """Return the sub-path of the service that a request came to; "" without one."""
    subpath: str = scope["litestar_app"].state.get(STATE, "")
    return subpath


def public_path(scope: Scope) -> str:
    """Return the path of a request as its sender knows it, with the sub-path."""
    return subpath_of(scope) + scope["path"]
