"""Negative reputation, and what it grows into."""
