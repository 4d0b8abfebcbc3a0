"""General rewards."""
