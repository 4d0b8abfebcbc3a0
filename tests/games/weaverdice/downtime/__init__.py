"""Tests of `systems/weaverdice/downtime`."""
