"""Statlines: how the stats of a new cape are spread."""
