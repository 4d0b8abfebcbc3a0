"""Fights: order, turns, Areas and the ways through them, and actions out of turn.

What a hit does is in `harm`; hordes and villains are in `modes`."""
