"""The moments of Weaverdice: what happens then is said by the chapter that minds it, in its `MOMENTS`.

Beside them come those that every fight has: `round_start`, `turn_start`, `turn_end` (of the character whose turn it
is), `round_end`.
"""

from __future__ import annotations

from typing import Final

EFFORT_SPENT: Final = "effort_spent"
"""Comes when a character spent a dot of effort of their own will."""

FULL_ACTION: Final = "full_action"
"""Comes when a character took a full action other than a full rest."""

WOUNDED: Final = "wounded"
"""A wound got through to a character's body."""

FAILED_IN_PAIN: Final = "failed_in_pain"
"""Comes when a character failed a roll that their pain covers."""

FELL: Final = "fell"
"""Comes when a character fell, or was knocked down."""

OUT: Final = "out"
"""Comes when a character falls unconscious, begins to die, dies, or gets away from a fight."""

LET_GO: Final = "let_go"
"""Comes when a character no longer has a box that holds an inventory in their hands."""

RESTED: Final = "rested"
"""Comes when a character rested, in a fight or out of it."""

ENCOUNTER_END: Final = "encounter_end"
"""A fight or situation is over, for nobody in particular."""

DAY_END: Final = "day_end"
"""The day ends for a character, before the night's rest."""

FULL_NIGHT: Final = "full_night"
"""Comes when a character has slept a full night."""

DAY_START: Final = "day_start"
"""A new day begins for a character."""

MIDNIGHT: Final = "midnight"
"""The in-game clock has come to the end of a day, for nobody in particular."""

DOWNTIME_START: Final = "downtime_start"
"""A downtime phase begins, for nobody in particular."""

DOWNTIME_END: Final = "downtime_end"
"""A downtime phase is over, for nobody in particular."""

ENOUGH_BOXES: Final = "enough_boxes"
"""Comes when a character has checked as many boxes as a milestone takes."""

FOLLOWER_TAPPED: Final = "follower_tapped"
"""A character's follower was tapped, or is gone."""
