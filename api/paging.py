"""Pages: of lists, and of the events that changed one thing.

A page of a list begins after the last row of the page before it. The cursor that names that row is made of the row's own
values, so it tells nothing that the reader has not seen, and it holds also when the row is gone.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable
from datetime import datetime
from itertools import islice
from typing import Annotated, Any, Final, Generic, Literal, NamedTuple, TypeVar
from uuid import UUID

import msgspec

from api.access import Seat
from api.problems import BadParameter, FieldProblem
from api.reading import MOST_BYTES, Sight
from api.services import Services
from api.storage.rows import RowRange
from domain.messages import text
from domain.vocabulary.base import Event
from projections.views.history import History, history

T = TypeVar("T")
Key = tuple[Any, ...]
"""The values of a row by which a list is ordered."""

MOST: Final = 500
"""The maximum number of rows on a page."""

USUAL: Final = 100
"""The number of rows on a page where the reader asks for none."""

Offset = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
Limit = Annotated[int, msgspec.Meta(ge=1, le=MOST)]
Order = Literal["oldest", "newest"]

PartOfName = Annotated[
    str | None, msgspec.Meta(description="only those with this in their name, in any case", max_length=200)
]

AFTER: Final = "the place in the list behind which the page begins, as the header `Link` of the page before has it"

_MADE: Final = tuple[datetime, UUID]
"""The key of rows that are listed in the order in which they were made."""


_SAID: Final = text("is no place in this list; take it from the header `Link` of the page before, or leave it out")
_NOWHERE: Final = BadParameter(text("`after` {words}", words=_SAID), fields=(FieldProblem("after", _SAID, "query"),))


class ListRequest(msgspec.Struct, frozen=True):
    """The part of a list that a reader asks for: at most `limit` rows behind the row that the cursor `after` names."""

    after: str | None = None
    limit: int | None = None

    def key(self, kind: Any) -> Any:
        """Return the key, of this type, of the row behind which the page begins; None for the first page. Raises BadParameter."""
        if self.after is None:
            return None
        try:
            padded = self.after + "=" * (-len(self.after) % 4)
            key = msgspec.json.decode(urlsafe_b64decode(padded.encode("ascii")), type=kind)
        except (ValueError, msgspec.MsgspecError) as error:
            raise _NOWHERE from error
        if any(isinstance(part, str) and "\0" in part for part in key):  # PostgreSQL takes no such text
            raise _NOWHERE
        return key

    def stretch(self) -> RowRange:
        """Return the rows to read of a table whose rows are listed in the order in which they were made: one more than
        the page has shows that another page follows. Raises BadParameter."""
        return RowRange(self.key(_MADE), None if self.limit is None else self.limit + 1)


WHOLE: Final = ListRequest()
"""A list as a whole, for callers on this machine."""


class ListPage(msgspec.Struct, Generic[T], frozen=True):
    """A page of a list; `next` is the cursor of the next page, None on the last one."""

    rows: list[T]
    next: str | None = None


def list_request(
    after: Annotated[str | None, msgspec.Meta(description=AFTER, max_length=2048)] = None,
    limit: Annotated[int, msgspec.Meta(description="how many at most", ge=1, le=MOST)] = USUAL,
) -> ListRequest:
    """Take the parameters that every list takes."""
    return ListRequest(after, limit)


def list_page(rows: Iterable[T], key: Callable[[T], Key], request: ListRequest, kind: Any) -> ListPage[T]:
    """Return the page asked for of rows that are in the order of their keys. Raises BadParameter."""
    last = request.key(kind)
    return first_page((row for row in rows if last is None or key(row) > last), key, request)


def first_page(rows: Iterable[T], key: Callable[[T], Key], request: ListRequest) -> ListPage[T]:
    """Return the page that begins with the first of these rows, which are read only as far as the page goes."""
    if request.limit is None:
        return ListPage(list(rows))
    shown = list(islice(rows, request.limit + 1))
    if len(shown) <= request.limit:
        return ListPage(shown)
    shown.pop()
    return ListPage(shown, urlsafe_b64encode(msgspec.json.encode(key(shown[-1]))).decode().rstrip("="))


def has_name(part: str | None, *names: str) -> bool:
    """Whether one of these names has the part that is wanted, in any case; None: any name will do."""
    return part is None or any(part.casefold() in name.casefold() for name in names)


class PageWanted(NamedTuple):
    """The part of a history that a reader asks for."""

    offset: int
    limit: int
    order: Order


def history_page(
    services: Services,
    seat: Seat,
    seen: Sight,
    ref: str,
    page: PageWanted,
    *,
    only: Callable[[Event], bool] | None = None,
) -> History | None:
    """Return a page of the history of a thing, or of those events `only` that are wanted, as a reader sees it at their point.

    None where they may not know of the thing.
    """
    return history(
        services.ledger.store,
        seat.campaign,
        seen.viewer,
        ref,
        moment=seen.moment,
        registry=services.registry,
        offset=page.offset,
        limit=page.limit,
        newest_first=page.order == "newest",
        most_bytes=MOST_BYTES,
        only=only,
    )
