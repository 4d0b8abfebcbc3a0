"""Names for what one deed may have several people roll, or be asked about."""

from __future__ import annotations

from domain.play.play import Play
from systems.freeform import naming

handle = naming.called
"""What the table calls somebody."""


def theirs(play: Play, kind: str, who: str) -> str:
    """A check of somebody's, as questions about it name it: `kind/<handle>`."""
    return f"{kind}/{handle(play, who)}"
