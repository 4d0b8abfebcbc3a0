"""Tests of `systems/weaverdice/groups`."""
