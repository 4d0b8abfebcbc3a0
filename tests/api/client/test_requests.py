"""Requests and replies of the client: what is sent, what is read, and what never shows."""

import logging
import pickle
import shutil
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

import retcon_client
from retcon_client import (
    AsyncClient,
    Campaign,
    Client,
    NoReply,
    Secret,
    Service,
    ServiceProblem,
    UnreadableReply,
    path_to,
    request,
)
from retcon_client.exchanges import Connection, wired
from retcon_client.problems import problem_in
from retcon_client.replies import Reply
from retcon_client.requests import next_query
from tests.api.serving import Serving
from tests.checks.source import CLIENT, ROOT


def test_a_service_below_a_sub_path_is_asked_below_it() -> None:
    asked = request("GET", path_to("campaigns", "x/y", "characters"), list, query={"name": "Ram jet", "limit": None})
    wire = wired(Connection(url="https://example.org/table/"), asked)
    assert wire.url == "https://example.org/table/api/v1/campaigns/x%2Fy/characters?name=Ram+jet"


@pytest.mark.parametrize("url", ["example.org", "ftp://example.org", "https://gm:secret@example.org", "https://x/?a=b"])
def test_an_address_that_is_none_of_a_service_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="address of a service"):
        Client(url)


def test_a_refusal_says_everything_that_the_service_said(client: Client, campaign: Campaign) -> None:
    with pytest.raises(ServiceProblem) as refused:
        client.send(campaign.play("freeform.note", txt="hello"))
    problem = refused.value.problem
    assert (refused.value.slug, problem.status, problem.fields[0].field) == ("bad-command", 400, "args.txt")
    assert (str(refused.value), problem.instance) == (problem.detail, path_to("campaigns", campaign.id, "commands"))


def test_a_problem_can_be_sent_to_another_process(client: Client) -> None:
    with pytest.raises(ServiceProblem) as refused:
        client.send(Service().show_system("chess"))
    copy = pickle.loads(pickle.dumps(refused.value))
    assert (copy.problem, copy.slug) == (refused.value.problem, "unknown-system")


def test_a_reply_of_another_program_is_a_problem_of_its_status() -> None:
    page = Reply(status=502, headers={"content-type": "text/html"}, content=b"<h1>Bad\n Gateway</h1>")
    problem = problem_in(page)
    assert (problem.type, problem.title, problem.detail) == ("about:blank", "Bad Gateway", "<h1>Bad Gateway</h1>")


def test_an_answer_of_another_form_is_unreadable(client: Client) -> None:
    with pytest.raises(UnreadableReply, match="GET /health cannot be read"):
        client.send(request("GET", "/health", list[int]))


def test_lists_are_read_from_page_to_page(client: Client) -> None:
    whole = client.send(Service().list_rules("freeform", limit=500))
    assert whole.next is None
    assert tuple(client.rows(Service().list_rules("freeform", limit=len(whole.rows) // 2 - 1))) == whole.rows


def test_of_the_next_page_only_the_query_counts() -> None:
    link = '<https://evil.example/api/v1/tokens?after=a%2Cb&limit=7>; rel="next", </x?after=1>; rel="prev"'
    assert next_query(link) == (("after", "a,b"), ("limit", "7"))


def test_every_exported_name_is_there() -> None:
    assert all(hasattr(retcon_client, name) for name in retcon_client.__all__)


def test_a_program_loads_only_the_parts_that_it_uses() -> None:
    typed = "import sys; from retcon_client import Client; print('retcon_client.operations' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", typed], capture_output=True, text=True, check=True, cwd=ROOT / CLIENT)
    assert done.stdout == "False\n"


def test_no_token_shows_in_a_repr_a_log_or_an_error(server: Serving, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    token = "retcon_never_to_be_seen"
    asked = Service().show_account()
    with Client(server.url, token) as client, pytest.raises(ServiceProblem) as refused:
        client.send(asked)
    shown = [client, client.connection, asked, wired(client.connection, asked), refused.value, Secret(token)]
    assert "HTTP Request" in caplog.text
    assert not any(token in text for text in [caplog.text, *map(repr, shown)])


@pytest.mark.parametrize("kind", [Client, AsyncClient])
@pytest.mark.parametrize(
    ("url", "read"), [("https://example.org", 1), ("http://127.0.0.1:1", 0), ("HTTP://example.org", 0)]
)
def test_authorities_are_read_for_an_address_with_tls_alone(
    monkeypatch: pytest.MonkeyPatch, kind: type[Client | AsyncClient], url: str, read: int
) -> None:
    contexts: list[ssl.SSLContext] = []
    make = ssl.create_default_context

    def making(*args: Any, **named: Any) -> ssl.SSLContext:
        contexts.append(make(*args, **named))
        return contexts[-1]

    monkeypatch.setattr(ssl, "create_default_context", making)
    monkeypatch.delenv("HTTP_PROXY", raising=False)
    kind(url)
    assert len(contexts) == read


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
def test_a_certificate_that_nobody_vouches_for_is_not_trusted_and_not_tried_again(tmp_path: Path) -> None:
    with untrusted(tmp_path) as url, Client(url) as client, pytest.raises(NoReply) as refused:
        client.send(Service().list_systems())
    assert str(refused.value) == f"The certificate of {url} cannot be trusted: self-signed certificate."
    assert not refused.value.may_pass


@contextmanager
def untrusted(folder: Path) -> Iterator[str]:
    """The address of a server whose certificate is its own, and which takes one connection."""
    files = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "certificate.pem")]
    subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *files, *subject]
    subprocess.run(made, check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "certificate.pem", folder / "key.pem")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(10)
        thread = threading.Thread(target=_greet, args=(context, listener))
        thread.start()
        yield f"https://127.0.0.1:{listener.getsockname()[1]}"
        thread.join()


def _greet(context: ssl.SSLContext, listener: socket.socket) -> None:
    connection, _ = listener.accept()
    with connection, suppress(ssl.SSLError):
        context.wrap_socket(connection, server_side=True)
