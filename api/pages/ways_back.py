"""Ways back: a form leads to the page from which it was opened, and that page tells on top what has just been done.

Where a form says it came from is not to be trusted: only pages of the same campaign count. The browser keeps the number of the entry
for the next page, and that page tells of it only where it is an entry of the visitor's own.
"""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Final
from urllib.parse import parse_qs, unquote, urlencode, urlsplit

from api.pages.cookies import cookie, cookie_of, without
from api.pages.fights.own import NOW
from api.pages.rows.timeline import Row, row
from api.pages.visits import Visit
from api.use_cases.entries import show_entry
from api.use_cases.names import show_names
from projections.views.entry import EntryView

_KEPT: Final = timedelta(minutes=1)
"""The time for which a browser keeps what was done, if no page comes that tells of it."""

_ENTRY: Final = re.compile(r"[1-9]\d{0,14}", re.ASCII)


def this_page(visit: Visit) -> str:
    """Return the path of the page that is open, to which one comes back after an answer; the table where it cannot be opened anew."""
    if visit.scope["method"] != "GET":
        return home(visit)
    query = visit.scope["query_string"].decode("ascii", "ignore")
    return visit.scope["path"] + (f"?{query}" if query else "")


def home(visit: Visit) -> str:
    """Return the path of the campaign's table."""
    return f"/campaigns/{visit.campaign}"


def way_back(visit: Visit, path: str) -> str:
    """Return the path that a form names to go back to, where it is a page of the campaign; else its table."""
    return path if _is_ours(visit, path) else home(visit)


def way_back_from_answer(visit: Visit, path: str) -> str:
    """Return the path to go back to after an answer: from an entry's page that has a way back itself, that is where it leads."""
    page = urlsplit(way_back(visit, path))
    before = parse_qs(page.query).get("back") if page.path.startswith(f"{home(visit)}/entries/") else None
    return way_back(visit, before[0] if before else path)


def entry_page(visit: Visit, entry: int, back: str) -> str:
    """Return the address of an entry that was just written, with the page from which one came."""
    query = f"?{urlencode({'back': back})}" if back else ""
    return f"{home(visit)}/entries/{entry}{query}"


def will_tell(visit: Visit, entry: int) -> None:
    """Have the next page of the campaign tell of an entry that the visitor has just made."""
    visit.cookies.append(cookie(visit.scope, "retcon_done", f"{visit.campaign}.{entry}", _KEPT))


def just_done(visit: Visit) -> Row | None:
    """Return the entry that the visitor has just made, once; None where there is none, or what the browser names is not theirs."""
    campaign, _, named = (cookie_of(visit.scope, "retcon_done") or "").partition(".")
    if visit.seat is None or visit.is_part or campaign != str(visit.campaign):
        return None
    visit.cookies.append(without(visit.scope, "retcon_done"))
    entry = visit.tried(show_entry, entry=int(named), wanted=NOW)[0] if _ENTRY.fullmatch(named) else None
    if not isinstance(entry, EntryView) or entry.kind == "record" or entry.member != visit.seat.actor.member:
        return None
    return row(entry, visit.ask(show_names), visit.catalogue)


def _is_ours(visit: Visit, path: str) -> bool:
    """Whether a path is a page of this campaign, as a browser reads it: it takes out dots, and turns backslashes around."""
    place = path.partition("?")[0]
    return (
        (place == home(visit) or place.startswith(f"{home(visit)}/"))
        and path.isascii()
        and path.isprintable()
        and not set(path) & {"\\", "#"}
        and not {".", ".."} & set(unquote(place).split("/"))
    )
