"""A ledger that is followed at a terminal, without a service."""

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import msgspec
import psycopg
import pytest
from psycopg import sql

from api.cli.commands.log import Interrupts
from api.cli.commands.serving import DEMO
from api.cli.exits import Exit
from api.storage.embedded import Server
from tests.api.serving import PATIENCE
from tests.cli.terminal import COMMAND, Json, Terminal


class Follower:
    """`retcon log --follow` in a process of its own."""

    def __init__(self, terminal: Terminal) -> None:
        command = (COMMAND, "log", DEMO, "--follow", "--limit", "1", "--json")
        self.process = subprocess.Popen(
            command, env=terminal.for_processes, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def next(self) -> Json:
        """The next entry; waits for it."""
        assert self.process.stdout is not None
        return msgspec.json.decode(self.process.stdout.readline())


@contextmanager
def away(terminal: Terminal, postgres: Server) -> Iterator[None]:
    """The database takes no connections, and ends those that there are."""
    name = (terminal.database_url or "").partition("?")[0].rpartition("/")[2]
    allow = sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS {}")
    with psycopg.connect(postgres.uri, autocommit=True) as connection:
        connection.execute(allow.format(sql.Identifier(name), sql.Literal(False)))
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])
        try:
            yield
        finally:
            connection.execute(allow.format(sql.Identifier(name), sql.Literal(True)))


@pytest.fixture
def follower(terminal: Terminal) -> Iterator[Follower]:
    follower = Follower(terminal)
    yield follower
    follower.process.kill()
    follower.process.communicate()


def test_new_entries_are_shown_as_they_come_also_after_the_database_was_away(
    terminal: Terminal, follower: Follower, postgres: Server
) -> None:
    assert follower.next()["entry"] == 300
    terminal("play", DEMO, "note", "text=One.")
    assert follower.next()["command"]["args"]["text"] == "One."
    with away(terminal, postgres):
        assert follower.process.stderr is not None
        assert "Waiting for it to come back" in follower.process.stderr.readline()
    terminal("play", DEMO, "note", "text=Two.")
    assert follower.next()["command"]["args"]["text"] == "Two."
    follower.process.send_signal(signal.SIGINT)
    assert follower.process.wait(PATIENCE) == Exit.INTERRUPTED


def test_an_interrupt_that_a_destructor_swallows_ends_the_following_at_the_next_pause() -> None:
    before = signal.getsignal(signal.SIGINT)  # a job in the background has it ignored
    with Interrupts() as interrupts:
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            interrupts.pause(60)
    assert signal.getsignal(signal.SIGINT) is before
