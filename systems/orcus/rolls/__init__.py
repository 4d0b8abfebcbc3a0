"""Dice: the d20, checks and saving throws."""
