"""Damage: what a hit does to whom it hits."""
