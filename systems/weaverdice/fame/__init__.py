"""Reputation, good and bad, and the followers that it brings to a single cape."""
