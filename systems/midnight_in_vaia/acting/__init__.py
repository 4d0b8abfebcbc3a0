"""Acting: using abilities, at once or over several rounds, and moving."""
