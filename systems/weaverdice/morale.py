"""Morale: how it rises and falls, and emotion effects."""
