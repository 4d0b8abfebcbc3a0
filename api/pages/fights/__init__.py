"""Fights that are on: whose turn it is, and who is who among creatures of one name."""
