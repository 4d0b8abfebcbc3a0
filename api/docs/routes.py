"""Routes of the API description: the document below the interface's prefix, and its page under `/docs`."""

from __future__ import annotations

import gzip
import threading
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
from api.http.endpoints import headers_of
from api.http.guards import Guard
from api.http.problem_answers import nothing_here
from api.http.representations import Representation, response
from api.problems import NotFound
from api.proxy.subpath import STATE
from domain.messages import text
from domain.system import Registry

_HERE: Final = Path(__file__).parent
_VENDORED: Final = _HERE / "vendor" / "swagger-ui"

_ASSETS: Final = {
    "swagger-ui-bundle.js": (_VENDORED / "swagger-ui-bundle.js.gz", "text/javascript"),
    "swagger-ui.css": (_VENDORED / "swagger-ui.css.gz", "text/css"),
    "start.js": (_HERE / "start.js", "text/javascript"),
}
DOCUMENT: Final = "/openapi.json"
"""The path of the document, below the prefix of the interface and beside the page."""

_POLICY: Final = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"
"""The content policy of the page: only its own files load. Swagger UI writes its styles into it."""


class Description:
    """The OpenAPI document of an application, made when it is first asked for."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._lock = threading.Lock()
        self._content: bytes | None = None
        self._representation: Representation | None = None

    def json(self, request: Request[Any, Any, Any]) -> bytes:
        """The document, encoded."""
        with self._lock:
            if self._content is None:
                self._content = msgspec.json.encode(document(request.app, self._registry))
            return self._content

    def representation(self, request: Request[Any, Any, Any]) -> Representation:
        """The document as it is sent."""
        content = self.json(request)
        with self._lock:
            if self._representation is None:
                self._representation = Representation(content)
            return self._representation


def openapi_config(description: Description, version: str) -> OpenAPIConfig:
    """Configure the framework's API description and its page."""
    router = Router(
        "/docs",
        route_handlers=[show_asset],
        guards=[Guard(OPEN)],
        before_request=_before,
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


@get(DOCUMENT, guards=[Guard(OPEN)], sync_to_thread=True, include_in_schema=False)
def show_document(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The OpenAPI document."""
    return _document(request)


def _document(request: Request[Any, Any, Any]) -> Response[bytes]:
    description: Description = request.app.state.description
    return response(description.representation(request).answer(headers_of(request.scope)), MediaType.JSON)


@get("/assets/{name:str}", sync_to_thread=True)
def show_asset(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
    """A file of the page."""
    if name not in _ASSETS:
        raise NotFound(text("the page has no file {name}", name=name))
    _, media_type = _ASSETS[name]
    return response(_asset(name).answer(headers_of(request.scope)), media_type)


@cache
def _asset(name: str) -> Representation:
    path, _ = _ASSETS[name]
    content = path.read_bytes()
    return Representation(gzip.decompress(content), packed=content) if path.suffix == ".gz" else Representation(content)


class _Page(OpenAPIRenderPlugin):
    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:  # noqa: ARG002
        page = (_HERE / "page.html").read_text(encoding="utf-8")
        return page.replace("{subpath}", request.app.state[STATE]).encode()


class _Document(JsonRenderPlugin):
    """The whole document beside the page too, where the framework would show its own part of it."""

    def __init__(self, description: Description) -> None:
        super().__init__(path=DOCUMENT)
        self._description = description

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:  # noqa: ARG002
        return self._description.json(request)


def _before(request: Request[Any, Any, Any]) -> Response[bytes] | None:
    """Answer for the document beside the page, which the framework would send without an ETag. It answers unknown paths
    there with a page of its own; ours are problem details. Raises NotFound.
    """
    if "path" in request.path_params:
        raise nothing_here(request.scope)
    return _document(request) if request.scope["path"].endswith(DOCUMENT) else None
