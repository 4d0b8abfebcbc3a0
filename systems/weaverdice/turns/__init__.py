"""Time in a fight: rounds, turns, actions, openings, and work that takes many turns.

Attacks are in `combat`."""
