"""Rests, streaks and what happens between fights."""
