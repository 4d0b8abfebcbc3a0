"""Objects that stay in wounds."""
