"""Fights that are on: whose turn it is, who is who among creatures of one name, and what is done to them by hand."""
