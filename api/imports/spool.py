"""Records on their way through a temporary file, so that any number of them needs little memory."""

from __future__ import annotations

import tempfile
from array import array
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

import msgspec

from api.imports.stopping import check_stopped

T = TypeVar("T")


class Spool(Generic[T]):
    """A list of records of one type that lies on the disk. It is to be closed, and is gone then."""

    def __init__(self, of: type[T]) -> None:
        self._file = tempfile.TemporaryFile(prefix="retcon-")  # noqa: SIM115 - closed with the spool
        self._encoder = msgspec.msgpack.Encoder()
        self._decoder = msgspec.msgpack.Decoder(of)
        self._ends = array("q", [0])

    def __len__(self) -> int:
        return len(self._ends) - 1

    def append(self, record: T) -> None:
        """Add a record at the end. Nothing may be added once records have been read."""
        check_stopped()
        self._ends.append(self._ends[-1] + self._file.write(self._encoder.encode(record)))

    def __iter__(self) -> Iterator[T]:
        return self.in_order(range(len(self)))

    def in_order(self, places: Iterable[int]) -> Iterator[T]:
        """Read the records at these places, which count from 0, in this order."""
        for place in places:
            check_stopped()
            begin, end = self._ends[place], self._ends[place + 1]
            self._file.seek(begin)
            yield self._decoder.decode(self._file.read(end - begin))

    def extend(self, records: Iterable[T]) -> None:
        """Add records at the end."""
        for record in records:
            self.append(record)

    def close(self) -> None:
        """Throw the records away."""
        self._file.close()
