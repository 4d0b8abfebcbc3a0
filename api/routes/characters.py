"""Routes: characters: their sheets, at any point of time and through any permitted eyes."""

from __future__ import annotations

from litestar import get

from api.routes.serving import listed, served
from api.use_cases import characters, histories

ROUTES = (
    listed("/campaigns/{campaign:uuid}/characters", characters.list_characters, kept=True, tags=["characters"]),
    served(
        get,
        "/campaigns/{campaign:uuid}/characters/{character:str}",
        characters.show_character,
        kept=True,
        tags=["characters"],
    ),
    served(
        get,
        "/campaigns/{campaign:uuid}/characters/{character:str}/history",
        histories.show_history,
        tags=["characters"],
    ),
    served(
        get,
        "/campaigns/{campaign:uuid}/characters/{character:str}/explain",
        characters.explain_value,
        tags=["characters"],
    ),
)
