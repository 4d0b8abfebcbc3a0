"""Tests of `systems/orcus/board`."""
