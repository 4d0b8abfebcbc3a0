"""The order of what happens at once: which of it the player concerned puts in order."""

from __future__ import annotations

from typing import Final

from systems.orcus.moments import TURN_END

ORDERED: Final = (TURN_END,)
"""OR-TURN-11: the character whose turn ends chooses in which order its effects come: saves, and what ends or harms then.

They are offered it wherever there are several (what comes of each turn without being an effect has a moment of its own, `TURN_OVER`); as nobody says otherwise, they come as they are listed.
"""
