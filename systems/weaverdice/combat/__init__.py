"""A fight: its participants, attacks and answers to them, movement, grapples.

Rounds and turns are in `turns`, and wounds in `harm`."""
