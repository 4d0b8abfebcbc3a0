"""Damage and its effects, maims, stress and burnouts, and the end of each.

The abilities that cause them are in `acting`."""
