"""Social rolls and negotiations."""
