"""Attacks: weapons, situational modifiers, defences, special shots, criticals and fumbles.

What a hit does is in `harm`; turns and actions are in `combat`."""
