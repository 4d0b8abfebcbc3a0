"""Waiting for something to happen."""
