"""Tests of `systems/cthulhu_eternal/combat`."""
