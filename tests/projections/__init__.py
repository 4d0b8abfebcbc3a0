"""The read models."""
