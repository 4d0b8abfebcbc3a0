"""Demos: an evening at a table as data in a game's folder, played over the HTTP interface by one player for all games."""
