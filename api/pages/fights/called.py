"""Names for creatures of one name: the number of each stands behind it, as its handle has it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

_NUMBERED: Final = re.compile(r"-(?P<number>\d{1,4})\Z")


def told_apart(called: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return names by handle, of pairs of handle and name: `Goblin` and `Goblin 2` where there are two."""
    pairs = dict(called)
    many = Counter(name.casefold() for name in pairs.values())
    return {handle: _numbered(handle, name) if many[name.casefold()] > 1 else name for handle, name in pairs.items()}


def _numbered(handle: str, name: str) -> str:
    number = _NUMBERED.search(handle)
    return f"{name} {number['number']}" if number else name
