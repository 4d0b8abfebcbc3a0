"""Harm by a hit: damage, wounds and their effects, conditions, dying, and everything that makes them end."""
