"""Queries and exports: a DuckDB with the tables of one caller, SQL that can only read, and files.

What a caller may see is already cut from the tables; `projections.analytics.rows` does that."""
