"""The catalogue: abilities, gear and flaws of our own invention, those that a campaign adds, and how they are used."""
