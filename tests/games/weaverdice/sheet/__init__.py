"""Tests of `systems/weaverdice/sheet`."""
