"""Superstats and powers with fixed limits."""
