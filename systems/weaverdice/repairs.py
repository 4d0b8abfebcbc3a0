"""Repairing what is broken."""
