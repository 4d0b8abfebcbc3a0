"""Claims about the readers of other programs' files."""
