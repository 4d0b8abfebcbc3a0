"""Diseases."""
