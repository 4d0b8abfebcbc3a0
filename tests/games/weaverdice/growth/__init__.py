"""Tests of `systems/weaverdice/growth`."""
