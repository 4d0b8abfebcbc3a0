"""Hands, belt and inventory."""
