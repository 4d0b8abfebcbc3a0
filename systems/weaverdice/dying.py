"""Unconscious, dying, dead."""
