"""Routes: downtime between sessions: phases, their plans, carrying plans out, and reports on the results."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, delete, get, patch, post, put
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody

from api.access import Seat
from api.http.endpoints import json_response
from api.routes.serving import guard_of, listed, served
from api.services import Services
from api.use_cases import downtime
from api.use_cases.downtime import ProcessRequest
from domain.ledger.downtime import Processed


@post(
    "/campaigns/{campaign:uuid}/downtime/{phase:int}/process",
    guards=[guard_of(downtime.process_downtime)],
    responses={200: ResponseSpec(Processed, generate_examples=False)},
    sync_to_thread=True,
    tags=["downtime"],
)
def process_downtime(
    request: Request[Any, Any, Any],
    services: NamedDependency[Services],
    seat: NamedDependency[Seat],
    data: JSONBody[ProcessRequest],
    *,
    phase: FromPath[int],
    dry_run: FromQuery[bool] = False,
) -> Response[Processed]:
    """Carry out the planned actions. An action that is no longer possible is reported with its rule; an action that
    waits for dice or an answer holds up its own character only. A dry run returns status 200.
    """
    processed = downtime.process_downtime(services, seat, data, phase, dry_run)
    return json_response(request, processed, 200 if dry_run or data.dry_run else 201)


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
    process_downtime,
)
