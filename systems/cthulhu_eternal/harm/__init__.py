"""Harm: the result of a hit, the protection from it, and how it heals."""
