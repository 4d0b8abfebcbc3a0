"""Queries and exports: a DuckDB with the tables of one caller, SQL that can only read, and files.

The tables are already cut to what a caller may see; `projections.analytics.rows` does that."""
