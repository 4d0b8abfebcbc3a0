"""Tests of `systems/midnight_in_vaia/acting`."""
