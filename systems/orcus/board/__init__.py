"""The battle map: squares and their occupants, movement, sight and cover.

Geometry without rules is in `domain.kit`."""
