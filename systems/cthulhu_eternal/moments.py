"""The moments of Cthulhu Eternal: what happens then is said by the chapter that minds it, in its `MOMENTS`.

The first four are those that every fight has, in the words of this game: what others call a round is a turn here, and what
they call a character's turn is their count. The clock's `minute`, `hour` and `day` come round for nobody in particular.
"""

from __future__ import annotations

from typing import Final

TURN_START: Final = "round_start"
"""A new turn of the fight begins, for nobody in particular."""

COUNT: Final = "turn_start"
"""The count has come down to a character's DEX."""

COUNT_END: Final = "turn_end"
"""A character's count is over. What was done on a count that several share is applied now."""

TURN_END: Final = "round_end"
"""The turn of the fight is over, for nobody in particular: everybody has had their count."""

FIGHT_END: Final = "fight_end"
"""A fight is over, for nobody in particular; what lasts as long ends after it."""

PERIL: Final = "peril"
"""A turn begins for a character who may be in some peril, in a fight or where the game master counts the turns."""

ACTION: Final = "action"
"""Comes when a character takes an action, in a fight or out of one, on their count or in defence."""

STRAINED: Final = "strained"
"""Comes when a character has made a test of strength, agility or the body's skills (CE-HEAL-14)."""

HARMED: Final = "harmed"
"""Comes when a character has lost Hit Points (never for a hit that cost none: ruling 51)."""

HELPLESS: Final = "helpless"
"""Comes when a character has come to be stunned, unconscious, dead or pinned."""

HURT_IN_FIGHT: Final = "hurt_in_fight"
"""Comes when a character has lost Hit Points to an attack."""

UNDRESSED: Final = "undressed"
"""Comes when a character has taken off what they wore."""

DIED: Final = "died"
"""Comes when a character has died."""

KILLED: Final = "killed"
"""Comes when a character has killed another."""

HEALED: Final = "healed"
"""Comes when a character has regained Hit Points."""

RESTORED: Final = "restored"
"""Comes when points of a stat that a character had lost for a time are back."""

CARED_FOR: Final = "cared_for"
"""Comes when a character has had first aid."""

AILED: Final = "ailed"
"""A poison takes effect on a character, or a disease for the first time, before what it does."""
