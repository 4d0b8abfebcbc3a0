"""Tests of `systems/rotted_capes/vehicles`."""
