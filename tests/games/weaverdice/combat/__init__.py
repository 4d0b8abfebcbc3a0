"""Tests of `systems/weaverdice/combat`."""
