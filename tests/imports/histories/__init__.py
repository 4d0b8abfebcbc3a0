"""Histories that other programs kept, and how they come in."""
