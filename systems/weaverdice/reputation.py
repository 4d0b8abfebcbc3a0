"""Reputation, a card a point."""
