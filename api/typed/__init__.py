"""Typed arguments: texts that people type become the values that a command takes. Nothing here prints or asks."""
