"""Tests of `systems/weaverdice/gear`."""
