"""Names for rolls that one deed may make several times: for several people, or for one again and again."""

from __future__ import annotations

from itertools import count

from domain.events.log import Rolled
from domain.play.play import Play


def fresh(play: Play, label: str) -> str:
    """The label, or the first of `<label>/2`, `<label>/3` … under which this deed has rolled nothing yet."""
    rolled = {happening.event.name for happening in play.happenings if isinstance(happening.event, Rolled)}
    return next(name for n in count(1) if (name := label if n == 1 else f"{label}/{n}") not in rolled)
