"""Tests of `systems/cthulhu_eternal/hazards`."""
