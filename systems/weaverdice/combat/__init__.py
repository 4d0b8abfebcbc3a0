"""A fight: who takes part, whose turn it is and what it holds, attacks and what answers them, movement, grapples."""
