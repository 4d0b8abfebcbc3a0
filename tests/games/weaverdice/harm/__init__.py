"""Tests of `systems/weaverdice/harm`."""
