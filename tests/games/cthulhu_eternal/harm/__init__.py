"""Tests of `systems/cthulhu_eternal/harm`."""
