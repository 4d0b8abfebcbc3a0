"""Small tables of facts, made by hand: a row says what a test is about, and the rest of it is plain.

The campaigns have a game master, `gm`, and two players, `anna` and `ben`, with `ADA` and `BOB`; `RAT` is the game master's, and
`FIGHT` an encounter.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, TypeAlias

import msgspec
import pyarrow as pa

from domain.vocabulary import EVENTS
from domain.vocabulary.base import Event
from projections.analytics.base import Base, in_memory
from projections.analytics.schema import ROWS, CampaignFact, MemberFact, NameFact, RuleFact, schema_of
from projections.facts.rows import Fact, FactDie, FactEntry

Row: TypeAlias = FactEntry | Fact | FactDie | NameFact | MemberFact | RuleFact
"""What a campaign made by hand consists of. Names and members know their campaign; the other rows are told it."""

TIDE: Final = "tide"
"""The campaign of rows that name none."""

ADA: Final = "character/ada"
BOB: Final = "character/bob"
RAT: Final = "character/rat"
FIGHT: Final = "encounter/fight"

START: Final = datetime(2026, 1, 1, 18, tzinfo=UTC)
"""When entry 0 would have been written; every other one is as many minutes later as its number says."""

_EVENTS: Final[dict[str, type[Event]]] = {str(kind.__struct_config__.tag): kind for kind in EVENTS}


def fact(entry: int, type: str, aggregate: str = ADA, name: str = "", **fields: Any) -> Fact:
    """Make a fact of an entry. Its kind and component are those of its type of event; of two in an entry, the second says `seq`."""
    of = _EVENTS[type]
    known = {"seq": 0, "type": type, "kind": of.kind, "component": of.component, "body": b"{}"}
    return Fact(**_nothing(Fact) | _when(entry) | known | {"aggregate": aggregate, "name": name} | fields)


def entry(number: int, command: str | None = None, **fields: Any) -> FactEntry:
    """Make the row of an entry: a command that the game master gave, unless more is said."""
    known = {"kind": "play", "status": "standing", "command": command, "overruled": 0}
    row = _nothing(FactEntry) | _when(number) | known | fields
    return FactEntry(**{"written": row["at"]} | row)


def die(entry: int, value: int, sides: int = 20, **fields: Any) -> FactDie:
    """Make a die that the server rolled for Ada; of two in an entry, the second says `number`."""
    known = {"number": 0, "roller": ADA, "label": "leap", "roll": "leap", "source": "server", "sealed": False}
    return FactDie(**_nothing(FactDie) | _of(FactDie, _when(entry)) | known | {"value": value, "sides": sides} | fields)


def rule(rule: str, chapter: str = "Fights", text: str = "", *, system: str = "freeform") -> RuleFact:
    """Make a rule of a rulebook."""
    return RuleFact(system=system, rule=rule, chapter=chapter, text=text)


def rows_of(*rows: Row, **others: Sequence[Row]) -> dict[str, pa.Table]:
    """Return the tables with rows of the campaign `TIDE`, and of others by id. Each campaign is called as its id, in capitals."""
    campaigns = {TIDE: rows} | others
    tables: dict[str, list[dict[str, Any]]] = {name: [] for name in ROWS}
    for campaign, those in campaigns.items():
        tables["campaigns"].append(_row(CampaignFact(campaign=campaign, name=campaign.upper(), system="freeform")))
        for row in (*_cast(campaign), *those):
            table = next(name for name, kind in ROWS.items() if isinstance(row, kind))
            tables[table].append({"campaign": campaign} | _row(row))
    return {name: pa.Table.from_pylist(listed, schema=schema_of(name)) for name, listed in tables.items()}


def base_of(*rows: Row, **others: Sequence[Row]) -> Base:
    """Return the tables with these rows, to make a report over."""
    return in_memory(rows_of(*rows, **others))


def _cast(campaign: str) -> tuple[Row, ...]:
    """Return the names and members that every campaign has."""
    called = ((ADA, "Ada", "anna"), (BOB, "Bob", "ben"), (RAT, "Rat", None), (FIGHT, "Fight", None))
    roles = (("gm", "Gail", "gm"), ("anna", "Anna", "player"), ("ben", "Ben", "player"))
    return (
        *(NameFact(campaign=campaign, ref=r, handle=n.lower(), name=n, kind="", owner=owner) for r, n, owner in called),
        *(MemberFact(campaign=campaign, member=member, name=name, role=role) for member, name, role in roles),
    )


def _when(entry: int) -> dict[str, Any]:
    """Return the columns of who, when and where that entries, facts and dice share: the game master's, in session 1."""
    at = START + timedelta(minutes=entry)
    known = {"entry": entry, "version": 0, "place": [entry], "at": at, "clock": 60 * entry, "session": 1, "deed": entry}
    return known | {"member": "gm", "by_gm": True, "audience": ["all"], "rules": []}


def _of(kind: type[msgspec.Struct], columns: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in columns.items() if name in kind.__struct_fields__}


def _nothing(kind: type[msgspec.Struct]) -> dict[str, None]:
    """Return None for every column that may be empty."""
    hints = typing.get_type_hints(kind)
    return {name: None for name in kind.__struct_fields__ if isinstance(hints[name], types.UnionType)}


def _row(row: msgspec.Struct) -> dict[str, Any]:
    values = {name: getattr(row, name) for name in row.__struct_fields__}
    return {name: value.decode() if isinstance(value, bytes) else value for name, value in values.items()}
