"""Tests of `systems/weaverdice/crafting`."""
