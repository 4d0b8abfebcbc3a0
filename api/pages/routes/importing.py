"""Imports: files of other programs and exported ledgers, tried first, and taken in while the page says how far it is."""

from __future__ import annotations

from contextlib import AsyncExitStack
from functools import partial
from typing import Any, Final

import msgspec
from litestar import Request, Response, get, post
from litestar.concurrency import sync_to_thread
from litestar.di import NamedDependency
from litestar.params import FromPath

from api.http.problem_answers import problem_in
from api.http.progress_lines import ProgressStream, last_of, progress_lines
from api.http.uploads import UPLOADS, NoFile, Uploads
from api.imports.history.importing import SYSTEM
from api.imports.wanted import ADDING, TAKEN, FileImport, ImportKind, ImportOptions
from api.pages.rendering import page, rendered
from api.pages.rows.imports import import_shown
from api.pages.visits import PageGuard, UploadGuard, Visit
from api.problems import NotFound
from api.use_cases.campaigns import show_campaign
from api.use_cases.imports import import_file, import_into, wished_columns
from api.use_cases.systems import list_systems
from domain.messages import text

_OF_A_NEW_CAMPAIGN: Final = ("name", "system")
"""The wishes for a campaign that is founded."""

_UNLIMITED: Final[dict[str, Any]] = {"request_max_body_size": None}
"""The file is counted as it comes in (`api.http.uploads`)."""


class ImportPageLine(msgspec.Struct, frozen=True, tag_field="line", tag="page"):
    """The last line of an import that a page has asked for: what it shows, and with which status alone it would be answered."""

    html: str
    status: int = 200


@get("/imports", guards=[PageGuard("founder")], sync_to_thread=True)
def show_imports(visit: NamedDependency[Visit]) -> Response[bytes]:
    """The kinds of files that become campaigns."""
    return _kinds(visit)


@get("/campaigns/{campaign:uuid}/imports", guards=[PageGuard("gm")], sync_to_thread=True)
def show_imports_into(visit: NamedDependency[Visit]) -> Response[bytes]:
    """The kinds of files that are added to a campaign."""
    return _kinds(visit)


@get("/imports/{kind:str}", guards=[PageGuard("founder")], sync_to_thread=True)
def show_import(visit: NamedDependency[Visit], kind: FromPath[ImportKind]) -> Response[bytes]:
    """The form of one kind of import."""
    return _form(visit, kind)


@get("/campaigns/{campaign:uuid}/imports/{kind:str}", guards=[PageGuard("gm")], sync_to_thread=True)
def show_import_into(visit: NamedDependency[Visit], kind: FromPath[ImportKind]) -> Response[bytes]:
    """The form of one kind of import into a campaign."""
    if kind not in ADDING:
        raise NotFound(text("a campaign takes no files of the kind {kind!r}", kind=kind))
    return _form(visit, kind)


@post("/imports/{kind:str}", guards=[UploadGuard("founder", "admin")], **_UNLIMITED)
async def take_import(
    request: Request[Any, Any, Any], visit: NamedDependency[Visit], kind: FromPath[ImportKind]
) -> Response[Any]:
    """Import a file as a campaign. A script gets lines while it is read, a form the whole page at the end."""
    return await _taken_in(request, visit, kind)


@post("/campaigns/{campaign:uuid}/imports/{kind:str}", guards=[UploadGuard("gm", "play")], **_UNLIMITED)
async def take_import_into(
    request: Request[Any, Any, Any], visit: NamedDependency[Visit], kind: FromPath[ImportKind]
) -> Response[Any]:
    """Add a file to a campaign. A script gets lines while it is read, a form the whole page at the end."""
    return await _taken_in(request, visit, kind)


async def _taken_in(request: Request[Any, Any, Any], visit: Visit, kind: ImportKind) -> Response[Any]:
    """Take a file in, and answer with what came of it. Raises the errors of `Uploads`."""
    options = _options(visit)
    uploads: Uploads = request.app.state[UPLOADS]
    if visit.upload is None or not visit.upload.name:
        raise NoFile
    name = visit.upload.name
    use_case = import_file if visit.campaign is None else import_into
    async with AsyncExitStack() as stack:
        stack.enter_context(uploads.place())
        path = await stack.enter_async_context(uploads.received(request, name, visit.upload.file()))
        work = partial(
            visit.ask,
            use_case,
            kind=kind,
            files=[path],
            options=options,
            most=uploads.most_unpacked,
            language=visit.language,
        )
        ending = partial(_line, request, visit, kind, options)
        lines = progress_lines(request, uploads, lambda step: work(progress=step), ending)
        if visit.is_part:
            return ProgressStream(lines, stack.pop_all())
        last = await last_of(lines, request.receive)
    if not last:
        return Response(b"")  # nobody is left to read it
    shown = msgspec.json.decode(last, type=ImportPageLine)
    return await sync_to_thread(_form, visit, kind, shown)


def _line(
    request: Request[Any, Any, Any],
    visit: Visit,
    kind: ImportKind,
    options: ImportOptions,
    result: FileImport | Exception,
) -> ImportPageLine:
    """Return the last line for what came of an import."""
    if isinstance(result, Exception):
        problem = problem_in(request, result)
        return ImportPageLine(rendered(visit, "parts/problem.html", problem=problem), problem.status)
    shown = import_shown(result, dry_run=options.dry_run)
    html = rendered(visit, "parts/import_result.html", done=shown, refused=result.refused, kind=kind)
    return ImportPageLine(html, 422 if shown.outcome == "refused" else 200)


def _kinds(visit: Visit) -> Response[bytes]:
    kinds = [kind for kind in TAKEN if visit.campaign is None or kind in ADDING]
    return _page(visit, "imports.html", kinds=kinds)


def _form(visit: Visit, kind: ImportKind, shown: ImportPageLine | None = None) -> Response[bytes]:
    return _page(
        visit,
        "import.html",
        shown.status if shown else 200,
        kind=kind,
        takes=_taken(visit, kind),
        systems=visit.listed(list_systems) if "system" in _taken(visit, kind) else (),
        system=visit.form.text("system", SYSTEM),
        form=visit.form,
        shown=shown.html if shown else "",
    )


def _page(visit: Visit, template: str, status: int = 200, **context: Any) -> Response[bytes]:
    uploads: Uploads = visit.scope["litestar_app"].state[UPLOADS]
    within = None if visit.campaign is None else visit.ask(show_campaign)
    frame = "base.html" if within is None else "campaign.html"
    place = "" if within is None else f"/campaigns/{visit.campaign}"
    return page(
        visit,
        template,
        status=status,
        frame=frame,
        campaign=within,
        place=place,
        megabytes=uploads.megabytes,
        **context,
    )


def _taken(visit: Visit, kind: ImportKind) -> tuple[str, ...]:
    """Return the wishes that a form asks for."""
    return tuple(name for name in TAKEN[kind] if visit.campaign is None or name not in _OF_A_NEW_CAMPAIGN)


def _options(visit: Visit) -> ImportOptions:
    """Return the wishes of a form; those that its kind does not take are refused by the use case. Raises BadParameter."""
    form = visit.form
    return ImportOptions(
        name=form.text("name")[:200] or None,
        system=form.text("system") or None,
        strict=form.ticked("strict"),
        dry_run=form.ticked("dry_run"),
        older=form.ticked("older"),
        columns=wished_columns(line for line in form.text("columns").splitlines() if line.strip()),
        dice=form.text("dice")[:80],
        zone=form.text("zone")[:80] or None,
    )


ROUTES = (show_imports, show_imports_into, show_import, show_import_into, take_import, take_import_into)
