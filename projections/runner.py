"""Projections that follow the ledgers in the background, campaign by campaign, and process every entry exactly once.

A projection's position in a campaign is stored in the same transaction as its results: a killed process has stored
neither. Several processes may run side by side: one at a time works on a campaign. When a projection fails at an entry,
the error is noted, and the projection waits before that entry in that campaign until it is tried again; all other
campaigns continue.
"""

from __future__ import annotations

import threading
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final
from uuid import UUID

import msgspec
from psycopg_pool import ConnectionPool

from domain.ledger.postgres.migrations import Schemas
from domain.records.store import Store
from projections.logger import Logger
from projections.projection import (
    BATCH,
    UNREACHABLE,
    Connection,
    NextEntries,
    NotTaken,
    Overtaken,
    Projection,
    ProjectionProgress,
    RebuiltProjection,
)

PROJECTIONS: Final[Schemas] = {"projections": Path(__file__).parent / "schema"}

TOGETHER: Final = 100
"""The number of campaigns processed in one transaction."""

PAUSE: Final = 0.5
"""Seconds between two looks for new entries: facts are to be there within a second."""

if TYPE_CHECKING:
    from domain.ledger.checking.verify import Progress

_log = Logger(__name__)


class _Place(msgspec.Struct, frozen=True):
    """A generation of a projection of a campaign."""

    campaign: UUID
    projection: str
    generation: int


_BEHIND: Final = """
SELECT h.campaign_id, t.generation FROM heads h
LEFT JOIN tracking t ON t.campaign_id = h.campaign_id AND t.projection = %(projection)s AND t.live
WHERE (t.entry IS NULL OR h.entry > t.entry) AND NOT EXISTS (
    SELECT FROM dead_letters d WHERE d.campaign_id = h.campaign_id AND d.projection = %(projection)s
)
ORDER BY h.campaign_id
"""
_LIVE: Final = """
SELECT generation FROM tracking WHERE campaign_id = %s AND projection = %s AND live
"""
_CLAIM: Final = """
SELECT entry, set_config('synchronous_commit', 'off', true)
FROM tracking WHERE campaign_id = %s AND projection = %s AND generation = %s FOR UPDATE
"""
_CLAIM_EACH: Final = """
SELECT t.campaign_id, t.generation, t.entry, set_config('synchronous_commit', 'off', true)
FROM tracking t JOIN unnest(%s::uuid[], %s::int[]) p (campaign_id, generation) USING (campaign_id, generation)
WHERE t.projection = %s ORDER BY t.campaign_id FOR UPDATE OF t SKIP LOCKED
"""
# Nobody waits for the disk: what a crash takes away is made of the ledger once more, with the position that goes with it.
_BEGIN: Final = """
INSERT INTO tracking (campaign_id, projection, generation, entry, live) VALUES (%s, %s, %s, 0, %s)
"""
_LEFT: Final = """
DELETE FROM tracking WHERE campaign_id = %s AND projection = %s AND NOT live RETURNING generation
"""
_FALL: Final = "UPDATE tracking SET live = false WHERE campaign_id = %s AND projection = %s AND live"
_RISE: Final = "UPDATE tracking SET live = true WHERE campaign_id = %s AND projection = %s AND generation = %s"
_DROP: Final = "DELETE FROM tracking WHERE campaign_id = %s AND projection = %s AND generation = %s"
_MENDED: Final = "DELETE FROM dead_letters WHERE campaign_id = %s AND projection = %s"
_ADVANCE: Final = """
UPDATE tracking SET entry = %s WHERE campaign_id = %s AND projection = %s AND generation = %s
"""
_ADVANCE_EACH: Final = """
UPDATE tracking t SET entry = p.entry FROM unnest(%s::uuid[], %s::int[], %s::bigint[]) p (campaign_id, generation, entry)
WHERE t.campaign_id = p.campaign_id AND t.generation = p.generation AND t.projection = %s
"""
_MENDING: Final = """
WITH advanced AS (
    UPDATE tracking SET entry = %s WHERE campaign_id = %s AND projection = %s AND generation = %s
    RETURNING campaign_id, projection
)
DELETE FROM dead_letters d USING advanced a WHERE d.campaign_id = a.campaign_id AND d.projection = a.projection
"""
_BURY: Final = """
INSERT INTO dead_letters AS d (campaign_id, projection, entry, error, attempts) VALUES (%s, %s, %s, %s, 1)
ON CONFLICT (campaign_id, projection) DO UPDATE
    SET entry = excluded.entry, error = excluded.error, last_at = now(),
        attempts = CASE WHEN d.entry = excluded.entry THEN d.attempts + 1 ELSE 1 END
"""
_TRACKED_TO: Final = "SELECT entry FROM tracking WHERE campaign_id = %s AND projection = %s AND live"
_BURIED: Final = "SELECT FROM dead_letters WHERE campaign_id = %s AND projection = %s"
_STANDINGS: Final = """
SELECT p.name, h.campaign_id, c.name, coalesce(t.entry, 0), h.entry, d.error, coalesce(d.attempts, 0)
FROM unnest(%s::text[]) p (name) CROSS JOIN heads h JOIN campaigns c USING (campaign_id)
LEFT JOIN tracking t ON t.campaign_id = h.campaign_id AND t.projection = p.name AND t.live
LEFT JOIN dead_letters d ON d.campaign_id = h.campaign_id AND d.projection = p.name
ORDER BY p.name, c.created_at, h.campaign_id
"""


