"""The moments of Midnight in Vaia: what happens then is said by the chapter that minds it, in its `MOMENTS`.

Each comes for nobody in particular, except where it says whose it is. A Full Round goes: `round_start`; for each place in
the cycle `slots_gained` and `turn_start` of the character who acts, then `turn_end`; before the last place `final_phase`; then
`round_end`, `upkeep`, its steps in the order of ruling 17 (`upkeep_damage`, `upkeep_healing`, `upkeep_counters`,
`upkeep_stress`, `countdown`), and five seconds have passed.
"""

from __future__ import annotations

from typing import Final

ROUND_START: Final = "round_start"
"""A Full Round begins."""

SLOTS_GAINED: Final = "slots_gained"
"""Comes when a character has gained the Action Slots of this Full Round; what takes some of them does so now."""

TURN_START: Final = "turn_start"
"""A character's Active Phase begins, with the slots that are left to them."""

SLOTS_LOST: Final = "slots_lost"
"""Slots were taken from a character, other than what they paid for."""

TURN_END: Final = "turn_end"
"""A character's Active Phase is over."""

FINAL_PHASE: Final = "final_phase"
"""The Active Phase of the character who is last in the cycle begins, or one under way becomes the last of the round."""

PASSED_OVER: Final = "passed_over"
"""The round is over for a character in its cycle, dead or unconscious, who was passed over."""

LEFT: Final = "encounter_left"
"""A character leaves the encounter; they have their place still."""

ROUND_END: Final = "round_end"
"""The last one has used or discarded their slots: the Full Round is over, and Upkeep comes."""

UPKEEP: Final = "upkeep"
"""Upkeep begins: whatever uses Upkeep and is none of the steps below acts now."""

UPKEEP_DAMAGE: Final = "upkeep_damage"
"""First step of Upkeep: damage over time."""

UPKEEP_HEALING: Final = "upkeep_healing"
"""Second step of Upkeep: healing over time."""

UPKEEP_COUNTERS: Final = "upkeep_counters"
"""Third step of Upkeep: Bleed and Hemorrhage Counters are removed."""

UPKEEP_STRESS: Final = "upkeep_stress"
"""Fourth step of Upkeep: ongoing stress."""

COUNTDOWN: Final = "countdown"
"""Last step of Upkeep: what has a duration drops by one round, or resolves (see `rounds.lasting`)."""

CONCLUDED: Final = "concluded"
"""A character's Multi-Round Action has been paid in full; it is still there among their intents."""

ALL_RESOLVE: Final = "all_resolve"
"""The outro that ends every effect of the combat at once: each chapter ends what is its own."""

SLOW_BURN: Final = "slow_burn"
"""The outro begins in which the rounds go on."""

CHANNEL_ENDS: Final = "channel_ends"
"""Comes when an effect that a character keeps up is ended, other than by its time; it is still there among their intents."""

KNOCKED_OUT: Final = "knocked_out"
"""An effect knocked out a character who was Vulnerable."""

HEALED: Final = "healed"
"""Comes when a character has regained Hit Points."""

HOUR: Final = "hour"
"""An hour of in-game time is over; it comes round by the clock."""

DIED: Final = "died"
"""Comes when a character has died."""

REVIVED: Final = "revived"
"""Comes when a character was brought back from death or unconsciousness."""
