"""Harm: what it takes from somebody, and what restores it.

Exhaustion by hunger and thirst is in `survival`."""
