"""Turns, counted down by DEX: ties at once, waits, surprise, crowds."""
