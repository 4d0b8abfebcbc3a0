"""Characters that have no place in a text for people: they command a terminal, or turn a line around."""

from __future__ import annotations

import re
from typing import Final

UNFIT: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def fit(text: str) -> str:
    """Return a text with � in place of each such character."""
    return UNFIT.sub("\ufffd", text)
