"""Tests of `systems/rotted_capes/survival`."""
