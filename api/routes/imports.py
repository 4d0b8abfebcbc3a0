"""Routes: files of other programs and exported ledgers, imported as new campaigns or into one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from typing import Annotated, Any, Final

from litestar import Request, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, QueryParameter

from api.access import Caller, Seat
from api.http.endpoints import language_for
from api.http.progress_lines import MEDIA_TYPE, ProgressStream, progress_lines
from api.http.uploads import UPLOADS, Uploads
from api.imports.wanted import FileImport, ImportKind, ImportOptions
from api.routes.serving import guard_of
from api.services import Services
from api.use_cases import imports

_Name = Annotated[
    str | None, QueryParameter(description="the name of a new campaign; by default the file's", max_length=200)
]
_File = Annotated[str | None, QueryParameter(description="the name of the file that is sent", max_length=200)]
_System = Annotated[str | None, QueryParameter(description="the game of a new campaign of characters", max_length=80)]
_Strict = Annotated[bool, QueryParameter(description="import nothing unless all of the file is whole")]
_DryRun = Annotated[bool, QueryParameter(description="say what would be imported, and write nothing")]
_Older = Annotated[bool, QueryParameter(description="take the messages of an older copy as well (foundry)")]
_Columns = Annotated[
    list[str] | None, QueryParameter(description="a column of a table by its part, as `who=Player`", max_items=100)
]
_Dice = Annotated[str, QueryParameter(description="the dice of rows that name none, as 1d20 (rolls)", max_length=80)]
_Zone = Annotated[str | None, QueryParameter(description="the time zone of times without one (rolls)", max_length=80)]


def _options(
    *,
    name: _Name = None,
    system: _System = None,
    strict: _Strict = False,
    dry_run: _DryRun = False,
    older: _Older = False,
    column: _Columns = None,
    dice: _Dice = "",
    zone: _Zone = None,
) -> ImportOptions:
    """Take the wishes for an import. Raises BadParameter."""
    return ImportOptions(
        name=name,
        system=system,
        strict=strict,
        dry_run=dry_run,
        older=older,
        columns=imports.wished_columns(column or ()),
        dice=dice,
        zone=zone,
    )


_WISHED: Final = {"options": Provide(_options, sync_to_thread=False)}
_UNLIMITED: Final[dict[str, Any]] = {"request_max_body_size": None}
"""The file is counted as it comes in (`api.http.uploads`)."""


@post(
    "/imports/{kind:str}",
    guards=[guard_of(imports.import_file)],
    dependencies=_WISHED,
    media_type=MEDIA_TYPE,
    status_code=200,
    tags=["imports"],
    **_UNLIMITED,
)
async def import_file(
    request: Request[Any, Any, Any],
    services: NamedDependency[Services],
    caller: NamedDependency[Caller],
    options: NamedDependency[ImportOptions],
    *,
    kind: FromPath[ImportKind],
    file: _File = None,
) -> ProgressStream:
    """Import a file as a campaign: the body is the file as it is, and the answer comes as JSON lines while it is read. `progress`
    says how far the import is; the last line is its `report`, or the `problem` why nothing was written. The campaign appears when
    all of it is written. Histories of which the caller has a campaign already, as its game master, are added to that one. If the
    connection is closed before the last line, the import is cancelled and leaves nothing.
    """
    work = partial(imports.import_file, services, caller, kind, options=options, language=language_for(request.scope))
    return await _taken_in(request, work, file or kind)


@post(
    "/campaigns/{campaign:uuid}/imports/{kind:str}",
    guards=[guard_of(imports.import_into)],
    dependencies=_WISHED,
    media_type=MEDIA_TYPE,
    status_code=200,
    tags=["imports"],
    **_UNLIMITED,
)
async def import_into(
    request: Request[Any, Any, Any],
    services: NamedDependency[Services],
    seat: NamedDependency[Seat],
    options: NamedDependency[ImportOptions],
    *,
    kind: FromPath[ImportKind],
    file: _File = None,
) -> ProgressStream:
    """Add a file to a campaign: characters of a table, or what a history of Foundry or Roll20 holds and the campaign does not. The
    body is the file as it is; the answer comes as JSON lines, the last of which is its `report` or the `problem` why nothing was
    written. If the connection is closed before the last line, the import is cancelled and leaves nothing.
    """
    work = partial(imports.import_into, services, seat, kind, options=options, language=language_for(request.scope))
    return await _taken_in(request, work, file or kind)


async def _taken_in(request: Request[Any, Any, Any], work: Callable[..., FileImport], name: str) -> ProgressStream:
    """Take a file in, and answer with the lines of its import. Raises the errors of `Uploads`."""
    uploads: Uploads = request.app.state[UPLOADS]
    async with AsyncExitStack() as stack:
        stack.enter_context(uploads.place())
        path = await stack.enter_async_context(uploads.received(request, name))
        doing = partial(work, files=[path], most=uploads.most_unpacked)
        lines = progress_lines(request, uploads, lambda step: doing(progress=step))
        return ProgressStream(lines, stack.pop_all())


ROUTES = (import_file, import_into)
