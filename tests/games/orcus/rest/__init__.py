"""Tests of `systems/orcus/rest`."""
