"""Damage and its types."""
