"""The variant of sixteen steps."""
