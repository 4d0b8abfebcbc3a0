"""Abilities and people of our own invention, for campaigns that begin."""
