"""Game systems, one folder each."""
