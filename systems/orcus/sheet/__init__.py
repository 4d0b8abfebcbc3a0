"""The character sheet: abilities, levels and defenses, conditions, and what follows from them."""
