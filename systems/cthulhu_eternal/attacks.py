"""Attacks, and one roll that defends against all."""
