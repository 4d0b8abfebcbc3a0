"""Fights: order, turns, Areas and the ways through them, and actions out of turn.

The harm of a hit is in `harm`; hordes and villains are in `modes`."""
