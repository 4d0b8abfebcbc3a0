"""The d20 and everything that modifies it.

The chapters that roll it say what for."""
