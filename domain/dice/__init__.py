"""Dice: how a roll is written, where its dice come from, what they make, and how anybody can check them."""
