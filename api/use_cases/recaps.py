"""Recaps with receipts: a session told in sentences, each with the entries that it rests on."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any

import msgspec

from api.access import Access, Seat, allowed
from api.analytics.extra import reporting
from api.analytics.narrowing import Narrowing
from api.languages.reader import sentences_in
from api.problems import NotFound
from api.reading import ReadRequest, Sight, load_things, reading, sight
from api.services import Services
from domain.aggregates import CAMPAIGN, Campaign
from domain.messages import text
from domain.play.reading import system_id
from domain.visibility.world import VisibleWorld
from projections.recaps.recap import Entries, Recap, receipts, told
from projections.translation.catalogues import SOURCE, languages
from projections.views.timeline import read_entries

WHICH = "the session; by default the last one, and 0 is what happened outside of sessions"

LANGUAGE = "the language of the sentences, such as `de`; by default what `Accept-Language` prefers, else `en`"

Language = Annotated[str, msgspec.Meta(description=LANGUAGE, max_length=35)]
SessionWanted = Annotated[int | None, msgspec.Meta(description=WHICH, ge=0)]


@allowed(Access("member"))
def show_recap(
    services: Services, seat: Seat, wanted: ReadRequest, session: SessionWanted = None, language: Language = SOURCE
) -> Recap:
    """Tell a session in sentences as the caller may see it, each with the entries that it rests on and a mark where the past
    was corrected. Needs the extra `analytics`."""
    seen = sight(services, seat, wanted)
    load_things(seen)
    number, title = _session(reading(services, seen).visible, session)
    within = Narrowing() if number is None else Narrowing(first_session=number, last_session=number)
    view = reporting().on_campaign(services, seat, "recap", wanted, within).view
    rows: list[dict[str, Any]] = [row for row in view.rows if row["session"] == number]
    entries = _read(services, seen, {row["entry"] for row in rows})
    spoken = language if language in languages() else SOURCE
    game = system_id(services.ledger.heads.cached(seat.campaign))
    lines = told(rows, entries, sentences_in(spoken, game).say)
    revisions = {line.revision for line in lines if line.revision is not None}
    return Recap(
        campaign=seat.campaign,
        name=services.ledger.store.campaign(seat.campaign).name,
        session=number,
        title=title,
        entry=seen.moment.entry,
        language=spoken,
        lines=lines,
        receipts=receipts(lines, {**entries, **_read(services, seen, revisions)}),
    )


def _session(visible: VisibleWorld, wanted: int | None) -> tuple[int | None, str]:
    """Return the number and title of the session that is meant, of those that the viewer may know of; None for what is
    outside of sessions. Raises NotFound."""
    campaign = visible.aggregate(CAMPAIGN)
    sessions = {s.number: s.title for s in campaign.sessions.values()} if isinstance(campaign, Campaign) else {}
    number = max(sessions, default=0) if wanted is None else wanted
    if number and number not in sessions:
        raise NotFound(
            text(
                "there is no session {number} at that point; the last one is {sessions}",
                number=number,
                sessions=max(sessions, default=0),
            )
        )
    return (number, sessions[number]) if number else (None, "")


def _read(services: Services, seen: Sight, numbers: Collection[int]) -> Entries:
    """Return entries as the viewer may see them, by number."""
    store, known_at = services.ledger.store, seen.moment.known_at
    page = [
        stored for number in sorted(numbers) if (stored := store.entry(seen.campaign, number, known_at)) is not None
    ]
    views = read_entries(store, seen.campaign, page, reading(services, seen), known_at) if page else []
    return {view.entry: view for view in views}
