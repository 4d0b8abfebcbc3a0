"""Assets: styles, scripts and pictures of the pages, from the package.

Their address contains the digest of all of them, so a browser may keep each for ever: after an upgrade the address is
another. Scripts import each other by relative addresses.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

from litestar import Request, Response, get
from litestar.params import FromPath

from api.access import OPEN
from api.http.endpoints import headers_of
from api.http.guards import Guard
from api.http.representations import Representation, response
from api.problems import NotFound
from domain.messages import text

MEDIA_TYPES: Final = {
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}
"""The media types of assets, by the ending of their names; files of other kinds are not served."""

_FOR_EVER: Final = "public, max-age=31536000, immutable"


def asset_path(name: str) -> str:
    """Return the path at which an asset is served. Raises KeyError for one that there is not."""
    assert name in _assets(), f"the pages have no asset {name}"
    return f"/assets/{_release()}/{name}"


@get("/assets/{release:str}/{name:path}", guards=[Guard(OPEN)], sync_to_thread=True, include_in_schema=False)
def show_asset(request: Request[Any, Any, Any], release: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """Answer with an asset. One of another release is answered with the present one, which is not to be kept."""
    content = _assets().get(name.lstrip("/"))
    if content is None:
        raise NotFound(text("the pages have no asset {name}", name=name.lstrip("/")))
    kind = MEDIA_TYPES[name.rpartition(".")[2]]
    status, headers, body = content.answer(headers_of(request.scope))
    if release == _release():
        headers = [(key, value) for key, value in headers if key != b"cache-control"]
        headers.append((b"cache-control", _FOR_EVER.encode()))
    return response((status, headers, body), kind)


@cache
def _assets() -> dict[str, Representation]:
    return {name: Representation(content) for name, content in sorted(_contents().items())}


@cache
def _release() -> str:
    """Return the digest of all assets."""
    whole = sha256()
    for name, content in sorted(_contents().items()):
        whole.update(name.encode() + b"\0" + sha256(content).digest())
    return whole.hexdigest()[:16]


def _contents() -> dict[str, bytes]:
    return dict(_below(files("api.pages").joinpath("assets"), ""))


def _below(folder: Traversable, prefix: str) -> list[tuple[str, bytes]]:
    contents: list[tuple[str, bytes]] = []
    for entry in folder.iterdir():
        if entry.is_dir():
            contents += _below(entry, f"{prefix}{entry.name}/")
        elif entry.name.rpartition(".")[2] in MEDIA_TYPES:
            contents.append((prefix + entry.name, entry.read_bytes()))
    return contents
