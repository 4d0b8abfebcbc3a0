"""Routes: the games that are installed."""

from __future__ import annotations

from litestar import get

from api.routes.serving import listed, served
from api.use_cases import command_guides, systems

ROUTES = (
    listed("/systems", systems.list_systems, sync_to_thread=False, tags=["systems"]),
    served(get, "/systems/{system:str}", systems.show_system, sync_to_thread=False, tags=["systems"]),
    listed("/systems/{system:str}/commands", command_guides.list_commands, sync_to_thread=False, tags=["systems"]),
    served(
        get,
        "/systems/{system:str}/commands/{command:str}",
        command_guides.show_command,
        sync_to_thread=False,
        tags=["systems"],
    ),
    listed("/systems/{system:str}/rules", systems.list_rules, sync_to_thread=False, tags=["systems"]),
    served(get, "/systems/{system:str}/rules/{rule:str}", systems.show_rule, sync_to_thread=False, tags=["systems"]),
)
