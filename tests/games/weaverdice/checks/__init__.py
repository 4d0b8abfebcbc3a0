"""Tests of `systems/weaverdice/checks`."""
