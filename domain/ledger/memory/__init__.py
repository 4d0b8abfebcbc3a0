"""The store in memory: the twin of the one on PostgreSQL, with the same chain over the same bytes.

Pure tests use it, and nothing in it outlives the process."""
