"""Rotted Capes: many against few and one against many: hordes, whole Areas that are struck, villains, danger zones."""
