"""Histories: everything that happened to a character, an encounter or a group, the newest first, a page at a time."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from api.pages.rendering import page
from api.pages.rows.groups import log_rows
from api.pages.visits import PageGuard, Visit
from api.use_cases.campaigns import show_campaign
from api.use_cases.characters import show_character
from api.use_cases.enclaves import show_enclave, show_group_log
from api.use_cases.encounters import show_encounter
from api.use_cases.histories import show_enclave_history, show_encounter_history, show_history
from api.use_cases.names import show_layout, show_names
from projections.phrases.events import event_sentence
from projections.views.history import History

PAGE = 50
"""The number of events on a page."""

Offset = Annotated[int, QueryParameter(ge=0, le=2**31)]


class HappenedRow(msgspec.Struct, frozen=True, kw_only=True):
    """The effect of one entry on something, in sentences."""

    entry: int
    who: str
    at: str
    session: int | None
    status: str
    sentences: tuple[str, ...]


@get("/campaigns/{campaign:uuid}/characters/{thing:str}/history", guards=[PageGuard("member")], sync_to_thread=True)
def show_history_of_character(
    visit: NamedDependency[Visit], thing: FromPath[str], offset: Offset = 0
) -> Response[bytes]:
    """Everything that happened to a character."""
    seen = visit.ask(show_history, character=thing, offset=offset, limit=PAGE, order="newest")
    return _page(visit, "characters", visit.ask(show_character, character=thing).name, seen, offset)


@get("/campaigns/{campaign:uuid}/encounters/{thing:str}/history", guards=[PageGuard("member")], sync_to_thread=True)
def show_history_of_encounter(
    visit: NamedDependency[Visit], thing: FromPath[str], offset: Offset = 0
) -> Response[bytes]:
    """Everything that happened to an encounter: rounds, turns and the map."""
    seen = visit.ask(show_encounter_history, encounter=thing, offset=offset, limit=PAGE, order="newest")
    return _page(visit, "encounters", visit.ask(show_encounter, encounter=thing).name, seen, offset)


@get("/campaigns/{campaign:uuid}/enclaves/{thing:str}/history", guards=[PageGuard("member")], sync_to_thread=True)
def show_history_of_group(visit: NamedDependency[Visit], thing: FromPath[str], offset: Offset = 0) -> Response[bytes]:
    """Everything that happened to a group: its members, followers, missions, stores and grids."""
    seen = visit.ask(show_enclave_history, enclave=thing, offset=offset, limit=PAGE, order="newest")
    return _page(visit, "enclaves", visit.ask(show_enclave, enclave=thing).name, seen, offset)


@get("/campaigns/{campaign:uuid}/enclaves/{thing:str}/log", guards=[PageGuard("member")], sync_to_thread=True)
def show_log(visit: NamedDependency[Visit], thing: FromPath[str], offset: Offset = 0) -> Response[bytes]:
    """The log of a group: the notes that its game writes about it."""
    group = visit.ask(show_enclave, enclave=thing)
    layout = visit.ask(show_layout)
    seen = visit.ask(show_group_log, enclave=thing, offset=offset, limit=PAGE, order="newest")
    return page(
        visit,
        "log.html",
        campaign=visit.ask(show_campaign),
        group=group,
        columns=layout.log.columns if layout.log else {},
        log=log_rows(seen, layout),
        offset=offset,
        next=seen.next,
    )


def _page(visit: Visit, kind: str, name: str, seen: History, offset: int) -> Response[bytes]:
    return page(
        visit,
        "history.html",
        campaign=visit.ask(show_campaign),
        kind=kind,
        handle=seen.handle,
        name=name,
        ref=seen.ref,
        rows=_rows(visit, seen),
        offset=offset,
        next=seen.next,
    )


def _rows(visit: Visit, seen: History) -> list[HappenedRow]:
    """Return a page of events by entry, without those that say nothing to people."""
    names, say = {**visit.ask(show_names), **seen.names}, visit.catalogue.say
    rows: list[HappenedRow] = []
    for each in seen.events:
        sentence = say(event_sentence(each.event, names))
        if rows and rows[-1].entry == each.entry:
            last = rows.pop()
            sentences = (sentence, *last.sentences) if sentence else last.sentences
            rows.append(msgspec.structs.replace(last, sentences=sentences))
            continue
        rows.append(
            HappenedRow(
                entry=each.entry,
                who=names[each.member].name if each.member in names else "",
                at=each.at or "",
                session=each.session,
                status=each.status,
                sentences=(sentence,) if sentence else (),
            )
        )
    return [row for row in rows if row.sentences]


ROUTES = (show_history_of_character, show_history_of_encounter, show_history_of_group, show_log)
