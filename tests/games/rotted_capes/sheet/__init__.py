"""Tests of `systems/rotted_capes/sheet`."""
