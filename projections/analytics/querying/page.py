"""The page that describes every table and column: `projections/analytics/SCHEMA.md`, written by `make docs`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import ibis
import ibis.expr.datatypes as dt

from projections.analytics.columns import ABOUT, described
from projections.analytics.querying.database import VERSIONS, unbound
from projections.analytics.relations.listed import RELATIONS
from projections.analytics.relations.relation import Column
from projections.analytics.schema import ROWS, schema_of

PAGE: Final = Path(__file__).parents[1] / "SCHEMA.md"

_HEAD: Final = """# Tables to ask and to take away

Every table below can be asked with `retcon sql "SELECT …" CAMPAIGN`, and taken away with `retcon facts export CAMPAIGN --table NAME` or from
`GET /api/v1/campaigns/{campaign}/facts?table=NAME`, as far as you may see it. This page is generated from the columns' own descriptions by
`make docs`; [EXAMPLES.md](EXAMPLES.md) has queries with their answers.

- Relations and the tables `entries` and `facts` hold the past as it is now held true; with `--view as_played` as it was first played, with `--known-at ENTRY`
  as it was known then.
- Members go by id: `JOIN members USING (campaign, member)` names them. Others go by name, and in a column that ends in `_ref` by reference:
  `character/…`, `encounter/…`, `enclave/…`, `campaign/self`. Of several of one name, each has the handle behind it.
- The tables that relations are made of have columns called `at` and `by`, words that SQL keeps for itself: write them as `"at"` and `"by"`.
- Whatever you may not know is empty, or `hidden`.
"""

_WORDS: Final = {
    dt.Int64: "whole number",
    dt.Float64: "number",
    dt.String: "text",
    dt.Boolean: "yes or no",
    dt.Timestamp: "time",
}


def page() -> str:
    """Return the text of the page."""
    return "\n".join(_page())


def _page() -> Iterator[str]:
    yield _HEAD
    yield "## Relations\n"
    base = unbound()
    for name, relation in RELATIONS.items():
        yield from _table(name, relation.about, relation.columns, relation.rows(base).schema())
    yield "## What they are made of\n"
    for name in ROWS:
        yield from _table(name, ABOUT[name], described(name), ibis.Schema.from_pyarrow(schema_of(name)))
    for name, versions in VERSIONS.items():
        yield f"### {versions}\n\n{ABOUT[versions]} Its columns are those of `{name}`.\n"


def _table(name: str, about: str, columns: Mapping[str, Column], schema: ibis.Schema) -> Iterator[str]:
    yield f"### {name}\n\n{about}\n"
    yield "| column | type | unit | meaning |\n| --- | --- | --- | --- |"
    for column, (meaning, unit) in columns.items():
        yield f"| `{column}` | {_type(schema[column])} | {unit} | {meaning} |"
    yield ""


def _type(kind: dt.DataType) -> str:
    """Return a type in words."""
    if isinstance(kind, dt.Array):
        return f"list of {_type(kind.value_type)}"
    return _WORDS[type(kind)]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
