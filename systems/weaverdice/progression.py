"""Progression boxes."""
