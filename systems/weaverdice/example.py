"""The campaign against which every command's example works: what is played, in order, by the game master.

The player `pat` owns Ramjet and Pearl. A chapter whose examples need more than this says so in its `FIRST`.
"""

from __future__ import annotations

from typing import Any

from domain.chapters import examples
from systems.weaverdice import CHAPTERS

PLAYER = "pat"

EXAMPLE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("freeform.open_session", {"title": "The First Patrol"}),
    ("weaverdice.create", {"name": "Ramjet", "owners": [PLAYER], "stats": {"athletics": 4, "guts": 4, "social": 2}}),
    ("weaverdice.create", {"name": "Pearl", "owners": [PLAYER], "stats": {"wits": 4, "knowledge": 4, "brawn": 2}}),
    ("weaverdice.create", {"name": "Hookwolf", "category": "notable", "stats": {"brawn": 5, "guts": 4}}),
    ("weaverdice.create", {"name": "Thug", "category": "generic"}),
    ("freeform.create_encounter", {"name": "Alley"}),
    ("freeform.open_downtime", {"title": "The quiet week"}),
)

FIRST = examples(CHAPTERS)
"""What is played before the examples of some commands, on top of the rest; by the command's full name."""
