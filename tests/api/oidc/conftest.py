"""An installation whose people sign in with a provider on this machine."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path

import httpx
import pytest
from litestar import Litestar

from api.oidc.opening import STATE, sign_in_service
from api.settings import load
from tests.api.oidc.provider import CLIENT, SECRET, LocalProvider, running
from tests.api.pages.browser import Browser

Serve = Callable[..., httpx.Client]


@pytest.fixture(scope="package")
def _provider() -> Iterator[LocalProvider]:
    with running() as provider:
        yield provider


@pytest.fixture
def provider(_provider: LocalProvider) -> LocalProvider:
    """A provider that tells the truth, at which a newcomer is signed in."""
    url, keys = _provider.url, _provider.keys[:1]
    vars(_provider).clear()
    vars(_provider).update(vars(LocalProvider(url, keys)))
    return _provider


@pytest.fixture
def serve(app: Litestar, http: httpx.Client, provider: LocalProvider, tmp_path: Path) -> Iterator[Serve]:
    """Serves the installation with settings of the provider."""

    def serving(**settings: str) -> httpx.Client:
        given = {f"RETCON_OIDC_{name.upper()}": value for name, value in settings.items()}
        ours = {"RETCON_OIDC_ISSUER": provider.url, "RETCON_OIDC_CLIENT": CLIENT, "RETCON_OIDC_SECRET": SECRET}
        app.state[STATE] = sign_in_service(load({"RETCON_DATA_DIR": str(tmp_path), **ours, **given}))
        return http

    yield serving
    app.state[STATE] = None


@pytest.fixture
def browser(serve: Serve) -> Browser:
    """A browser at the installation, in which nobody has signed in."""
    return Browser(serve())


def away(browser: Browser, action: str = "/sign-in/away", path: str = "/sign-in", **fields: str) -> str:
    """Send the form that leads to the provider, sign in there, and return the address with which one is sent back."""
    browser.open(path)
    page = browser.submit(action, 200, **fields).text
    (target,) = re.findall(r'http-equiv="refresh" content="0; url=([^"]+)"', page)
    back = httpx.get(unescape(target)).headers["location"]
    return httpx.URL(back).raw_path.decode()


def come_back(browser: Browser, **fields: str) -> httpx.Response:
    """Go to the provider, and come back with what it answers."""
    return browser.send("GET", away(browser, **fields))
