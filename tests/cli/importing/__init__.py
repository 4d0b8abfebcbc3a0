"""Imports at the command line."""
