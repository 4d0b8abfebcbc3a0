"""The sheet of a hero: scores, defenses, Pace, sizes, exhaustion and conditions.

What harms a hero is in `harm`."""
