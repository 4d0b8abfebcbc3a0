"""The moments of Weaverdice: what happens then is said by the chapter that minds it, in its `MOMENTS`.

Beside them come those that every fight has: `round_start`, `turn_start`, `turn_end` (of whoever's turn it is), `round_end`.
"""

from __future__ import annotations

from typing import Final

EFFORT_SPENT: Final = "effort_spent"
"""Comes when somebody spent a dot of effort of their own will."""

FULL_ACTION: Final = "full_action"
"""Comes when somebody took a full action other than a full rest."""

WOUNDED: Final = "wounded"
"""A wound got through to somebody's body."""

FAILED_IN_PAIN: Final = "failed_in_pain"
"""Comes when somebody failed a roll that their pain covers."""

FELL: Final = "fell"
"""Comes when somebody fell, or was knocked down."""

RESTED: Final = "rested"
"""Comes when somebody rested, in a fight or out of it."""

ENCOUNTER_END: Final = "encounter_end"
"""A fight or situation is over, for nobody in particular."""

DAY_END: Final = "day_end"
"""The day ends for somebody, before the night's rest."""

FULL_NIGHT: Final = "full_night"
"""Comes when somebody has slept a full night."""

DAY_START: Final = "day_start"
"""A new day begins for somebody."""

MIDNIGHT: Final = "midnight"
"""The in-game clock has come to the end of a day, for nobody in particular."""

DOWNTIME_START: Final = "downtime_start"
"""A downtime phase begins, for nobody in particular."""

DOWNTIME_END: Final = "downtime_end"
"""A downtime phase is over, for nobody in particular."""

ENOUGH_BOXES: Final = "enough_boxes"
"""Comes when somebody has checked as many boxes as a milestone takes."""

FOLLOWER_TAPPED: Final = "follower_tapped"
"""Somebody's follower was tapped, or is gone."""
