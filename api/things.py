"""Characters, encounters and enclaves in lists."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from api.paging import ListPage, ListRequest, first_page, has_name
from api.reading import Sight, load_things
from domain.aggregates import CAMPAIGN, Aggregate, Campaign
from domain.visibility.world import VisibleWorld


class ThingLine(msgspec.Struct, frozen=True, kw_only=True):
    """A character, encounter or enclave in a list. `owners` are the members who play it."""

    id: str
    ref: str
    handle: str
    name: str
    kind: str
    owners: tuple[str, ...]


def lines(
    seen: Sight,
    of: str,
    page: ListRequest,
    name: str | None = None,
    *,
    kind: str | None = None,
    owner: str | None = None,
) -> ListPage[ThingLine]:
    """Return a page of the aggregates of a kind that the viewer may know of, by handle: of those with a name, of a kind
    or of an owner, where one is given. Raises BadParameter."""
    wanted = (
        line
        for line in _lines(seen, of, page.key(tuple[str]))
        if has_name(name, line.name, line.handle) and kind in (None, line.kind) and owner in (None, *line.owners)
    )
    return first_page(wanted, lambda line: (line.handle,), page)


def _lines(seen: Sight, of: str, after: tuple[str] | None) -> Iterator[ThingLine]:
    """Yield the lines of the aggregates behind a handle, each made only when it is asked for."""
    campaign = seen.world.aggregate(CAMPAIGN)
    handles = campaign.handles if isinstance(campaign, Campaign) else {}
    refs = {
        h: known.ref for h, known in sorted(handles.items()) if known.kind == of and (after is None or (h,) > after)
    }
    load_things(seen, of)
    visible = VisibleWorld(seen.world, seen.viewer)
    for handle, ref in refs.items():
        aggregate = visible.aggregate(ref)
        if aggregate is not None:
            yield _line(handle, aggregate)


def _line(handle: str, aggregate: Aggregate) -> ThingLine:
    profile = aggregate.profile["self"]
    return ThingLine(
        id=aggregate.ref.partition("/")[2],
        ref=aggregate.ref,
        handle=handle,
        name=profile.name,
        kind=profile.kind,
        owners=profile.owners,
    )
