"""Tests of `systems/orcus/attacks`."""
