"""Resting in a fight."""
