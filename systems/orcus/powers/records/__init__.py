"""The record of a power: how it is stored, how its clauses are read, and how a row of a table becomes one."""
