"""Tests of `systems/orcus/harm`."""
