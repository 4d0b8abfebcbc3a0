"""What a hit does: damage, wounds and their effects, conditions, dying, and everything that makes them end."""
