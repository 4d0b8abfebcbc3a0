"""Changing the past: a request is resolved against the ledger, checked for rights, planned, and drafted.

The planning itself is pure and in `domain.history`.
"""
