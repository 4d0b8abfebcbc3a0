"""The moments of Rotted Capes: what handlers and anchors wait for."""

from __future__ import annotations

from typing import Final

SPENT: Final = "spent"
"""Somebody's exhaustion has come to its deadly level."""
