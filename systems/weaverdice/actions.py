"""Actions: what a turn holds."""
