"""The one kind of statement that is answered: a single SELECT that reads the tables there are and nothing else.

Statements are judged by what the parser makes of them, before they are run. The database that runs them is locked as well; this says in a
sentence what is wrong, and keeps out what the lock would let through.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from difflib import get_close_matches
from typing import Any, Final

import duckdb

TABLE_FUNCTIONS: Final = frozenset({"generate_series", "json_each", "json_tree", "range", "repeat", "unnest"})
"""The functions that a query may read rows from. Others read files, settings, or the memory of this process."""

FORBIDDEN: Final = frozenset({
    "current_connection_id",
    "current_query",
    "current_query_id",
    "current_setting",
    "current_transaction_id",
    "currval",
    "getenv",
    "getvariable",
    "json_deserialize_sql",
    "nextval",
    "pg_sleep",
    "setseed",
    "setval",
    "sleep_ms",
    "write_log",
})  # fmt: skip
"""The functions that tell of the machine or its settings, wait, or change something."""

MOST_CHARACTERS: Final = 20_000
"""The length of the longest statement that is answered."""

_READING: Final = frozenset({"SELECT_NODE", "SET_OPERATION_NODE", "CTE_NODE", "RECURSIVE_CTE_NODE"})
_SHOWN: Final = frozenset({'"tables"', "__show_tables_expanded"})
_ONE: Final = "a query is one SELECT statement"


class QueryRefused(Exception):
    """A query that cannot be answered. Its words say what is wrong, and what would be right."""

    slug = "query-refused"


def tables_read(query: str, tables: Collection[str]) -> frozenset[str]:
    """Return those of these tables that a query reads, and check that it does nothing else. Raises QueryRefused."""
    if len(query) > MOST_CHARACTERS:
        raise QueryRefused(
            f"this query has {len(query):,} characters; the longest that is answered has {MOST_CHARACTERS:,}"
        )
    parts = list(_parts(_parsed(query)))
    known = {each.casefold() for each in (*tables, *(key for part in parts for key in _defined(part)))}
    for part in parts:
        _check_part(part, known)
    read = {str(part["table_name"]).casefold() for part in parts if part.get("type") == "BASE_TABLE"}
    listed = any(part.get("type") == "SHOW_REF" and part["query"] is None for part in parts)
    return frozenset(tables) if listed else frozenset(each for each in tables if each in read)


def near(name: str, known: Collection[str]) -> str:
    """Return a hint for a name that is not there: the nearest ones as a question, else those there are."""
    close = get_close_matches(name.casefold(), sorted(known), n=3, cutoff=0.6)
    return f"did you mean {' or '.join(close)}?" if close else f"there are {', '.join(sorted(known))}"


def _parsed(query: str) -> dict[str, Any]:
    """Return the parts of a single SELECT. Raises QueryRefused."""
    with duckdb.connect() as parser:
        answer = parser.execute("SELECT json_serialize_sql(?)", [query]).fetchone()
    assert answer is not None, "the parser always answers"
    tree = json.loads(answer[0])
    if tree["error"] and tree["error_type"] == "parser":
        raise QueryRefused(f"this is no SQL: {_reason(tree)}")
    if tree["error"]:
        raise QueryRefused(f"{_ONE}; nothing can be changed, set, loaded or written here")
    if len(tree["statements"]) != 1:
        raise QueryRefused(f"{_ONE}, and here are {len(tree['statements'])}")
    statement: dict[str, Any] = tree["statements"][0]
    return statement


def _reason(error: dict[str, Any]) -> str:
    """Return why a text is no SQL. Of nesting too deep the parser names a setting, which cannot be set here."""
    words = str(error["error_message"])
    if "expression depth" in words:
        return "its parentheses are nested too deep"
    return f"{words}, at character {int(error['position']) + 1}" if "position" in error else words


def _parts(statement: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Give every part of a parsed statement. Statements may be nested deeper than calls."""
    waiting: list[Any] = [statement]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            yield part
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part


def _defined(part: dict[str, Any]) -> list[str]:
    """Return the names that a WITH clause defines."""
    clause = part.get("cte_map")
    return [str(each["key"]) for each in clause["map"]] if isinstance(clause, dict) else []


def _check_part(part: dict[str, Any], known: Collection[str]) -> None:
    """Raises QueryRefused."""
    kind = str(part.get("type", ""))
    if kind.endswith("_NODE") and kind not in _READING:
        raise QueryRefused(f"{_ONE}; nothing can be changed here")
    if kind == "TABLE_FUNCTION" and (name := str(part["function"]["function_name"]).casefold()) not in TABLE_FUNCTIONS:
        functions = ", ".join(sorted(TABLE_FUNCTIONS))
        raise QueryRefused(
            f"no rows can be read from {name}() here: a query reads tables, and of functions {functions}"
        )
    if part.get("class") == "FUNCTION" and (name := str(part["function_name"]).casefold()) in FORBIDDEN:
        raise QueryRefused(
            f"{name}() cannot be used here: a query reads tables, and nothing of the machine or its settings"
        )
    if kind == "SHOW_REF" and part["show_type"] == "SHOW_SPECIAL" and part["table_name"] not in _SHOWN:
        raise QueryRefused("SHOW TABLES and DESCRIBE with the name of a table are all that can be shown")
    if kind == "BASE_TABLE":
        _check_table(part, known)


def _check_table(part: dict[str, Any], known: Collection[str]) -> None:
    """Raises QueryRefused."""
    name = str(part["table_name"])
    if part["catalog_name"] or part["schema_name"] not in {"", "main"}:
        path = ".".join(part["qualified_name"]["path"])
        raise QueryRefused(f"there is no table {path}; tables have no database or schema before their name")
    if name.casefold() not in known:
        raise QueryRefused(f"there is no table {name!r}; {near(name, known)}")
