"""Attacks: weapons, situational modifiers, defences, special shots, criticals and fumbles.

The harm of a hit is in `harm`; turns and actions are in `combat`."""
