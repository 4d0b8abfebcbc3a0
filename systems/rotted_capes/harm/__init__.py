"""Harm: what it takes from a character, and what restores it.

Exhaustion by hunger and thirst is in `survival`."""
