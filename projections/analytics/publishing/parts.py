"""The parts that a table of a campaign is cut into: one for each month of each block of entries."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc


class DataPart(NamedTuple):
    """The rows of one month and one block of entries, in their order."""

    month: str
    block: int
    rows: pa.Table

    @property
    def name(self) -> str:
        """The name of the part among those of its table."""
        return f"{self.month}/{self.block}"


def parts(stream: pa.RecordBatchReader, block_size: int) -> Iterator[DataPart]:
    """Cut a stream of rows that is sorted by entry into parts. No more than one block is in memory."""
    for block, rows in _blocks(stream, block_size):
        months = pc.floor_temporal(rows["at"], unit="month")
        for month in sorted(pc.unique(months).to_pylist()):
            of_month = (
                rows if len(pc.unique(months)) == 1 else rows.filter(pc.equal(months, pa.scalar(month, months.type)))
            )
            yield DataPart(f"{month:%Y-%m}", block, of_month)


def _blocks(stream: pa.RecordBatchReader, block_size: int) -> Iterator[tuple[int, pa.Table]]:
    pending: list[pa.RecordBatch] = []
    current = None
    for batch in stream:
        for block, piece in _cut(batch, block_size):
            if block != current and pending:
                yield _whole(current, pending)
                pending = []
            current = block
            pending.append(piece)
    if pending:
        yield _whole(current, pending)


def _cut(batch: pa.RecordBatch, block_size: int) -> Iterator[tuple[int, pa.RecordBatch]]:
    """Cut a batch where a block ends."""
    blocks = batch.column("entry").to_numpy() // block_size
    cuts = [0, *(np.flatnonzero(np.diff(blocks)) + 1).tolist(), len(blocks)]
    for start, end in pairwise(cuts):
        if end > start:
            yield int(blocks[start]), batch.slice(start, end - start)


def _whole(block: int | None, pending: list[pa.RecordBatch]) -> tuple[int, pa.Table]:
    assert block is not None, "rows belong to a block"
    return block, pa.Table.from_batches(pending)
