"""Tests of `systems/weaverdice/fame`."""
