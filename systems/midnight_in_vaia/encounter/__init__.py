"""An encounter: its beginning, rounds and phases, and the Action Slots.

Abilities that spend the slots are in `acting`."""
