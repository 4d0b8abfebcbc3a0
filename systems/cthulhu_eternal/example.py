"""The campaign against which every command's example works: what is played, in order, by the game master.

The player `pat` owns whoever is played. A chapter whose examples need more than this says so in its `FIRST`.
"""

from __future__ import annotations

from typing import Any

from domain.chapters import examples
from systems.cthulhu_eternal import CHAPTERS

PLAYER = "pat"

EXAMPLE: tuple[tuple[str, dict[str, Any]], ...] = (("freeform.open_session", {"title": "One"}),)

FIRST = examples(CHAPTERS)
"""What is played before the examples of some commands, on top of the rest; by the command's full name."""
