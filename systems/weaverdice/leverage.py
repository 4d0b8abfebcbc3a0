"""Leveraging reputation on a battlefield."""
