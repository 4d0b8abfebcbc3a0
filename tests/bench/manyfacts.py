"""A data set of many rolls in many campaigns, made by DuckDB in the true columns, as the publisher would have laid it down."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from uuid import UUID

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from projections.analytics.publishing.dataset import DataSet
from projections.analytics.publishing.filesystems import LocalFolder
from projections.analytics.publishing.manifest import CampaignFiles, DataSetManifest, fingerprint, write_manifest
from projections.analytics.schema import OF_CAMPAIGN, schema_of

AT_ONCE: Final = 50
"""How many campaigns are made with one statement."""

_TYPES: Final = {
    pa.int64(): "BIGINT",
    pa.string(): "VARCHAR",
    pa.bool_(): "BOOLEAN",
    pa.timestamp("us", tz="UTC"): "TIMESTAMPTZ",
    pa.list_(pa.int64()): "BIGINT[]",
    pa.list_(pa.string()): "VARCHAR[]",
    pa.list_(pa.bool_()): "BOOLEAN[]",
}

_SHARED: Final = {
    "campaign": "campaign",
    "entry": "entry",
    "version": "0",
    "place": "[entry]",
    "at": '"at"',
    "written": '"at"',
    "clock": "entry * 600",
    "session": "session",
    "scene": "session",
    "encounter": "CASE WHEN entry % 3 = 0 THEN 'encounter/' || entry // 40 END",
    "deed": "CASE WHEN entry % 50 = 11 THEN entry - 1 ELSE entry END",
    "command": "'game.attack'",
    "actor": "hero",
    "member": "'member-' || entry % 5",
    "by_gm": "entry % 5 = 0",
    "audience": "['all']",
    "rules": "['AA-BB-' || lpad((entry % 60)::varchar, 2, '0')]",
}
"""The columns that all rows of an entry share."""

_ENTRIES: Final = {
    "kind": "CASE WHEN entry % 500 = 0 THEN 'revision' ELSE 'play' END",
    "status": "CASE WHEN entry % 97 = 0 THEN 'struck' ELSE 'standing' END",
    "overruled": "0",
    "asks": "CASE WHEN entry % 50 = 10 THEN 'dodge' END",
    "answers": "CASE WHEN entry % 50 = 11 AND entry % 250 <> 11 THEN 'dodge' END",
    "withdraws": "CASE WHEN entry % 1000 = 0 THEN entry - 500 END",
    "struck": "CASE WHEN entry % 1000 = 500 THEN entry + 500 END",
    "asked": "CASE WHEN entry % 500 = 0 THEN 1 END",
    "followed": "CASE WHEN entry % 500 = 0 THEN 2 END",
    "inserted": "CASE WHEN entry % 500 = 0 THEN 0 END",
    "decided": "CASE WHEN entry % 500 = 0 THEN 1 END",
    "reason": "CASE WHEN entry % 500 = 0 THEN 'The die of entry ' || entry - 1 || ' was misread.' END",
}

_WITHDRAWN: Final = _ENTRIES | {"version": "entry + 500", "status": "'struck'", "struck": "NULL"}
"""Every other change of the past is withdrawn by the next."""

_DICE: Final = {
    "number": "0",
    "roller": "hero",
    "label": "'attack'",
    "roll": "'attack'",
    "sides": "20",
    "value": "1 + hash(campaign, entry) % 20",
    "source": "CASE WHEN entry % 4 = 0 THEN 'table' ELSE 'server' END",
    "sealed": "false",
}

_ROLLED: Final = {
    "seq": "0",
    "position": "entry",
    "kind": "'roll'",
    "type": "'rolled'",
    "aggregate": "hero",
    "component": "'log'",
    "name": "'attack'",
    "what": "['attack', 'leap', 'notice'][1 + entry % 3]",
    "by": "hero",
    "total": "5 + hash(campaign, entry) % 20",
    "shown": "1 + hash(campaign, entry) % 20",
    "target": "8 + entry % 9",
    "outcome": "CASE WHEN 5 + hash(campaign, entry) % 20 >= 8 + entry % 9 THEN 'success' ELSE 'failure' END",
    "notation": "'1d20'",
    "sides": "[20]",
    "dice": "[1 + hash(campaign, entry) % 20]",
    "kept": "[true]",
    "addends": "['skill']",
    "added": "[4]",
    "body": "'{}'",
    "struck": "CASE WHEN entry % 97 = 0 THEN 500 * (1 + entry // 500) END",
}

_DONE: Final = _ROLLED | {
    "seq": "1",
    "kind": "['wound', 'heal', 'spend', 'milestone', 'gain'][1 + entry % 5]",
    "type": "CASE WHEN entry <= 50 THEN 'track_opened' ELSE "
    "['damage_taken', 'damage_healed', 'point_spent', 'trait_gained', 'point_gained'][1 + entry % 5] END",
    "component": "CASE WHEN entry > 50 AND entry % 5 = 3 THEN 'traits' ELSE 'tracks' END",
    "name": "['hp', 'hp', 'luck', 'feat-' || entry % 7, 'luck'][1 + entry % 5]",
    "aggregate": "'character/' || (entry // 5) % 5",
    "what": "CASE WHEN entry % 5 = 0 THEN 'fire' END",
    "amount": "1 + entry % 4",
    "change": "CASE WHEN entry > 50 AND entry % 5 <> 3 THEN [-1, 1, -1, 0, 1][1 + entry % 5] * (1 + entry % 4) END",
    "level": "CASE WHEN entry <= 50 THEN 1000 END",
    **dict.fromkeys(("total", "shown", "target", "outcome", "notation"), "NULL"),
    **dict.fromkeys(("sides", "dice", "kept", "addends", "added"), "NULL"),
}
"""Every other entry has an event besides: somebody is harmed or healed, spends, gains or learns something."""

_HAPPENED: Final = dict.fromkeys(_ROLLED, "NULL") | {"position": "entry", "body": "'{}'", "by": "hero"}
"""An event that is no roll, without what it says."""

_TURN: Final = _HAPPENED | {
    "seq": "2",
    "kind": "'turn'",
    "type": "CASE WHEN entry % 40 < 12 THEN 'encounter_begun' WHEN entry % 40 < 36 THEN 'turn_passed' ELSE 'pace_changed' END",
    "state": "CASE WHEN entry % 40 >= 36 THEN 'ended' END",
    "aggregate": "'encounter/' || entry // 40",
    "component": "'pace'",
    "name": "'pace'",
    "what": "CASE WHEN entry % 40 BETWEEN 12 AND 35 THEN (entry % 5)::VARCHAR END",
    "level": "CASE WHEN entry % 40 BETWEEN 12 AND 35 THEN entry % 40 // 12 END",
}

_HURT: Final = _HAPPENED | {
    "seq": "3",
    "kind": "'wound'",
    "type": "['condition_gained', 'condition_ended', 'wound_suffered', 'wound_closed'][1 + entry // 50 % 4]",
    "aggregate": "'character/' || entry // 10 % 5",
    "component": "['conditions', 'conditions', 'wounds', 'wounds'][1 + entry // 50 % 4]",
    "name": "CASE WHEN entry // 50 % 4 < 2 THEN 'down' ELSE 'wound-' || entry // 200 END",
    "what": "['stunned', 'unconscious', 'dead', 'bleeding'][1 + entry // 200 % 4]",
    "because": "CASE WHEN entry // 50 % 2 = 1 THEN 'rested' END",
}
"""Everybody gains a condition, loses it, is wounded and heals, in turn."""

_SCENE: Final = _HAPPENED | {
    "seq": "4",
    "kind": "'scene'",
    "type": "CASE WHEN entry % 100 = 1 THEN 'scene_opened' ELSE 'scene_ended' END",
    "aggregate": "'campaign/self'",
    "component": "'scenes'",
    "name": "(entry // 100)::VARCHAR",
}

_PHASE: Final = _HAPPENED | {
    "seq": "5",
    "kind": "'downtime'",
    "type": "CASE WHEN entry % 500 = 100 THEN 'phase_opened' ELSE 'phase_changed' END",
    "state": "CASE WHEN entry % 500 = 141 THEN 'processed' END",
    "aggregate": "'campaign/self'",
    "component": "'phases'",
    "name": "(entry // 500)::VARCHAR",
}

_INTENT: Final = _HAPPENED | {
    "seq": "6",
    "kind": "'downtime'",
    "type": "CASE WHEN entry % 500 <= 120 THEN 'intent_announced' ELSE 'intent_changed' END",
    "state": "CASE WHEN entry % 500 <= 120 THEN 'planned' WHEN entry % 7 = 0 THEN 'impossible' ELSE 'done' END",
    "aggregate": "hero",
    "component": "'intents'",
    "name": "'downtime/' || entry // 500 || '/' || entry % 20",
    "what": "CASE WHEN entry % 500 <= 120 THEN 'game.rest' END",
    "amount": "CASE WHEN entry % 500 <= 120 THEN 1 + entry % 2 END",
}
"""Twenty actions are planned for each downtime, and carried out."""

_STORE: Final = _HAPPENED | {
    "seq": "7",
    "kind": "['spend', 'gain'][1 + entry // 50 % 2]",
    "type": "CASE WHEN entry <= 50 THEN 'track_opened' ELSE ['point_spent', 'point_gained'][1 + entry // 50 % 2] END",
    "aggregate": "'enclave/0'",
    "component": "'tracks'",
    "name": "['food', 'water'][1 + entry // 25 % 2]",
    "change": "CASE WHEN entry > 50 THEN [-1, 1][1 + entry // 50 % 2] * (1 + entry % 4) END",
    "level": "CASE WHEN entry <= 50 THEN 1000 END",
}

_MEMBERSHIP: Final = _HAPPENED | {
    "seq": "8",
    "kind": "'group'",
    "type": "CASE WHEN entry // 500 % 2 = 0 THEN 'member_joined' ELSE 'member_left' END",
    "aggregate": "'enclave/0'",
    "component": "'members'",
    "name": "(entry // 1000 % 5)::VARCHAR",
}

_CORRECTED: Final = _HAPPENED | {
    "seq": "9",
    "kind": "'revision'",
    "type": "'corrected'",
    "aggregate": "'character/' || entry // 500 % 5",
    "component": "'log'",
}

_ROWS: Final = {
    "entries": [(_ENTRIES, "true"), (_WITHDRAWN, "entry % 1000 = 500")],
    "dice": [(_DICE, "true")],
    "facts": [
        (_ROLLED, "true"),
        (_DONE, "entry % 2 = 0"),
        (_TURN, "entry % 12 = 0"),
        (_HURT, "entry % 10 = 7"),
        (_SCENE, "entry % 100 IN (1, 99)"),
        (_PHASE, "entry % 500 IN (100, 141)"),
        (_INTENT, "entry % 500 BETWEEN 101 AND 140"),
        (_STORE, "entry % 25 = 13"),
        (_MEMBERSHIP, "entry % 500 = 25"),
        (_CORRECTED, "entry % 500 = 0"),
    ],
}


def data_set_of(folder: Path, rolls: int, campaigns: int) -> DataSet:
    """Make so many rolls in so many campaigns, over four months."""
    folder.mkdir(parents=True)
    place = LocalFolder(folder)
    ids = [str(UUID(int=number)) for number in range(1, campaigns + 1)]
    with duckdb.connect() as connection:
        connection.execute("SET TimeZone = 'UTC'")
        for first in range(0, campaigns, AT_ONCE):
            some = ", ".join(f"('{each}')" for each in ids[first : first + AT_ONCE])
            played = _PLAYED.format(campaigns=some, each=rolls // campaigns)
            for table in sorted(OF_CAMPAIGN):
                connection.execute(_COPY.format(rows=_rows(table, played), folder=folder / table))
    tables = {table: _beside(place, table, ids) for table in ("campaigns", "names", "rulebook")}
    files = {each: CampaignFiles(generation=1, entry=0, hash="", files=_parts(folder, each)) for each in ids}
    manifest = DataSetManifest(form=fingerprint(), campaigns=files, tables=tables)
    write_manifest(place, manifest)
    return DataSet(place, manifest)


_PLAYED: Final = """
SELECT campaign, entry, 1 + entry * 20 // {each} AS session, 'character/' || entry % 5 AS hero,
    TIMESTAMPTZ '2026-01-01 18:00:00+00' + to_seconds(entry * 10_000_000 // {each}) AS "at"
FROM (VALUES {campaigns}) ids (campaign), range(1, {each} + 1) entries (entry)
"""
_COPY: Final = """
COPY (SELECT *, strftime("at", '%Y-%m') AS month FROM ({rows}))
TO '{folder}' (FORMAT parquet, COMPRESSION zstd, PARTITION_BY (campaign, month), WRITE_PARTITION_COLUMNS true, APPEND)
"""


def _rows(table: str, played: str) -> str:
    """The statement that makes the rows of a table."""
    statements = []
    for columns, condition in _ROWS[table]:
        known = _SHARED | columns
        fields = ", ".join(
            f'({known.get(field.name, "NULL")})::{_TYPES[field.type]} AS "{field.name}"' for field in schema_of(table)
        )
        statements.append(f"SELECT {fields} FROM ({played}) WHERE {condition}")
    return " UNION ALL ".join(statements)


def _parts(folder: Path, campaign: str) -> dict[str, dict[str, str]]:
    paths: dict[str, dict[str, str]] = {}
    for table in sorted(OF_CAMPAIGN):
        files = sorted((folder / table / f"campaign={campaign}").rglob("*.parquet"))
        paths[table] = {f"{number}": str(file.relative_to(folder)) for number, file in enumerate(files)}
    return paths


def _beside(place: LocalFolder, table: str, campaigns: list[str]) -> str:
    rows = {
        "campaigns": [{"campaign": each, "name": f"Table {each[-6:]}", "system": "game"} for each in campaigns],
        "names": [
            {"campaign": each, "ref": f"character/{n}", "handle": f"h{n}", "name": f"Hero {n}", "kind": "hero"}
            for each in campaigns
            for n in range(5)
        ]
        + [
            {"campaign": each, "ref": "enclave/0", "handle": "harbour", "name": "The Harbour", "kind": "enclave"}
            for each in campaigns
        ],
        "rulebook": [
            {"system": "game", "rule": f"AA-BB-{n:02}", "chapter": f"Chapter {n % 7}", "text": "A rule."}
            for n in range(90)
        ],
    }
    path = f"{table}/all.parquet"
    (place.path / path).parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.Table.from_pylist(rows[table], schema=schema_of(table)), place.path / path)
    return path
