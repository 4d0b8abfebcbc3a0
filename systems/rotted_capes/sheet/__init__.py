"""The sheet of a hero: scores, defenses, Pace, sizes, exhaustion and conditions.

Harm to a hero is in `harm`."""
