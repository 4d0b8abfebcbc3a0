"""Harm by a hit: damage, wounds and their effects, conditions, dying, and their ends.

The attack before it is in `combat`."""
