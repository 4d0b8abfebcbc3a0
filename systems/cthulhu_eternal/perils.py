"""Falling, suffocation, fire, cold, hunger and thirst, impact."""
