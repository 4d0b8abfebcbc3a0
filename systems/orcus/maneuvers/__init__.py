"""Maneuvers: actions in a fight other than attacks and powers, in one's own turn and between turns.

The turn that pays for them is in `combat`."""
