"""Exhaustion: how effort comes back after a fight, and what it costs."""
