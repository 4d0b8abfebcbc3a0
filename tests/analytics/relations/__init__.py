"""Tests of the tables that people ask."""
