"""Routes: downtime between sessions: phases, their plans, carrying plans out, and reports on the results."""

from __future__ import annotations

from litestar import delete, get, patch, post, put

from api.routes.serving import listed, served, served_with_dry_runs
from api.use_cases import downtime
from domain.ledger.downtime import Processed
from projections.views.downtime import DowntimePreview

ROUTES = (
    listed("/campaigns/{campaign:uuid}/downtime", downtime.list_downtime, tags=["downtime"]),
    served(post, "/campaigns/{campaign:uuid}/downtime", downtime.open_downtime, tags=["downtime"]),
    served(get, "/campaigns/{campaign:uuid}/downtime/{phase:int}", downtime.show_downtime, tags=["downtime"]),
    served(patch, "/campaigns/{campaign:uuid}/downtime/{phase:int}", downtime.change_downtime, tags=["downtime"]),
    served(
        get, "/campaigns/{campaign:uuid}/downtime/{phase:int}/report", downtime.show_downtime_report, tags=["downtime"]
    ),
    served(
        get,
        "/campaigns/{campaign:uuid}/downtime/{phase:int}/plans/{character:str}",
        downtime.show_downtime_plan,
        tags=["downtime"],
    ),
    served(
        put,
        "/campaigns/{campaign:uuid}/downtime/{phase:int}/plans/{character:str}",
        downtime.plan_downtime,
        tags=["downtime"],
    ),
    served(
        delete,
        "/campaigns/{campaign:uuid}/downtime/{phase:int}/plans/{character:str}",
        downtime.withdraw_downtime_plan,
        tags=["downtime"],
    ),
    served_with_dry_runs(
        "/campaigns/{campaign:uuid}/downtime/{phase:int}/process",
        downtime.process_downtime,
        Processed,
        DowntimePreview,
        tags=["downtime"],
    ),
)
