"""Who somebody is: abilities, levels and defenses, conditions, and what follows from them."""
