"""The four kinds of healing, and what goes wrong."""
