"""Tests of `systems/orcus/sheet`."""
