"""Backgrounds, and the proficiencies of the design notes."""
