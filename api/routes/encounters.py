"""Routes: encounters: the board of a fight or tense scene."""

from __future__ import annotations

from litestar import get

from api.routes.serving import listed, served
from api.use_cases import encounters, histories

ROUTES = (
    listed("/campaigns/{campaign:uuid}/encounters", encounters.list_encounters, kept=True, tags=["encounters"]),
    served(
        get,
        "/campaigns/{campaign:uuid}/encounters/{encounter:str}",
        encounters.show_encounter,
        kept=True,
        tags=["encounters"],
    ),
    served(
        get,
        "/campaigns/{campaign:uuid}/encounters/{encounter:str}/map",
        encounters.show_map,
        kept=True,
        tags=["encounters"],
    ),
    served(
        get,
        "/campaigns/{campaign:uuid}/encounters/{encounter:str}/history",
        histories.show_encounter_history,
        tags=["encounters"],
    ),
    served(
        get,
        "/campaigns/{campaign:uuid}/encounters/{encounter:str}/explain",
        encounters.explain_encounter,
        tags=["encounters"],
    ),
)
