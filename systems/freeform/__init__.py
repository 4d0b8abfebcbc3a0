"""The base every game system includes; it has no rules of its own."""
