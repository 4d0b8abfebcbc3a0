"""Setting a table at a terminal."""
