"""The moments of Orcus: what handlers and anchors wait for.

Effects that last until a turn begins end first. Then come, in this order, persistent damage, regeneration and the death
save (ruling 27), and the turn holds its actions again. At its end saves are rolled before anything else.
"""

from __future__ import annotations

from typing import Final

ARRIVED: Final = "arrived"
"""Comes when a character has come into the campaign, with all that stands on the sheet."""

TURN_START: Final = "turn_start"
"""A character's turn begins."""

TURN_END: Final = "turn_end"
"""A character's turn ends."""

TURN_OVER: Final = "turn_over"
"""Comes when what hung on the end of a character's turn is over, in the order that they chose; what else comes with that end comes now."""

ROUND_START: Final = "round_start"
ROUND_END: Final = "round_end"
"""A round of about 6 seconds begins and ends."""

FIGHT_END: Final = "fight_end"
"""The fight that a character took part in is over."""

AFFLICTED: Final = "afflicted"
"""Comes when a character gets a condition that may leave them helpless."""

ENCOUNTER: Final = "encounter"
"""An encounter that counts is over for a hero who took part in it."""

HELPLESS: Final = "helpless"
"""Comes when a character has come to be helpless."""

FELLED: Final = "felled"
"""Comes when a character has fallen prone."""

COLLAPSED: Final = "collapsed"
"""Comes when a character has fallen unconscious."""

DOWN: Final = "down"
"""Comes when a character has died or fallen unconscious."""

DIED: Final = "died"
"""Comes when a character has died."""

SHORT_REST: Final = "short_rest"
"""Comes when a character has finished a short rest, or a long one, which counts as both."""

LONG_REST: Final = "long_rest"
"""Comes when a character has finished a long rest."""

STREAK: Final = "streak"
"""Comes when a character has completed a streak."""

STAGGERED: Final = "staggered"
RALLIED: Final = "no_longer_staggered"
"""Comes when a character has come to be staggered, and is so no more."""

ADJUSTED: Final = "adjusted"
"""Comes when numbers on a character's sheet have changed, and pools have followed them."""

LEVELED: Final = "leveled"
"""Comes when a character has gained a level."""
