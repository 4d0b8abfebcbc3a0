"""Tests of queries and files."""
