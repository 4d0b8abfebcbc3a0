"""Tests of `systems/rotted_capes/modes`."""
