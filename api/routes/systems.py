"""Routes: the games that are installed."""

from __future__ import annotations

from litestar import get

from api.routes.serving import listed, served
from api.use_cases import command_guides, systems

ROUTES = (
    listed("/systems", systems.list_systems, unchanging=True, tags=["systems"]),
    served(get, "/systems/{system:str}", systems.show_system, unchanging=True, tags=["systems"]),
    listed("/systems/{system:str}/commands", command_guides.list_commands, unchanging=True, tags=["systems"]),
    served(
        get,
        "/systems/{system:str}/commands/{command:str}",
        command_guides.show_command,
        unchanging=True,
        tags=["systems"],
    ),
    listed("/systems/{system:str}/rules", systems.list_rules, unchanging=True, tags=["systems"]),
    served(get, "/systems/{system:str}/rules/{rule:str}", systems.show_rule, unchanging=True, tags=["systems"]),
    listed("/systems/{system:str}/catalogue", systems.list_catalogue, unchanging=True, tags=["systems"]),
    served(
        get,
        "/systems/{system:str}/catalogue/{kind:str}/{entry:str}",
        systems.show_catalogue_entry,
        unchanging=True,
        tags=["systems"],
    ),
    listed("/campaigns/{campaign:uuid}/catalogue", systems.list_campaign_catalogue, tags=["campaigns"]),
    served(
        get,
        "/campaigns/{campaign:uuid}/catalogue/{kind:str}/{entry:str}",
        systems.show_campaign_catalogue_entry,
        tags=["campaigns"],
    ),
)
