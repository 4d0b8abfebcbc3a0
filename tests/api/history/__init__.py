"""Ledgers, changes of the past, forks and proofs over the interface."""
