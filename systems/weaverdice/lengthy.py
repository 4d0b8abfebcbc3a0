"""Lengthy checks: totals that rolls add up to, alone or together."""
