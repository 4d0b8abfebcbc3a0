"""Asking and taking away: a DuckDB of its own for the tables of a caller, queries that only read, and files."""
