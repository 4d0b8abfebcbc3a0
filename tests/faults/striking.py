"""Faults that strike at a chosen place: at the n-th time something is sent to the database, or at the n-th row it writes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, Literal, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus
from psycopg_pool import ConnectionPool

T = TypeVar("T")

How = Literal["cut before", "cut after", "ended", "row full", "row ended"]
"""What happens there: the connection breaks before what was sent arrives, or before the answer does; the server ends the
connection; a row finds no space; the server ends the connection in the middle of its rows."""

_TRIGGERS = """
CREATE SEQUENCE faults_rows INCREMENT BY -1 MINVALUE -1000000000 MAXVALUE 1000000 START -1;
CREATE TABLE faults_how (how text);
INSERT INTO faults_how VALUES ('');
CREATE FUNCTION faults_strike() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF nextval('faults_rows') = 0 THEN
        IF (SELECT how FROM faults_how) = 'row full' THEN
            RAISE EXCEPTION 'no space left' USING ERRCODE = 'disk_full';
        END IF;
        PERFORM pg_terminate_backend(pg_backend_pid());
        PERFORM pg_sleep(5);
    END IF;
    RETURN coalesce(NEW, OLD);
END $$;
DO $$
DECLARE name text;
BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'faults_how' LOOP
        EXECUTE format(
            'CREATE TRIGGER faults BEFORE INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION faults_strike()',
            name
        );
    END LOOP;
END $$;
"""


class Striking(psycopg.Connection[Any]):
    """A connection on which everything that is sent is counted down to the one at which the fault strikes."""

    how: ClassVar[How] = "cut before"
    left: ClassVar[int] = 0
    other: ClassVar[psycopg.Connection[Any] | None] = None

    def commit(self) -> None:
        if self.info.transaction_status != TransactionStatus.IDLE:  # else nothing is sent
            super().commit()

    def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        cls = type(self)
        cls.left -= 1
        if cls.left != 0 or self.closed:
            return super().wait(gen, interval, timeout)
        match cls.how:
            case "cut before":
                gen.close()
                self.pgconn.finish()
                raise psycopg.OperationalError("the connection broke")
            case "cut after":
                super().wait(gen, interval, timeout)
                self.pgconn.finish()
                raise psycopg.OperationalError("the connection broke")
            case _:
                assert self.other is not None
                self.other.execute("SELECT pg_terminate_backend(%s, 5000)", [self.info.backend_pid])
                return super().wait(gen, interval, timeout)


class Faults:
    """The faults of one database: at most one is due at a time."""

    def __init__(self, url: str, other: psycopg.Connection[Any]) -> None:
        self.url = url
        self.struck = False
        self._other = other
        other.execute(_TRIGGERS)

    def pool(self) -> ConnectionPool:
        """Connections on which faults strike."""
        return ConnectionPool(
            self.url, connection_class=Striking, min_size=1, max_size=4, open=True, kwargs={"autocommit": True}
        )

    @contextmanager
    def due(self, how: How, at: int) -> Iterator[None]:
        """A fault strikes at the so-many-th place, counted from 1, unless this is left before; `struck` says which."""
        Striking.other, Striking.how, self.struck = self._other, how, False
        if how.startswith("row"):
            self._other.execute("UPDATE faults_how SET how = %s", [how])
            self._other.execute("SELECT setval('faults_rows', %s)", [at])
        else:
            Striking.left = at
        try:
            yield
        finally:
            self.struck = self._left(how) <= 0
            Striking.left = 0
            self._other.execute("SELECT setval('faults_rows', -1)")

    def _left(self, how: How) -> int:
        if not how.startswith("row"):
            return Striking.left
        row = self._other.execute("SELECT last_value FROM faults_rows").fetchone()
        assert row is not None
        return int(row[0])


def failure_of(act: Callable[[], object]) -> Exception | None:
    """What it raises, if it does."""
    try:
        act()
    except Exception as error:
        return error
    return None
