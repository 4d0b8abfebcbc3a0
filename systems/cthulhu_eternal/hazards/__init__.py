"""Hazards, which harm without an attack: poison, disease, falls, fire, cold, hunger, want of air.

Healing is in `harm`."""
