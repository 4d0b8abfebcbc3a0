"""Harm: the result of a hit, protection from it, and healing.

Harm without an attack is in `hazards`."""
