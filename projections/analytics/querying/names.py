"""The names of the tables that can be asked and taken away, and of the formats they come in: for modules that offer them without loading the libraries."""

from __future__ import annotations

from typing import Final, Literal

TableName = Literal[
    "campaigns",
    "entries",
    "facts",
    "dice",
    "names",
    "members",
    "rulebook",
    "entry_versions",
    "fact_versions",
    "rolls",
    "roll_dice",
    "modifiers",
    "harm",
    "resources",
    "conditions",
    "turns",
    "moves",
    "downtime",
    "milestones",
    "questions",
    "revisions",
    "stores",
]
"""A table or relation."""

FileFormat = Literal["csv", "jsonl", "arrow", "parquet"]
"""The formats of a file of rows."""

MEDIA_TYPES: Final[dict[FileFormat, str]] = {
    "csv": "text/csv",
    "jsonl": "application/x-ndjson",
    "arrow": "application/vnd.apache.arrow.stream",
    "parquet": "application/vnd.apache.parquet",
}
"""The media type of each."""
