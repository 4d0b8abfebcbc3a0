"""Tests of `systems/cthulhu_eternal/attacks`."""
