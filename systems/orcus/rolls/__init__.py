"""Dice: the d20, checks and saving throws.

Attack rolls are in `attacks`."""
