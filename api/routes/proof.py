"""Routes: proof for everybody: the chain of hashes, and the exported ledger."""

from __future__ import annotations

from litestar import get, post
from litestar.di import NamedDependency
from litestar.response import Stream

from api.access import Seat
from api.reading import ReadRequest
from api.routes.serving import guard_of, listed, served
from api.services import Services
from api.use_cases import proof

JSON_LINES = "application/x-ndjson"


@get(
    "/campaigns/{campaign:uuid}/export",
    guards=[guard_of(proof.export_ledger)],
    media_type=JSON_LINES,
    sync_to_thread=True,
    tags=["proof"],
)
def export(
    services: NamedDependency[Services], seat: NamedDependency[Seat], wanted: NamedDependency[ReadRequest]
) -> Stream:
    """The ledger as JSON lines, as far as the caller may see it.

    A game master gets it whole, so that it can be taken in elsewhere; up to an earlier point or through a member's eyes it
    holds the entries as they are seen there.
    """
    lines = proof.export_ledger(services, seat, wanted)
    name = f'attachment; filename="{seat.campaign}.jsonl"'
    return Stream(lines, media_type=JSON_LINES, headers={"Content-Disposition": name})


ROUTES = (
    served(get, "/campaigns/{campaign:uuid}/verification", proof.show_verification, tags=["proof"]),
    served(get, "/campaigns/{campaign:uuid}/dice", proof.show_dice, tags=["proof"]),
    served(post, "/campaigns/{campaign:uuid}/dice/{epoch:int}/unseal", proof.unseal_dice, tags=["proof"]),
    listed("/campaigns/{campaign:uuid}/seals", proof.list_seals, tags=["proof"]),
    served(get, "/campaigns/{campaign:uuid}/seals/{seal:str}", proof.show_seal, tags=["proof"]),
    export,
)
