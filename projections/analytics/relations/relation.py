"""Relations: rows that a person can ask without knowing any type of event, with a word on each column."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import ibis.expr.types as ir

from projections.analytics.base import Base


class Column(NamedTuple):
    """The meaning of a column, and the unit that it is counted in."""

    meaning: str
    unit: str = ""


class Relation(NamedTuple):
    """A table made of facts. `about` says what a row is; `columns` are all that it has, in their order.

    `made` is the expression of its rows, over tables that are cut to one view of the past. `order` names columns of that expression by
    which rows of one campaign follow each other, always in the same way. No column is called as a word that SQL keeps for itself, such as `at` or `left`.
    """

    name: str
    about: str
    columns: dict[str, Column]
    made: Callable[[Base], ir.Table]
    order: tuple[str, ...] = ("place", "seq")

    def rows(self, base: Base) -> ir.Table:
        """Return the rows in no particular order."""
        return self._made(base).select(*self.columns)

    def in_order(self, base: Base) -> ir.Table:
        """Return the rows in the order in which they happened."""
        return self._made(base).order_by("campaign", *self.order).select(*self.columns)

    def _made(self, base: Base) -> ir.Table:
        made = self.made(base)
        return made.mutate(happened_at=made["at"]) if "happened_at" in self.columns else made


SECONDS: Final = "seconds of in-game time"

CAMPAIGN: Final = {"campaign": Column("The campaign, by id")}

WHEN: Final = {
    "session": Column("The number of the session; empty outside of sessions"),
    "scene": Column("The number of the scene; empty outside of scenes"),
    "happened_at": Column("The moment at which it counts as having happened", "UTC"),
    "clock": Column("The in-game time since the campaign began", SECONDS),
}
"""The columns that say when something happened."""

HAPPENED: Final = {
    **CAMPAIGN,
    "entry": Column("The entry of the ledger"),
    "seq": Column("The place among the events of the entry, from 0"),
    **WHEN,
}
"""The columns of whatever is one event."""

FOUGHT: Final = {
    **HAPPENED,
    "encounter": Column("The encounter, by reference; empty outside of encounters"),
    "round": Column("The round of the encounter"),
}
"""The columns of what may happen in an encounter."""


def subject(name: str, meaning: str) -> dict[str, Column]:
    """Return the two columns that name a character or a group: the name, and the reference behind it."""
    return {
        name: Column(f"{meaning}, by name"),
        f"{name}_ref": Column(f"{meaning}, by reference"),
    }
