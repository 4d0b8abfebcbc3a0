"""Damage and its effects, maims, stress and burnouts, and how each of them ends."""
