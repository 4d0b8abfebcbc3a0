"""The moments of Rotted Capes: what handlers and anchors wait for.

A turn begins in this order (ruling 31): a Demanding Action takes effect, damage over time falls due, conditions expire. It
ends with damage over time before saves and expiries (ruling 45).
"""

from __future__ import annotations

from typing import Final

ARRIVED: Final = "arrived"
"""Comes when a character has come into the campaign, with all that stands on the sheet."""

SPENT: Final = "spent"
"""A character's exhaustion has come to its deadly level."""

TURN_DUE: Final = "turn_due"
"""A character's turn is about to begin: what they have in hand takes effect."""

ROUND_PASSES: Final = "round_passes"
"""Then, where the turn is a character's own and no extra one: a round has gone by since the last."""

TURN_HARM: Final = "turn_harm"
"""After that, and before anything expires: damage over time at the start of a turn."""

TURN_START: Final = "turn_start"
"""A character's turn begins; what lasted until then expires."""

END_HARM: Final = "end_harm"
"""Damage over time at the end of a turn, before saves."""

TURN_END: Final = "turn_end"
"""A character's turn ends."""

ROUND_START: Final = "round_start"
ROUND_END: Final = "round_end"
"""A round of about 6 seconds begins and ends."""

RESTED: Final = "rested"
"""Comes when a character has rested for 8 hours."""

OUT: Final = "out_of_action"
"""Comes when a character cannot act any more: Incapacitated, Unconscious or dead."""

ISSUE_START: Final = "issue_start"
"""An issue has begun."""

ISSUE_END: Final = "issue_end"
"""The issue that is under way comes to its end."""

FELLED: Final = "felled"
"""Comes when a character has come to be Prone, Grappled or Restrained."""

SLOWED: Final = "slowed"
"""Comes when exhaustion, Wounds or a load may have taken from a character's Pace, and they are not dead by it."""

RESIZED: Final = "resized"
"""Comes when a character has another size."""

HIATUS: Final = "hiatus"
"""Comes when a character has finished a Hiatus."""

MODE_ON: Final = "mode_on"
"""A combat mode was switched on in an encounter."""

MODE_OFF: Final = "mode_off"
"""A combat mode was switched off in an encounter."""

LEAVING: Final = "leaving"
"""Comes when a character is about to leave the fight for good."""

MOVED: Final = "moved"
"""Comes when a character has come into another Area by moving."""

DISPLACED: Final = "displaced"
"""Comes when a force has brought a character into another Area: a push, an explosion, a knockback."""
