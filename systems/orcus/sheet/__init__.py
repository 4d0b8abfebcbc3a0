"""The character sheet: abilities, levels, defenses, conditions and derived values.

What changes hit points is in `harm`."""
