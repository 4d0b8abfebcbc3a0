"""Freeform: every command's effect, its refusals, and what it reads."""
