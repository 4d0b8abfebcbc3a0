"""Weapons, as the campaign writes them."""
