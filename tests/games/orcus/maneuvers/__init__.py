"""Tests of `systems/orcus/maneuvers`."""
