"""Tests of `systems/midnight_in_vaia/encounter`."""
