"""Names for rolls that one deed may make several times: for several people, or for one again and again."""

from __future__ import annotations

from domain.play.play import Play
from systems.freeform import naming

handle = naming.called
"""What the table calls somebody."""


def fresh(play: Play, role: str, who: str = "") -> str:
    """`role/<handle>`, and from the second time on in the same deed `role/<handle>/2`; without `who` the role alone."""
    return play.fresh_label(f"{role}/{handle(play, who)}" if who else role)
