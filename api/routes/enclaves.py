"""Routes: enclaves: the group's shared side, its roster of followers and its intelligence grids."""

from __future__ import annotations

from litestar import get

from api.routes.serving import listed, served
from api.use_cases import enclaves, histories

ROUTES = (
    listed("/campaigns/{campaign:uuid}/enclaves", enclaves.list_enclaves, kept=True, tags=["enclaves"]),
    served(
        get, "/campaigns/{campaign:uuid}/enclaves/{enclave:str}", enclaves.show_enclave, kept=True, tags=["enclaves"]
    ),
    served(
        get,
        "/campaigns/{campaign:uuid}/enclaves/{enclave:str}/history",
        histories.show_enclave_history,
        tags=["enclaves"],
    ),
    served(
        get, "/campaigns/{campaign:uuid}/enclaves/{enclave:str}/explain", enclaves.explain_enclave, tags=["enclaves"]
    ),
    served(
        get,
        "/campaigns/{campaign:uuid}/enclaves/{enclave:str}/roster",
        enclaves.show_roster,
        kept=True,
        tags=["enclaves"],
    ),
    served(get, "/campaigns/{campaign:uuid}/enclaves/{enclave:str}/log", enclaves.show_group_log, tags=["enclaves"]),
    listed(
        "/campaigns/{campaign:uuid}/enclaves/{enclave:str}/grids", enclaves.list_grids, kept=True, tags=["enclaves"]
    ),
    served(
        get,
        "/campaigns/{campaign:uuid}/enclaves/{enclave:str}/grids/{target:str}",
        enclaves.show_grid,
        kept=True,
        tags=["enclaves"],
    ),
)
