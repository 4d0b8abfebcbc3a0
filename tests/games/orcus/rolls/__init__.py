"""Tests of `systems/orcus/rolls`."""
