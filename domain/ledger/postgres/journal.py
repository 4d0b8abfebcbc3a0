"""The journal of an installation: a chain of records of each write to the rows that no campaign's chain covers.

It proves that these rows (the campaigns, the rights, the applied migrations) are as Retcon wrote them last, and that
none was added or deleted otherwise. It cannot prove more against a person who writes to the database as Retcon does:
one who sets the connection up likewise, or rewrites the whole journal, is found out only by comparing the number and
hash of a record noted earlier.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
import psycopg

from domain.ledger.checking.faults import LedgerFault
from domain.ledger.postgres.journaling import Connection, Keys, stray, watched

LEDGER_KEYS: Final[Keys] = {
    "campaigns": ("campaign_id",),
    "campaign_secrets": ("campaign_id",),
    "epoch_seeds": ("campaign_id", "epoch"),
    "migrations": ("schema", "number"),
}
"""The tables of the ledger that are in the journal."""

NOTHING: Final = hashlib.sha256().digest()[:0]
"""The hash before the first record."""


class Newest(msgspec.Struct, frozen=True):
    """The newest record: its number and its hash as hexadecimal digits; 0 and nothing where there is none."""

    number: int = 0
    hash: str = ""


class _Record(msgspec.Struct, frozen=True):
    number: int
    of_table: str
    key: str
    op: str
    at: str
    before: bytes | None
    after: bytes | None
    hash: bytes

    def link(self, previous: bytes) -> bytes:
        """The hash that it should have behind the record before it."""
        digests = ("-" if digest is None else digest.hex() for digest in (self.before, self.after))
        line = "\n".join((str(self.number), self.of_table, self.op, self.at, *digests, self.key))
        return hashlib.sha256(previous + line.encode()).digest()


_RECORDS: Final = "SELECT number, of_table, key, op, at, before, after, hash FROM journal ORDER BY number"


class Journal:
    """Reads the journal of a database and compares it with the rows. To be asked in one transaction of one snapshot."""

    def __init__(self, connection: Connection, keys: Keys) -> None:
        self._connection, self._keys = connection, keys
        self.newest = Newest()
        """The last record that was read."""
        self._written: dict[tuple[str, str], _Record] = {}

    def faults(self) -> Iterator[LedgerFault]:
        """All that is wrong: with the chain, with what it says of each row, and with the rows."""
        yield from self._chained()
        recording = watched(self._connection)
        for table, key in self._keys.items():
            if recording.get(table) != list(key):
                sentence = f"the table {table} has lost the trigger that has the journal record its writes"
                yield LedgerFault(None, "journal", sentence)
            yield from self._stray(table, key)

    def remembers(self, number: int, hash: str) -> bool:
        """Whether it still has the record that a person noted, with that hash."""
        row = self._connection.execute("SELECT hash FROM journal WHERE number = %s", [number]).fetchone()
        return row is not None and bytes(row[0]).hex() == hash.lower()

    def _chained(self) -> Iterator[LedgerFault]:
        previous, due = NOTHING, 1
        for row in self._connection.execute(_RECORDS):
            record = _Record(*row)
            if record.number != due:
                yield _wrong(f"record {due} of the journal is missing; record {record.number} lies in its place")
            if record.hash != record.link(previous):
                yield _wrong(f"record {record.number} of the journal differs from what was written, or follows another")
            yield from self._follows(record)
            previous, due = record.hash, record.number + 1
            self.newest = Newest(record.number, record.hash.hex())

    def _follows(self, record: _Record) -> Iterator[LedgerFault]:
        """Yield a fault where the row differed, when it was written, from the state that the record before had left."""
        row = (record.of_table, record.key)
        known = self._written.get(row)
        if record.op != "seen" and record.before != (known and known.after):
            yield _wrong(f"{_named(*row)} was not as the journal had it when record {record.number} was written")
        self._written[row] = record

    def _stray(self, table: str, key: Sequence[str]) -> Iterator[LedgerFault]:
        for named, digest, recorded in stray(self._connection, table, key):
            record = self._written.get((table, named))
            if record is None or recorded is None:
                yield LedgerFault(None, "row", f"{_named(table, named)} exists, but Retcon did not write it")
            elif digest is None:
                yield LedgerFault(None, "row", f"{_named(table, named)} is missing; it was written {_when(record)}")
            else:
                sentence = f"{_named(table, named)} is not as it was written {_when(record)}"
                yield LedgerFault(None, "row", sentence)


def forget(connection: Connection) -> None:
    """Empty the journal of a database into which one is to be restored."""
    if connection.execute("SELECT to_regclass('journal')").fetchone() != (None,):
        connection.execute("DELETE FROM journal")


def snapshot(connection: psycopg.Connection[Any]) -> None:
    """Let all that the transaction reads be of one moment; to be its first statement."""
    connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")


def _named(table: str, key: str) -> str:
    return f"campaign {key}" if table == "campaigns" else f"the row {key} of {table}"


def _when(record: _Record) -> str:
    return f"at {record.at} (record {record.number} of the journal)"


def _wrong(sentence: str) -> LedgerFault:
    return LedgerFault(None, "journal", sentence)
