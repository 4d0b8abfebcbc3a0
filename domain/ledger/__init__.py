"""Entries of a campaign and the stores that keep them."""
