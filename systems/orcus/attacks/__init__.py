"""Attacks: from their declaration to the harm that they do."""
