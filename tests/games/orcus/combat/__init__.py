"""Tests of `systems/orcus/combat`."""
