"""Rolls outside attacks: checks, attempts, talks, and work that takes whole turns.

Attack rolls are in `combat`."""
