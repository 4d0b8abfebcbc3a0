"""Appends of several campaigns that come up at once, written together: one round trip and one commit for all of them.

Nothing waits for company. Whoever finds a connection free writes at once, alone; what comes up while all of them are busy
waits, and is written by the first of those who wait, together with their own if they are enough. So a lone writer pays
nothing for it, and the batches grow with the load.

A batch is one transaction, so a crash leaves each campaign's append whole or absent. It is never more than a short cut: an
append that it left out is tried by itself, which also tells why it does not stand.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final
from uuid import UUID

import psycopg

from domain.ledger.postgres_batch import Step, batch_of
from domain.ledger.postgres_wire import Wire

WRITERS: Final = 6
"""How many appends or batches are on their way at once; only what comes up beyond that is written together."""

SMALLEST: Final = 4
"""How many appends a batch has at least. The one statement for all costs more than two or three of their own do."""

LARGEST: Final = 64
"""How many appends a batch has at most."""


class _Waiting:
    """An append in the queue. `woken` is released when it was dealt with, or (`writes`) is to deal with the others.

    `written` is None where it is still to be tried by itself.
    """

    def __init__(self, step: Step) -> None:
        self.step = step
        self.writes = False
        self.written: bool | None = None
        self.error: BaseException | None = None
        self.woken = threading.Lock()
        self.woken.acquire()


class Coalescing:
    """Writes appends of different campaigns together, from `smallest` at a time on. Thread-safe."""

    def __init__(self, wire: Wire, writers: int = WRITERS, smallest: int = SMALLEST) -> None:
        self._wire = wire
        self._smallest = smallest
        self._lock = threading.Lock()
        self._free = writers
        self._queue: deque[_Waiting] = deque()

    @property
    def waiting(self) -> int:
        """How many appends wait for a connection now."""
        return len(self._queue)

    def write(self, step: Step, alone: Callable[[], bool]) -> bool:
        """Whether the campaign's head moved, as `alone` tells where nobody else writes or the batch left it out.

        Raises what `alone` raises, and what breaks the connection under a batch or keeps it from having one.
        """
        own = _Waiting(step)
        with self._lock:
            own.writes = self._free > 0
            if own.writes:
                self._free -= 1
            else:
                self._queue.append(own)
        if not own.writes:
            self._wait(own)
        if own.writes:
            self._lead(own, alone)
        if own.error is not None:
            raise own.error
        return alone() if own.written is None else own.written

    def _wait(self, own: _Waiting) -> None:
        try:
            own.woken.acquire()
        except BaseException:  # interrupted: nobody may come to rely on this thread
            with self._lock:
                if own in self._queue:
                    self._queue.remove(own)
                elif own.writes:
                    self._pass_on()
            raise

    def _lead(self, own: _Waiting, alone: Callable[[], bool]) -> None:
        """Write a batch with one's own append in it, then leave the connection to whoever waits first."""
        batch = [own]
        try:
            with self._lock:
                batch += self._company(own)
            if len(batch) < self._smallest:
                own.written = alone()
            else:
                self._write(batch)
        except BaseException as error:
            for waiting in batch:
                waiting.error = error
        finally:
            with self._lock:
                self._pass_on()
            for waiting in batch[1:]:
                waiting.woken.release()

    def _company(self, own: _Waiting) -> list[_Waiting]:
        """Those who wait, if they are enough, out of the queue, one for each campaign: two would be on one head."""
        if len(self._queue) + 1 < self._smallest:
            return []
        taken: dict[UUID, _Waiting] = {own.step.campaign: own}
        left: deque[_Waiting] = deque()
        while self._queue and len(taken) < LARGEST:
            waiting = self._queue.popleft()
            if taken.setdefault(waiting.step.campaign, waiting) is not waiting:
                left.append(waiting)
        self._queue.extendleft(reversed(left))
        return [waiting for waiting in taken.values() if waiting is not own]

    def _pass_on(self) -> None:
        if not self._queue:
            self._free += 1
            return
        following = self._queue.popleft()
        following.writes = True
        following.woken.release()

    def _write(self, batch: Sequence[_Waiting]) -> None:
        try:
            result = self._wire.send(*batch_of([waiting.step for waiting in batch]))
        except psycopg.OperationalError:
            raise
        except psycopg.Error:
            return  # one of them cannot stand, such as a command id that is taken: nothing was written
        written = {result.get_value(row, 0) for row in range(result.ntuples)}
        for waiting in batch:
            waiting.written = waiting.step.campaign.bytes in written or None
