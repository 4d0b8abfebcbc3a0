"""Attacks: from their declaration to the harm that they do.

Hit points and dying are in `harm`; powers are in `powers`."""
