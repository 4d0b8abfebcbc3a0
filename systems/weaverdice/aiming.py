"""The skills of aiming."""
