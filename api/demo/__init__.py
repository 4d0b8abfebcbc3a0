"""Demos: an evening at a table as data in a game's folder, and the one player that plays it over HTTP.

The demos themselves are `systems/<id>/demo.toml`."""
