"""Tests of `systems/rotted_capes/harm`."""
