"""Tests of `systems/weaverdice/investigation`."""
