"""Maps of a fight: squares and areas, the positions on them, and lines, paths and shapes over them."""
