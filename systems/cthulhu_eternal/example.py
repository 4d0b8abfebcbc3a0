"""The campaign against which every command's example works: what is played, in order, by the game master.

The player `pat` owns Harker. A chapter whose examples need more than this says so in its `FIRST`.
"""

from __future__ import annotations

from typing import Any

from domain.chapters import examples
from systems.cthulhu_eternal import CHAPTERS

PLAYER = "pat"

EXAMPLE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("freeform.open_session", {"title": "The House on Water Street"}),
    (
        "cthulhu-eternal.create",
        {
            "name": "Harker",
            "owners": [PLAYER],
            "stats": {"dex": 13, "con": 12},
            "skills": {
                "Firearms": 50,
                "Dodge": 40,
                "Unarmed Combat": 45,
                "Melee Weapons": 40,
                "Athletics": 40,
                "Alertness": 45,
                "First Aid": 40,
                "Medicine": 30,
            },
        },
    ),
    (
        "cthulhu-eternal.create",
        {
            "name": "Renfield",
            "stats": {"str": 14, "dex": 9},
            "skills": {"Unarmed Combat": 50, "Melee Weapons": 45, "Dodge": 30, "Firearms": 30},
        },
    ),
    ("freeform.create_encounter", {"name": "Cellar"}),
)

FIRST = examples(CHAPTERS)
"""What is played before the examples of some commands, on top of the rest; by the command's full name."""
