"""Dice: their notation, the tapes that supply them, their odds, and the proof that anybody can recompute.

No rule of a game is here: what a roll means is decided in `systems`."""
