"""Adjustments by the game master: every component set, put there, taken away and counted by hand."""
