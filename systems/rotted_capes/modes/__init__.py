"""Rotted Capes: combat modes, which the Editor-in-Chief switches on for an encounter: hordes, villains, danger zones."""
