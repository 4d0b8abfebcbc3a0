"""What the files in deploy/ promise."""
