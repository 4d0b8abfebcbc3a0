"""Tests of `systems/rotted_capes/combat`."""
