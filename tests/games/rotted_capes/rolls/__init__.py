"""Tests of `systems/rotted_capes/rolls`."""
