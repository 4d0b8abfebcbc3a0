"""Intel and the grids that reveal a target: how capes win, use, guard and share it.

Reputation cards are in `fame`."""
