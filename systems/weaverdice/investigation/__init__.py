"""Intel and the grids on which it opens up a target: how it is won, used, guarded and passed on."""
