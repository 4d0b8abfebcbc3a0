"""Names for rolls that one deed may make several times: for several people, or for one again and again."""

from __future__ import annotations

from itertools import chain, count

from domain.events.log import Rolled
from domain.play.play import Play


def handle(play: Play, who: str) -> str:
    """What the table calls somebody."""
    return str(play.character(who).profile["self"].handle)


def fresh(play: Play, role: str, who: str = "") -> str:
    """`role/<handle>`, and from the second time on in the same deed `role/<handle>/2`; without `who` the role alone."""
    label = f"{role}/{handle(play, who)}" if who else role
    rolled = {happening.event.name for happening in play.happenings if isinstance(happening.event, Rolled)}
    return next(name for name in chain([label], (f"{label}/{number}" for number in count(2))) if name not in rolled)
