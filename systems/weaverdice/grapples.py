"""Grapples, a pair at a time."""
