"""Rotted Capes: the d20 and all that bears upon it. What a roll is for stands in the chapters that make it."""
