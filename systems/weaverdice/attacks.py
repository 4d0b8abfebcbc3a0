"""Attacks, cover, and what the defender answers."""
