"""Poisons and antidotes."""
