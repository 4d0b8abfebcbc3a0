"""A fight: turns and counts, actions, movement, holds, fear, and what the fight leaves behind.

Rolls of attacks are in `attacks`, and damage is in `harm`."""
