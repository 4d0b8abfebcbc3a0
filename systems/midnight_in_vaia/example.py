"""The campaign against which every command's example works: what is played, in order, by the game master.

The player `pat` owns Vera, Milo and Tam. A chapter whose examples need more than this says so in its `FIRST`.
"""

from __future__ import annotations

from typing import Any

from domain.chapters import examples
from systems.midnight_in_vaia import CHAPTERS

PLAYER = "pat"

EXAMPLE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("freeform.open_session", {"title": "One"}),
    ("midnight-in-vaia.create", {"name": "Vera", "owners": [PLAYER], "hit_points": 20}),
    ("midnight-in-vaia.create", {"name": "Milo", "owners": [PLAYER], "hit_points": 25, "agility": -1}),
    ("midnight-in-vaia.create", {"name": "Tam", "owners": [PLAYER], "hit_points": 18, "agility": 1}),
    ("midnight-in-vaia.create", {"name": "Ghoul", "category": "npc", "hit_points": 12}),
    ("freeform.create_encounter", {"name": "Alley"}),
)

FIRST = examples(CHAPTERS)
"""What is played before the examples of some commands, on top of the rest; by the command's full name."""
