"""Metrics and traces: not there unless they are asked for, and telling of routes, never of what was sent."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from uuid import uuid4

import httpx
import pytest
from litestar.testing import TestClient
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from prometheus_client.parser import text_string_to_metric_families

from api.app import create_app
from api.services import Services
from api.settings import load
from tests.api.people import Person, Table
from tests.checks.source import ROOT

ABSENT = """
import sys
sys.modules[{module!r}] = None
from api.app import create_app
from api.settings import InvalidSetting, load
try:
    create_app(load({{{variable!r}: {value!r}}}))
except InvalidSetting as refused:
    print(refused)
"""


@contextmanager
def serving(services: Services, token: str, **settings: str) -> Iterator[Person]:
    given = {f"RETCON_{name.upper()}": value for name, value in settings.items()}
    with TestClient(create_app(services, load(given)), raise_server_exceptions=False) as client:
        yield Person(client, token)


@pytest.fixture
def measured(services: Services, owner_token: str) -> Iterator[Person]:
    """The owner at a service with metrics."""
    with serving(services, owner_token, metrics="on") as owner:
        yield owner


def metrics(who: Person) -> httpx.Response:
    headers = {"Authorization": f"Bearer {who.token}"} if who.token else {}
    return who.http.get("/metrics", headers=headers)


def value(owner: Person, name: str, **labels: str) -> float:
    """The sum of a metric's samples that have these labels."""
    families = text_string_to_metric_families(metrics(owner).text)
    samples = [sample for family in families for sample in family.samples if sample.name == name]
    return sum(sample.value for sample in samples if labels.items() <= sample.labels.items())


def test_metrics_and_tracing_are_off_by_default(http: httpx.Client, owner: Person) -> None:
    assert metrics(owner).status_code == 404
    loaded = "import sys; from api.app import create_app; from api.settings import load; create_app(load({}));"
    program = f"{loaded} print([m for m in ('prometheus_client', 'opentelemetry.sdk') if m in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", program], cwd=ROOT, text=True).strip() == "[]"


@pytest.mark.parametrize(
    ("module", "variable", "value", "extra"),
    [
        ("prometheus_client", "RETCON_METRICS", "on", "metrics"),
        ("opentelemetry", "RETCON_TRACING_URL", "http://127.0.0.1:1/v1/traces", "tracing"),
    ],
)
def test_what_is_missing_for_it_is_named(module: str, variable: str, value: str, extra: str) -> None:
    program = ABSENT.format(module=module, variable=variable, value=value)
    output = subprocess.check_output([sys.executable, "-c", program], cwd=ROOT, text=True)
    assert output.startswith(variable)
    assert f"retcon[{extra}]" in output


def test_metrics_are_for_tokens_of_the_owner(measured: Person) -> None:
    table = Table(measured)
    people = (Person(measured.http, None), table.pat, table.outsider, measured)
    assert [metrics(who).status_code for who in people] == [401, 403, 403, 200]


def test_a_token_that_only_reads_is_enough_for_them(measured: Person) -> None:
    made = measured.ask("POST", "/tokens", 201, json={"label": "prometheus", "scopes": ["read"]})
    assert metrics(Person(measured.http, made["secret"])).headers["content-type"].startswith("text/plain")


def test_entries_and_the_time_they_took_are_counted(measured: Person) -> None:
    table = Table(measured)
    before = value(measured, "retcon_entries_total")
    table.gm.ask("POST", "./batches", 201, json={"commands": [{"type": "freeform.note", "args": {"text": "."}}] * 3})
    assert value(measured, "retcon_entries_total") == before + 3
    assert value(measured, "retcon_append_seconds_count", outcome="written") >= 1
    assert 0 < value(measured, "retcon_append_seconds_sum", outcome="written") < 60


@pytest.mark.parametrize(
    "name",
    ["retcon_requests_waiting", "retcon_streams", "retcon_connections_idle", "retcon_connections_waited_for"],
)
def test_what_waits_and_what_is_open_is_told(measured: Person, name: str) -> None:
    measured.see("/account")
    assert f"\n{name} " in metrics(measured).text


def test_at_rest_nothing_waits_and_something_is_idle(measured: Person) -> None:
    assert value(measured, "retcon_connections_idle") > 0
    assert value(measured, "retcon_connections_waited_for") == 0


def test_requests_are_counted_by_route_and_by_no_path(measured: Person) -> None:
    code = uuid4().hex
    Person(measured.http, None).problem("POST", f"/invitations/{code}", 404, json={"name": "Eve"})
    route = "/api/v1/invitations/{code}"
    assert value(measured, "retcon_requests_total", path=route, status_code="404") >= 1
    assert code not in metrics(measured).text


class Collector(ThreadingHTTPServer):
    """Receives traces as a collector does."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Receiving)
        self.received: list[bytes] = []
        self.thread = threading.Thread(target=self.serve_forever)
        self.thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1/traces"

    def spans(self) -> Iterator[tuple[str, dict[str, str]]]:
        """The name and the attributes of each span."""
        for body in self.received:
            for of_resource in ExportTraceServiceRequest.FromString(body).resource_spans:
                for scope in of_resource.scope_spans:
                    for span in scope.spans:
                        yield span.name, {a.key: a.value.string_value for a in span.attributes}


class Receiving(BaseHTTPRequestHandler):
    server: Collector

    def do_POST(self) -> None:
        self.server.received.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def collector() -> Iterator[Collector]:
    with Collector() as running:
        yield running
        running.shutdown()
        running.thread.join()


def test_requests_are_traced_by_route(services: Services, owner_token: str, collector: Collector) -> None:
    with serving(services, owner_token, tracing_url=collector.url) as owner:
        owner.see("/account")
    (traced,) = [attributes for name, attributes in collector.spans() if name == "GET /api/v1/account"]
    assert traced["http.route"] == "/api/v1/account"


def test_a_trace_holds_neither_path_nor_query_nor_token(
    services: Services, owner_token: str, collector: Collector
) -> None:
    code, word = uuid4().hex, uuid4().hex
    with serving(services, owner_token, tracing_url=collector.url) as owner:
        Person(owner.http, None).problem("POST", f"/invitations/{code}", 404, json={"name": word})
        owner.problem("GET", f"/account?as_of={word}", 400)
    assert [name for name, _ in collector.spans()] == ["POST /api/v1/invitations/{code}", "GET /api/v1/account"]
    sent = b"".join(collector.received)
    assert [secret for secret in (code, word, owner_token) if secret.encode() in sent] == []


def test_a_collector_that_is_not_there_holds_nobody_up(services: Services, owner_token: str) -> None:
    began = time.monotonic()
    with serving(services, owner_token, tracing_url="http://127.0.0.1:9/v1/traces") as owner:
        owner.see("/account")
    assert time.monotonic() - began < 5
