"""Tests of `systems/weaverdice/turns`."""
