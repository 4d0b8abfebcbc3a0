"""Routes: differences between two points of the story, or between two states of knowledge about one point."""

from __future__ import annotations

from litestar import get

from api.routes.serving import served
from api.use_cases import histories

ROUTES = (served(get, "/campaigns/{campaign:uuid}/diff", histories.show_difference, tags=["history"]),)
