"""The catalogue: abilities, gear and flaws of our own invention and of a campaign, and their use.

Awards for flaws are in `points`."""
