"""Routes of the API description: the document below the interface's prefix, and its page under `/docs`."""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from litestar import MediaType, Request, Response, Router, get
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from litestar.params import FromPath

from api.access import OPEN
from api.docs.openapi import document, operation_id
from api.http.guards import Guard
from api.problems import NotFound
from api.proxy.subpath import STATE
from domain.system import Registry

_HERE: Final = Path(__file__).parent
_VENDORED: Final = _HERE / "vendor" / "swagger-ui"

_ASSETS: Final = {
    "swagger-ui-bundle.js": (_VENDORED / "swagger-ui-bundle.js.gz", "text/javascript"),
    "swagger-ui.css": (_VENDORED / "swagger-ui.css.gz", "text/css"),
    "start.js": (_HERE / "start.js", "text/javascript"),
}
_POLICY: Final = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"
"""The content policy of the page: only its own files load. Swagger UI writes its styles into it."""


class Description:
    """The OpenAPI document of an application, made when it is first asked for."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._encoded = cache(self._encode)

    def json(self, request: Request[Any, Any, Any]) -> bytes:
        """The document, encoded."""
        return self._encoded(request.app)

    def _encode(self, app: Any) -> bytes:
        return msgspec.json.encode(document(app, self._registry))


def openapi_config(description: Description, version: str) -> OpenAPIConfig:
    """Configure the framework's API description and its page."""
    router = Router(
        "/docs",
        route_handlers=[show_asset],
        guards=[Guard(OPEN)],
        before_request=_nothing_else,
        include_in_schema=False,
        response_headers={"Content-Security-Policy": _POLICY},
    )
    return OpenAPIConfig(
        title="Retcon",
        version=version,
        operation_id_creator=operation_id,
        render_plugins=[_Page(path="/"), _Document(description)],
        openapi_router=router,
    )


@get("/openapi.json", guards=[Guard(OPEN)], sync_to_thread=True, include_in_schema=False)
def show_document(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The OpenAPI document."""
    description: Description = request.app.state.description
    return Response(description.json(request), media_type=MediaType.JSON)


@get("/assets/{name:str}", sync_to_thread=True)
def show_asset(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
    """A file of the page."""
    if name not in _ASSETS:
        raise NotFound(f"the page has no file {name}")
    path, media_type = _ASSETS[name]
    content, headers = path.read_bytes(), {"Cache-Control": "max-age=3600"}
    if path.suffix == ".gz" and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
    elif path.suffix == ".gz":
        content = gzip.decompress(content)
    return Response(content, media_type=media_type, headers=headers)


class _Page(OpenAPIRenderPlugin):
    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:  # noqa: ARG002
        page = (_HERE / "page.html").read_text(encoding="utf-8")
        return page.replace("{subpath}", request.app.state[STATE]).encode()


class _Document(JsonRenderPlugin):
    """The whole document beside the page too, where the framework would show its own part of it."""

    def __init__(self, description: Description) -> None:
        super().__init__(path="/openapi.json")
        self._description = description

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:  # noqa: ARG002
        return self._description.json(request)


def _nothing_else(request: Request[Any, Any, Any]) -> None:
    """The framework answers unknown paths beside its page with a page of its own; ours are problem details."""
    if "path" in request.path_params:
        raise NotFound("there is nothing at this address; the routes are listed at /docs")
