"""Services as processes of their own, on their own embedded PostgreSQL, and commands beside them."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from signal import SIGINT, SIGTERM, Signals

import httpx
import msgspec
import pytest

from api.cli.commands.serving import DEMO
from tests.api.serving import answers_within, free_port
from tests.cli.terminal import COMMAND, Json, Terminal


class Service(msgspec.Struct, frozen=True):
    """A running `retcon serve --demo`, with what it printed when it was ready."""

    process: subprocess.Popen[str]
    terminal: Terminal
    address: str
    printed: str

    def get(self, path: str) -> Json:
        """What the interface answers to the owner."""
        token = (self.terminal.data_dir / "owner-token").read_text().strip()
        answer = httpx.get(self.address + path, headers={"Authorization": f"Bearer {token}"})
        return answer.raise_for_status().json()

    def told(self, signal: Signals) -> tuple[int, float]:
        """The exit code after a signal, and the seconds it took."""
        begun = time.monotonic()
        self.process.send_signal(signal)
        return self.process.wait(timeout=30), time.monotonic() - begun


@contextmanager
def serving(data_dir: Path) -> Iterator[Service]:
    """A service on a free port, ended with the test that asked for it."""
    port = free_port()
    terminal = Terminal(data_dir)
    command = [COMMAND, "serve", "--demo", "--port", str(port)]
    log = data_dir.with_name("log")
    with (
        log.open("wb") as errors,
        subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=errors, text=True, env=terminal.for_processes
        ) as process,
    ):
        assert process.stdout is not None
        try:
            printed = ""
            while "Ctrl-C" not in printed:
                line = process.stdout.readline()
                assert line, f"it ended with {process.wait()}: {log.read_text()}"
                printed += line
            yield Service(process, terminal, f"http://127.0.0.1:{port}", printed)
        finally:
            process.terminate()


def beside(terminal: Terminal, *words: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own."""
    return subprocess.run([COMMAND, *words], check=False, capture_output=True, text=True, env=terminal.for_processes)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that has just been started for the first time."""
    with serving(tmp_path_factory.mktemp("served") / "data") as running:
        yield running


def test_a_first_start_serves_the_demo_campaign(service: Service) -> None:
    assert [campaign["name"] for campaign in service.get("/api/v1/campaigns")] == [DEMO]


def test_health_answers(service: Service) -> None:
    assert httpx.get(f"{service.address}/health").json() == {"status": "alive"}


def test_the_first_lines_say_where_it_serves_and_who_may_what(service: Service) -> None:
    path = service.terminal.data_dir / "owner-token"
    for part in (service.address, f"{service.address}/docs", str(path), "curl -H", "sheet"):
        assert part in service.printed


def test_no_token_goes_where_a_log_may_be_kept(service: Service) -> None:
    assert (service.terminal.data_dir / "owner-token").read_text().strip() not in service.printed


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed here")
def test_the_curl_line_answers_as_it_stands(service: Service) -> None:
    (line,) = [line.strip() for line in service.printed.splitlines() if line.strip().startswith("curl")]
    answer = subprocess.run(["sh", "-c", line], check=True, capture_output=True)
    assert msgspec.json.decode(answer.stdout)["handle"] == "sh1"


def test_a_command_beside_the_service_shares_its_database(service: Service) -> None:
    note = beside(service.terminal, "play", DEMO, "freeform.note", "--args", '{"text": "From beside."}', "--json")
    entry = msgspec.json.decode(note.stdout)
    campaign = service.get("/api/v1/campaigns")[0]["id"]
    assert service.get(f"/api/v1/campaigns/{campaign}/entries/{entry['entry']}") == entry


def test_the_service_goes_on_when_a_command_beside_it_ends(service: Service) -> None:
    assert beside(service.terminal, "campaigns").returncode == 0
    assert httpx.get(f"{service.address}/ready").status_code == 200


def test_a_token_in_the_environment_is_none_of_the_services_business(service: Service) -> None:
    environment = {**service.terminal.for_processes, "RETCON_TOKEN": "retcon_stale"}
    command = [COMMAND, "serve", "--port", service.address.rpartition(":")[2]]
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=environment)
    assert done.returncode == 4, "it came as far as the port"


def test_a_second_service_on_the_same_port_ends_with_4(service: Service) -> None:
    done = beside(service.terminal, "serve", "--port", service.address.rpartition(":")[2])
    assert (done.returncode, "set RETCON_HOST or RETCON_PORT" in " ".join(done.stderr.split())) == (4, True)


def test_the_doctor_knows_a_service_that_runs(service: Service) -> None:
    environment = {**service.terminal.for_processes, "RETCON_PORT": service.address.rpartition(":")[2]}
    done = subprocess.run([COMMAND, "doctor"], check=False, capture_output=True, text=True, env=environment)
    assert (done.returncode, "Retcon serves on 127.0.0.1" in done.stdout) == (0, True)


class Restarted(msgspec.Struct, frozen=True):
    """A service that was told to stop twice, each time with how it ended, and what it knew the second time."""

    first: tuple[int, float]
    second: tuple[int, float]
    names: list[str]
    postgres_left: bool


@pytest.fixture(scope="module")
def restarted(tmp_path_factory: pytest.TempPathFactory) -> Restarted:
    data_dir = tmp_path_factory.mktemp("restarted") / "data"
    with serving(data_dir) as running:
        first = running.told(SIGTERM)
    with serving(data_dir) as running:
        names = [campaign["name"] for campaign in running.get("/api/v1/campaigns")]
        second = running.told(SIGINT)
    return Restarted(first, second, names, (data_dir / "postgres" / "postmaster.pid").exists())


def test_a_service_that_is_told_to_end_ends_well_within_five_seconds(restarted: Restarted) -> None:
    code, seconds = restarted.first
    assert (code, seconds < 5) == (0, True)


def test_ctrl_c_ends_a_service_like_any_other_way(restarted: Restarted) -> None:
    code, seconds = restarted.second
    assert (code, seconds < 5) == (0, True)


def test_a_second_start_imports_nothing_twice(restarted: Restarted) -> None:
    assert restarted.names == [DEMO]


def test_a_service_that_has_ended_leaves_no_database_running(restarted: Restarted) -> None:
    assert not restarted.postgres_left


def test_a_service_goes_on_though_nobody_reads_what_it_prints(data_dir: Path) -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    port = free_port()
    command = [COMMAND, "serve", "--port", str(port)]
    environment = Terminal(data_dir).for_processes
    with subprocess.Popen(command, stdout=theirs, stderr=subprocess.DEVNULL, env=environment) as process:
        os.close(theirs)
        assert answers_within(30, f"http://127.0.0.1:{port}/health", process)
        process.terminate()


def test_two_processes_that_start_at_once_import_the_demo_once(data_dir: Path) -> None:
    terminal = Terminal(data_dir)
    both = [
        subprocess.Popen([COMMAND, "demo", "--json"], stdout=subprocess.PIPE, env=terminal.for_processes) for _ in "ab"
    ]
    first, second = (process.communicate(timeout=60)[0] for process in both)
    assert msgspec.json.decode(first) == msgspec.json.decode(second)
