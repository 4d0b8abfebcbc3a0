"""Rolls outside of attacks: checks and attempts, talks, and work that takes whole turns."""
