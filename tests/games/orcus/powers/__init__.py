"""Tests of `systems/orcus/powers`."""
