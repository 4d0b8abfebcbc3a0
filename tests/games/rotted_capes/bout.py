"""A bout of two heroes against a brute, and what its entries note."""

from __future__ import annotations

from domain.vocabulary.log import Noted
from tests.games.rotted_capes.cast import Cast


def bout() -> Cast:
    """Lark and Moth, against a brute, in Lark's turn; Lark has a Constitution of 14."""
    table = Cast()
    table.hero("lark", con=14, run=4, dex=14)
    table.hero("moth", run=3)
    table.threat("brute", run=3, wis=10)
    table.begin({"lark": 20, "moth": 10}, {"brute": 5})
    return table


def notes(table: Cast, entry: int) -> list[dict[str, object]]:
    """The data of what an entry notes down."""
    return [dict(event.data) for event in table.told(entry) if isinstance(event, Noted)]
