"""The outros."""
