"""The embedded PostgreSQL, started for real."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from api.storage import StorageFailed, embedded
from api.storage.system_user import in_container, let_through

QUICK = {"fsync": "off"}

HOLDER = """
import sys
from pathlib import Path
from api.storage import embedded
server = embedded.start(Path(sys.argv[1]), options={"fsync": "off"})
print(server.uri, flush=True)
sys.stdin.read()
server.stop()
"""


def start(data_dir: Path) -> embedded.Server:
    return embedded.start(data_dir, options=QUICK)


def ask(uri: str, question: str) -> object:
    with psycopg.connect(uri, autocommit=True) as connection:
        cursor = connection.execute(question.encode())
        row = cursor.fetchone() if cursor.description else None
        return row[0] if row else None


def postmaster(data_dir: Path) -> int:
    return int((data_dir / "postgres" / "postmaster.pid").read_text().splitlines()[0])


def is_stopped(data_dir: Path) -> bool:
    return not (data_dir / "postgres" / "postmaster.pid").exists()


@contextmanager
def another_process(data_dir: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the server; it lets go when its input closes."""
    command = [sys.executable, "-c", HOLDER, str(data_dir)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("postgresql://")
        yield process


def test_a_new_data_folder_gets_a_postgresql_18_with_an_empty_database(data_dir: Path) -> None:
    with start(data_dir) as server:
        assert str(ask(server.uri, "SELECT current_database() || ' ' || version()")).startswith("retcon PostgreSQL 18.")


def test_what_was_written_is_there_after_a_stop(data_dir: Path) -> None:
    with start(data_dir) as server:
        ask(server.uri, "CREATE TABLE kept AS SELECT 7 AS value")
    with start(data_dir) as server:
        assert ask(server.uri, "SELECT value FROM kept") == 7


def test_the_server_listens_on_no_network_and_its_socket_is_private(data_dir: Path) -> None:
    with start(data_dir) as server:
        socket = data_dir / "postgres" / embedded.SOCKET_NAME
        assert (ask(server.uri, "SHOW listen_addresses"), socket.stat().st_mode & 0o077) == ("", 0)


def test_processes_share_a_server_and_the_last_to_leave_stops_it(data_dir: Path) -> None:
    with another_process(data_dir) as first:
        server = start(data_dir)
        first.communicate()
        assert ask(server.uri, "SELECT 1") == 1
    server.stop()
    assert is_stopped(data_dir)


def test_processes_that_start_at_once_make_one_server(data_dir: Path) -> None:
    command = [sys.executable, "-c", HOLDER, str(data_dir)]
    started = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    outputs = [process.communicate()[0] for process in started]
    assert (len(set(outputs)), [process.returncode for process in started]) == (1, [0, 0, 0])


def test_leaving_twice_is_leaving_once(data_dir: Path) -> None:
    with start(data_dir) as first, start(data_dir) as second:
        first.stop()
        first.stop()
        assert ask(second.uri, "SELECT 1") == 1


def test_a_server_left_by_a_killed_process_is_attached_and_then_stopped(data_dir: Path) -> None:
    with another_process(data_dir) as process:
        left_behind = postmaster(data_dir)
        process.kill()
    with start(data_dir) as server:
        assert (ask(server.uri, "SELECT 1"), postmaster(data_dir)) == (1, left_behind)
    assert is_stopped(data_dir)


def test_a_killed_server_comes_back_with_what_was_committed(data_dir: Path) -> None:
    with start(data_dir) as server:
        ask(server.uri, "CREATE TABLE kept AS SELECT 7 AS value")
        os.kill(postmaster(data_dir), signal.SIGKILL)
        with start(data_dir) as again:
            assert ask(again.uri, "SELECT value FROM kept") == 7


def test_a_dead_servers_number_taken_by_another_process_does_not_deceive(data_dir: Path) -> None:
    with start(data_dir):
        lines = (data_dir / "postgres" / "postmaster.pid").read_text().splitlines()
    (data_dir / "postgres" / "postmaster.pid").write_text("\n".join([str(os.getpid()), *lines[1:]]) + "\n")
    (data_dir / "postgres" / f"{embedded.SOCKET_NAME}.lock").write_text(f"{os.getpid()}\n")
    with start(data_dir) as server:
        assert ask(server.uri, "SELECT 1") == 1


def test_an_interrupted_making_is_begun_again(data_dir: Path) -> None:
    (data_dir / "postgres-new-abc" / "cluster").mkdir(parents=True)
    with start(data_dir) as server:
        assert (ask(server.uri, "SELECT 1"), list(data_dir.glob("postgres-new-*"))) == (1, [])


@pytest.mark.parametrize("name", ["d" * 120, "a, b and 'c'"])
def test_a_folder_whose_path_no_socket_can_have_is_no_obstacle(tmp_path: Path, name: str) -> None:
    with start(tmp_path / name) as server:
        assert ask(server.uri, "SHOW data_directory") == str(tmp_path / name / "postgres")


def test_a_socket_folder_elsewhere_goes_with_its_server(tmp_path: Path) -> None:
    with start(tmp_path / ("d" * 120)) as server, psycopg.connect(server.uri) as connection:
        elsewhere = Path(connection.info.host)
    assert not elsewhere.exists()


def test_a_folder_that_is_no_cluster_is_refused_and_left_alone(data_dir: Path) -> None:
    (data_dir / "postgres").mkdir(parents=True)
    with pytest.raises(StorageFailed, match="is not a PostgreSQL cluster"):
        start(data_dir)


def test_a_cluster_of_another_version_is_refused_with_both_versions(data_dir: Path) -> None:
    (data_dir / "postgres").mkdir(parents=True)
    (data_dir / "postgres" / "PG_VERSION").write_text("16\n")
    with pytest.raises(StorageFailed, match=r"PostgreSQL 16 .* brings 18"):
        start(data_dir)


def test_a_data_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StorageFailed, match="RETCON_DATA_DIR"):
        start(tmp_path / "file" / "data")


def test_a_server_that_cannot_start_shows_the_end_of_its_log(data_dir: Path) -> None:
    with pytest.raises(StorageFailed, match='parameter "shared_buffers"'):
        embedded.start(data_dir, options={"shared_buffers": "no"})


def test_nobody_holds_a_server_that_did_not_start(data_dir: Path) -> None:
    with pytest.raises(StorageFailed):
        embedded.start(data_dir, options={"shared_buffers": "no"})
    start(data_dir).stop()
    assert is_stopped(data_dir)


@pytest.mark.parametrize("mark", [".dockerenv", "run/.containerenv"])
def test_a_container_is_known_by_its_files(tmp_path: Path, mark: str) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / mark).touch()
    assert in_container(tmp_path, {})


def test_a_whole_machine_is_no_container(tmp_path: Path) -> None:
    assert not in_container(tmp_path, {"HOME": "/root"})


def test_letting_through_opens_folders_for_passing_but_not_for_reading(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir(mode=0o700)
    let_through(tmp_path / "a")
    assert (tmp_path / "a").stat().st_mode & 0o007 == 0o001
