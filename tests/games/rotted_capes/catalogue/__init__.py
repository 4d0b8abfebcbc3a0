"""Tests of `systems/rotted_capes/catalogue`."""
