"""Lethality, kill radius, selective fire, explosions, terror."""
