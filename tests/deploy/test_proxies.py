"""The files for proxies, read by the real programs, and these programs in front of a real server."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import httpx
import pytest

from tests.api.people import Person, Table
from tests.api.serving import PATIENCE, Serving, free_port
from tests.checks.source import ROOT

DEPLOY: Final = ROOT / "deploy"
API: Final = "/retcon/api/v1"

needs_nginx = pytest.mark.skipif(
    any(shutil.which(name) is None for name in ("nginx", "openssl")), reason="nginx or openssl is not installed"
)
needs_caddy = pytest.mark.skipif(shutil.which("caddy") is None, reason="caddy is not installed")


def configuration(folder: Path, upstream: int = 8765, port: int = 8443, *, strips: bool = False) -> Path:
    """`deploy/nginx.conf` as a whole configuration, with ports and certificates of the test."""
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    changes = {
        "127.0.0.1:8765": f"127.0.0.1:{upstream}",
        "listen 443 ssl http2": f"listen 127.0.0.1:{port} ssl http2",
        "listen 80;": f"listen 127.0.0.1:{free_port()};",
        "/etc/ssl/retcon": str(folder),
    }
    for before, after in changes.items():
        assert before in text
        text = text.replace(before, after)
    if strips:
        text = text.replace("proxy_pass http://retcon;", "rewrite ^/retcon(.*)$ $1 break; proxy_pass http://retcon;")
    key = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subject = ["-subj", "/CN=play.example.org", "-days", "2"]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *key, *subject], check=True, capture_output=True
    )
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    path = folder / "nginx.conf"
    user = "user root;" if os.geteuid() == 0 else ""
    path.write_text(f"{user} pid {folder}/pid; events {{}} http {{ access_log off; {temporary}\n{text}\n}}\n")
    return path


@needs_nginx
def test_nginx_understands_its_file(tmp_path: Path) -> None:
    command = ["nginx", "-t", "-q", "-e", "stderr", "-c", str(configuration(tmp_path))]
    checked = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (checked.returncode, checked.stderr) == (0, "")


@needs_caddy
def test_caddy_understands_its_file(tmp_path: Path) -> None:
    command = ["caddy", "adapt", "--validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    checked = subprocess.run(command, env=environment, check=False, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
    assert "/retcon/*" in checked.stdout


def nginx(folder: Path, upstream: int, port: int, *, strips: bool = False) -> list[str]:
    """The command that runs nginx by its file."""
    path = configuration(folder, upstream, port, strips=strips)
    return ["nginx", "-e", str(folder / "errors"), "-c", str(path), "-g", "daemon off;"]


def caddy(folder: Path, upstream: int, port: int) -> list[str]:
    """The command that runs Caddy by its file, with a certificate of its own making."""
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    changes = {
        "127.0.0.1:8765": f"127.0.0.1:{upstream}",
        "play.example.org {": f"https://127.0.0.1:{port} {{\n\ttls internal",
    }
    for before, after in changes.items():
        assert before in text
        text = text.replace(before, after)
    alone = "admin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\tgrace_period 1s"
    path = folder / "Caddyfile"
    path.write_text(f"{{\n\t{alone}\n\tstorage file_system {folder}/caddy\n}}\n{text}")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(path)]


class Proxied(NamedTuple):
    """A server behind a proxy: its table, and the address at which the proxy shows it."""

    url: str
    table: Table

    def client(self, address: str = "127.0.0.1") -> httpx.Client:
        """A client that comes from an address of this machine."""
        transport = httpx.HTTPTransport(verify=False, local_address=address)
        return httpx.Client(base_url=f"{self.url}/retcon", transport=transport, timeout=PATIENCE)


PROXIES: Final[dict[str, Callable[[Path, int, int], list[str]]]] = {
    "nginx, which keeps the sub-path": nginx,
    "nginx, which strips the sub-path": partial(nginx, strips=True),
    "caddy": caddy,
}


@pytest.fixture(params=[pytest.param(name, marks=needs_caddy if name == "caddy" else needs_nginx) for name in PROXIES])
def proxied(request: pytest.FixtureRequest, database_url: str, tmp_path: Path) -> Iterator[Proxied]:
    port = free_port()
    settings = {"RETCON_PATH": "/retcon", "RETCON_PROXIES": "127.0.0.0/31", "RETCON_GUESSES_PER_MINUTE": "2"}
    with ExitStack() as stack:
        serving = stack.enter_context(Serving(database_url, tmp_path, None, **settings))
        command = PROXIES[request.param](tmp_path, serving.port, port)
        environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}
        log = stack.enter_context((tmp_path / "log").open("wb"))
        process = stack.enter_context(subprocess.Popen(command, env=environment, stderr=log))
        stack.callback(process.terminate)
        url = f"https://127.0.0.1:{port}"
        assert answers(process, url), (tmp_path / "log").read_text()
        client = stack.enter_context(httpx.Client(base_url=f"{url}/retcon", verify=False, timeout=PATIENCE))
        yield Proxied(url, Table(Person(client, serving.owner_token)))


def answers(process: subprocess.Popen[bytes], url: str) -> bool:
    """Whether a proxy comes to answer while it runs: one that listens may not have its certificate yet."""
    deadline = time.monotonic() + PATIENCE
    with httpx.Client(verify=False, timeout=PATIENCE) as client:
        while time.monotonic() < deadline and process.poll() is None:
            try:
                client.get(url)
            except httpx.TransportError:
                time.sleep(0.05)
            else:
                return True
    return False


def test_a_table_plays_behind_a_proxy_below_a_sub_path(proxied: Proxied) -> None:
    gm = proxied.table.gm
    made = gm.does("freeform.create_character", name="Retcon", handle="retcon")
    last = gm.does("freeform.note", text="They meet.")["entry"]
    assert made["entry"] < last
    # A thing that is called as the sub-path is found, and not taken for it.
    assert gm.see("./characters/retcon")["handle"] == "retcon"
    page = gm.send("GET", "./entries?limit=1")
    following = re.fullmatch(r"<([^>]+)>; rel=\"next\"", page.headers["link"])
    assert following is not None
    assert following[1].startswith(f"{API}/campaigns/")
    whole = {"Authorization": f"Bearer {gm.token}"}
    with httpx.Client(base_url=proxied.url, verify=False, headers=whole, timeout=PATIENCE) as browser:
        assert browser.get(following[1]).status_code == 200
        missing = browser.get(f"{API}/nowhere")
        assert (missing.status_code, missing.json()["instance"]) == (404, f"{API}/nowhere")
        lost = browser.get("/retcon/docs/nowhere")
        assert ["at /retcon/docs." in answer.json()["detail"] for answer in (missing, lost)] == [True, True]
        assert browser.get(f"{API}/openapi.json").json()["servers"] == [{"url": "/retcon"}]
        files = re.findall(r'(?:href|src)="(/[^"]+)"', browser.get("/retcon/docs").text)
        assert [browser.get(file).status_code for file in files] == [200] * 3
        assert (
            browser.post(f"{API}/campaigns", content=b" " * (1024 * 1024 + 1)).json()["type"]
            == "/problems/body-too-large"
        )
        url = f"{API}/campaigns/{gm.campaign}/stream?after={last - 1}"
        with browser.stream("GET", url) as stream:
            lines = stream.iter_lines()
            assert next(line for line in lines if line == f"id: {last}")
            now = gm.does("freeform.note", text="At once.")["entry"]
            assert next(line for line in lines if line == f"id: {now}")


def test_behind_a_proxy_wrong_tokens_are_counted_by_the_address_of_the_client(proxied: Proxied) -> None:
    statuses = {}
    for address in ("127.0.0.2", "127.0.0.3"):
        with proxied.client(address) as client:
            statuses[address] = [wrong(client, f"198.51.100.{number}") for number in range(3)]
    assert statuses == {"127.0.0.2": [401, 401, 429], "127.0.0.3": [401, 401, 429]}


def wrong(client: httpx.Client, forged: str) -> int:
    headers = {"Authorization": "Bearer wrong", "X-Forwarded-For": forged}
    return client.get("/api/v1/account", headers=headers).status_code
