"""The character sheet: abilities, levels, defenses, conditions and derived values.

Changes of hit points are in `harm`."""
