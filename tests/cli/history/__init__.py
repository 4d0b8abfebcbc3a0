"""Changes of the past, forks and proofs at the command line."""
