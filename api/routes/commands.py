"""Routes: commands, one at a time, or several as one."""

from __future__ import annotations

from litestar import Response, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery, JSONBody

from api.access import Seat
from api.routes.serving import guard_of
from api.services import Services
from api.use_cases import commands
from api.use_cases.commands import BatchRequest, BatchView, CommandRequest
from projections.views.entry import Entry, EntryView


@post(
    "/campaigns/{campaign:uuid}/commands",
    guards=[guard_of(commands.give_command)],
    responses={200: ResponseSpec(EntryView, generate_examples=False)},
    sync_to_thread=True,
    tags=["play"],
)
def give_command(
    services: NamedDependency[Services],
    seat: NamedDependency[Seat],
    data: JSONBody[CommandRequest],
    dry_run: FromQuery[bool] = False,
) -> Response[Entry]:
    """Give a command, and get the entry it became. A dry run writes nothing: it is answered with 200, and what dice the
    server would roll are marked `preview`."""
    entry = commands.give_command(services, seat, data, dry_run)
    return Response(entry, status_code=200 if dry_run or data.dry_run else 201)


@post(
    "/campaigns/{campaign:uuid}/batches",
    guards=[guard_of(commands.give_batch)],
    responses={200: ResponseSpec(BatchView, generate_examples=False)},
    sync_to_thread=True,
    tags=["play"],
)
def give_batch(
    services: NamedDependency[Services],
    seat: NamedDependency[Seat],
    data: JSONBody[BatchRequest],
    dry_run: FromQuery[bool] = False,
) -> Response[BatchView]:
    """Give several commands that are played in order, all of them or none. A dry run is answered with 200.

    Where a command is refused after the server rolled a die, the entries before it stand, and the answer is that refusal
    with their numbers under `standing`. Sent again, the batch goes on where it stopped.
    """
    batch = commands.give_batch(services, seat, data, dry_run)
    return Response(batch, status_code=200 if dry_run or data.dry_run else 201)


ROUTES = (give_command, give_batch)
