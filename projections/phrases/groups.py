"""Groups: their followers, the room that there is for them, and how far their grids are open."""

from __future__ import annotations

from collections.abc import Iterable

from domain.visibility.view_fields import Fields
from projections.phrases.durations import anchored
from projections.phrases.messages import Part, listed, phrase, term
from projections.phrases.naming import Names
from projections.translation.terms import VALUE
from projections.views.group import GridView, Limit, RosterTally, SeenCell


def followers(tally: RosterTally, who: str = "") -> Part:
    """Return how many followers there are, and how many are ready; with a name, whose they are."""
    counted = _tally(tally)
    return phrase("group.followers_of", who=who, tally=counted) if who else phrase("group.followers", tally=counted)


def followers_of_kind(kind: str, tally: RosterTally) -> Part:
    """Return how many followers there are of a kind."""
    return phrase("group.of_kind", kind=term(kind), tally=_tally(tally))


def _tally(tally: RosterTally) -> Part:
    return phrase("group.tally", all=tally.count, ready=tally.ready)


def state(of: Fields, names: Names) -> Part:
    """Return the state of a follower, with what brings a spent one back."""
    back = of["tapped_until"]
    return (
        phrase("group.tapped", state=term(str(of["state"])), until=anchored(back, names))
        if back
        else term(str(of["state"]))
    )


def room(path: str, limit: Limit, most: str) -> Part:
    """Return how full a limit is. `most` is its number as it is written; a limit without one has none."""
    allowed = phrase("group.unlimited") if limit.most is None else most
    return phrase("group.room", path=term(path, VALUE), filled=limit.filled, most=allowed, surplus=limit.surplus or "")


def empty_log() -> Part:
    """Return that a log has no notes."""
    return phrase("group.no_log")


def grids(names: Iterable[str]) -> Part:
    """Return the grids of a group by name."""
    return phrase("group.grids", grids=listed(names))


def progress(of: GridView) -> Part:
    """Return how far a grid is open, with its strikes and its depth."""
    return phrase("group.progress", opened=of.opened, all=len(of.cells), strikes=of.strikes or "", depth=of.depth or "")


def opened(of: GridView) -> Part:
    """Return how many cells of a grid are open."""
    return phrase("group.opened", opened=of.opened, all=len(of.cells))


def content(of: SeenCell) -> Part:
    """Return the content of an open cell."""
    return of.shown or of.title or (phrase("group.open") if of.known else phrase("group.open_unknown"))


def truth(of: SeenCell) -> Part:
    """Return the truth of an open cell where that is otherwise than it is shown."""
    return phrase("group.in_truth", truth=of.truth) if of.truth and of.truth != of.shown else ""
