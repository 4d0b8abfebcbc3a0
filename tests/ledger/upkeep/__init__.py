"""Exports, rebuilt states and newer rules."""
