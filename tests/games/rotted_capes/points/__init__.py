"""Tests of `systems/rotted_capes/points`."""