class Runner:
    """Brings projections as far as the ledgers are. Thread-safe; the pool's connections must be in autocommit mode."""

    def __init__(
        self, pool: ConnectionPool, store: Store, projections: Sequence[Projection], *, batch: int = BATCH
    ) -> None:
        self._pool, self._store, self._batch = pool, store, batch
        self.projections = {projection.name: projection for projection in projections}

    def run(self, stop: threading.Event, pause: float = PAUSE) -> None:
        """Follow the ledgers until told to stop; where the database is away, wait for it. A defect is logged, and ends nothing."""
        while not stop.is_set():
            try:
                self.catch_up(stop)
            except UNREACHABLE as error:
                _log.warning("projections_wait", detail=f"{type(error).__name__}: {error}")
            except Exception:
                _log.exception("projections_failed")
            stop.wait(pause)

    def catch_up(self, stop: threading.Event | None = None) -> int:
        """Take all entries there are, and say how many. An entry that cannot be taken is noted and logged."""
        taken = 0
        for projection in self.projections.values():
            behind = self._behind(projection)
            for at in range(0, len(behind), TOGETHER):
                if stop is None or not stop.is_set():
                    taken += self._follow_together(projection, behind[at : at + TOGETHER])
        return taken

    def bring(self, name: str, campaign: UUID, patience: float = 5.0) -> int:
        """Take a campaign's entries as far as its ledger has now come, and return the last one that is in the projection.

        That is less where it stands before an entry that it cannot take, or where another process that is at it takes more seconds than `patience`.
        """
        projection, until = self.projections[name], time.monotonic() + patience
        head = self._store.head(campaign).entry
        while (place := self._entry(projection, campaign)) < head and time.monotonic() < until:
            if not self._follow(projection, campaign):
                if self._stands(projection, campaign):
                    break
                time.sleep(PAUSE / 10)
        return place

    def _entry(self, projection: Projection, campaign: UUID) -> int:
        """Return the last entry that a projection has processed in a campaign."""
        with self._pool.connection() as connection:
            row = connection.execute(_TRACKED_TO, [campaign, projection.name]).fetchone()
        return 0 if row is None else int(row[0])

    def _stands(self, projection: Projection, campaign: UUID) -> bool:
        """Whether there is an entry that cannot be taken."""
        with self._pool.connection() as connection:
            return connection.execute(_BURIED, [campaign, projection.name]).fetchone() is not None

    def standings(self) -> list[ProjectionProgress]:
        """Return the progress of every projection in every campaign."""
        with self._pool.connection() as connection:
            rows = connection.execute(_STANDINGS, [list(self.projections)]).fetchall()
        return [ProjectionProgress(**dict(zip(ProjectionProgress.__struct_fields__, row, strict=True))) for row in rows]

    def retry(self) -> list[ProjectionProgress]:
        """Try once more what could not be taken, and say how those projections stand now."""
        tried = [(each.projection, each.campaign) for each in self.standings() if each.error is not None]
        for name, campaign in tried:
            self._follow(self.projections[name], campaign)
        return [each for each in self.standings() if (each.projection, each.campaign) in tried]

    def rebuild(self, name: str, campaign: UUID, progress: Progress = lambda _done, _of: None) -> RebuiltProjection:
        """Make a projection of a campaign anew from its first entry, beside the one that is read, and let it take its place.

        It may be played on meanwhile; only for the last step does an append wait. Raises NotTaken (then nothing has
        changed), Overtaken, UnknownCampaign.
        """
        projection = self.projections[name]
        head = self._store.head(campaign).entry
        place = self._beside(projection, self._live(projection, campaign))
        try:
            while True:
                came, entry = self._step(projection, place, self._batch)
                progress(min(entry, head), head)
                if came < self._batch:
                    return self._swap(projection, place)
        except NotTaken:
            self._drop(projection, place)
            raise

    def _behind(self, projection: Projection) -> list[tuple[UUID, int | None]]:
        """List the campaigns that a projection is behind in, each with the generation that is read, if there is one."""
        with self._pool.connection() as connection:
            return connection.execute(_BEHIND, {"projection": projection.name}).fetchall()

    def _follow_together(self, projection: Projection, behind: Sequence[tuple[UUID, int | None]]) -> int:
        """Take the entries of several campaigns in as few transactions as they need, however little each of them has."""
        begun = [_Place(campaign, projection.name, live) for campaign, live in behind if live is not None]
        taken = sum(self._follow(projection, campaign) for campaign, live in behind if live is None)
        while begun:
            try:
                came, begun = self._step_together(projection, begun)
                taken += came
            except NotTaken:  # one of them cannot be taken: the others do without it
                return taken + sum(self._follow(projection, place.campaign, place.generation) for place in begun)
        return taken

    def _step_together(self, projection: Projection, places: Sequence[_Place]) -> tuple[int, list[_Place]]:
        """Take entries of several campaigns in one transaction, as many of each: how many, and who may have more."""
        campaigns, generations = [each.campaign for each in places], [each.generation for each in places]
        with self._pool.connection() as connection, connection.transaction():
            claimed = connection.execute(_CLAIM_EACH, [campaigns, generations, projection.name]).fetchall()
            limit = max(1, self._batch // max(1, len(claimed)))
            entries = self._store.raw_each({campaign: after for campaign, _, after, _ in claimed}, limit)
            parts = [NextEntries(each[0], each[1], entries[each[0]]) for each in claimed if each[0] in entries]
            if parts:
                _apply(projection, connection, parts)
                ends = [
                    [part[0] for part in parts],
                    [part[1] for part in parts],
                    [part[2][-1].number for part in parts],
                ]
                connection.execute(_ADVANCE_EACH, [*ends, projection.name])
        left = [_Place(part.campaign, projection.name, part.generation) for part in parts if len(part.entries) == limit]
        return sum(len(part.entries) for part in parts), left

    def _follow(self, projection: Projection, campaign: UUID, generation: int | None = None) -> int:
        """Take a campaign's entries until it has come as far as the ledger, or stands before one it cannot take."""
        taken = 0
        try:
            known = None if generation is None else _Place(campaign, projection.name, generation)
            place = known or self._live(projection, campaign)
            while came := self._taken(projection, place):
                taken += came
                if came < self._batch:  # what is written meanwhile waits for its turn behind the other campaigns
                    break
        except NotTaken as untaken:
            self._bury(untaken)
        return taken

    def _taken(self, projection: Projection, place: _Place) -> int:
        """Process the next entries of a campaign; where one fails, process those before it."""
        try:
            return self._step(projection, place, self._batch, live=True)[0]
        except NotTaken:
            alone = 0
            while came := self._step(projection, place, 1, live=True)[0]:
                alone += came
            return alone

    def _step(self, projection: Projection, place: _Place, limit: int, *, live: bool = False) -> tuple[int, int]:
        """Take up to so many entries in one transaction: how many, and the last one that is in it then."""
        with self._pool.connection() as connection, connection.transaction():
            claim = f"{_CLAIM} SKIP LOCKED" if live else _CLAIM
            row = connection.execute(claim.encode(), _values(place)).fetchone()
            if row is None and live:
                return 0, 0
            if row is None:
                raise Overtaken(projection.name, place.campaign)
            advance = _MENDING if live else _ADVANCE
            return self._take(connection, projection, place, row[0], limit, advance=advance)

    def _take(
        self,
        connection: Connection,
        projection: Projection,
        place: _Place,
        after: int,
        limit: int,
        *,
        advance: str = _ADVANCE,
    ) -> tuple[int, int]:
        entries = self._store.raw(place.campaign, after, limit)
        if not entries:
            return 0, after
        _apply(projection, connection, [NextEntries(place.campaign, place.generation, entries)])
        last = entries[-1].number
        connection.execute(advance.encode(), [last, *_values(place)])
        return len(entries), last

    def _bury(self, untaken: NotTaken) -> None:
        sentence = f"{type(untaken.error).__name__}: {untaken.error}"
        _log.error("entry_not_taken", detail=str(untaken), trace="".join(traceback.format_exception(untaken.error)))
        with self._pool.connection() as connection:
            connection.execute(_BURY, [untaken.campaign, untaken.projection, untaken.entry, sentence.replace("\0", "")])

    def _live(self, projection: Projection, campaign: UUID) -> _Place:
        """The generation that is read; the first is begun here."""
        with self._pool.connection() as connection:
            row = connection.execute(_LIVE, [campaign, projection.name]).fetchone()
            if row is not None:
                return _Place(campaign, projection.name, row[0])
            place = _Place(campaign, projection.name, 1)
            with connection.transaction():
                begun = connection.execute(f"{_BEGIN} ON CONFLICT DO NOTHING".encode(), [*_values(place), True])
                if begun.rowcount:
                    self._begin(connection, projection, place)
            return place

    def _begin(self, connection: Connection, projection: Projection, place: _Place) -> None:
        try:
            entry = projection.begin(connection, place.campaign, place.generation)
        except UNREACHABLE:
            raise
        except Exception as error:
            raise NotTaken(projection.name, place.campaign, 0, error) from error
        connection.execute(_ADVANCE, [entry, *_values(place)])

    def _beside(self, projection: Projection, live: _Place) -> _Place:
        """A new generation beside the one that is read; one that was left unfinished makes room."""
        with self._pool.connection() as connection, connection.transaction():
            connection.execute(_CLAIM, _values(live))
            left = connection.execute(_LEFT, [live.campaign, projection.name]).fetchall()
            for (generation,) in left:
                projection.forget(connection, live.campaign, generation)
            place = _Place(live.campaign, projection.name, max([live.generation, *(g for (g,) in left)]) + 1)
            connection.execute(_BEGIN, [*_values(place), False])
            self._begin(connection, projection, place)
        return place

    def _swap(self, projection: Projection, place: _Place) -> RebuiltProjection:
        """Let a generation take the place of the one that is read, once nothing is missing in it."""
        with self._pool.connection() as connection, connection.transaction():
            # From here to the commit nobody appends: what is taken now is all there is.
            connection.execute("SELECT FROM heads WHERE campaign_id = %s FOR UPDATE", [place.campaign])
            row = connection.execute(_CLAIM, _values(place)).fetchone()
            if row is None:
                raise Overtaken(projection.name, place.campaign)
            came, entry = 1, row[0]
            while came:
                came, entry = self._take(connection, projection, place, entry, self._batch)
            old = connection.execute(_LIVE, [place.campaign, projection.name]).fetchone()
            connection.execute(_FALL, [place.campaign, projection.name])
            connection.execute(_RISE, _values(place))
            connection.execute(_MENDED, [place.campaign, projection.name])
        if old is not None:
            self._drop(projection, msgspec.structs.replace(place, generation=old[0]))
        return RebuiltProjection(
            projection=projection.name, campaign=place.campaign, entry=entry, generation=place.generation
        )

    def _drop(self, projection: Projection, place: _Place) -> None:
        with self._pool.connection() as connection, connection.transaction():
            connection.execute(_DROP, _values(place))
            projection.forget(connection, place.campaign, place.generation)


def _apply(projection: Projection, connection: Connection, parts: Sequence[NextEntries]) -> None:
    """Let a projection take entries. Raises NotTaken, of the first entry where there are several."""
    try:
        projection.apply(connection, parts)
    except UNREACHABLE:
        raise
    except Exception as error:
        raise NotTaken(projection.name, parts[0].campaign, parts[0].entries[0].number, error) from error


def _values(place: _Place) -> tuple[UUID, str, int]:
    return place.campaign, place.projection, place.generation


@contextmanager
def following(runner: Runner) -> Iterator[None]:
    """Lets a runner follow the ledgers in a thread of its own meanwhile."""
    stop = threading.Event()
    thread = threading.Thread(target=runner.run, args=(stop,), name="projections")
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()
