"""Costs of actions, written as in the rulebook: `3AS|6RS|9FP`."""

from __future__ import annotations

import re
from typing import Annotated, Final, NamedTuple

from msgspec import Meta

from domain.play.refusals import Refused

CostText = Annotated[
    str,
    Meta(
        max_length=40,
        description="Price in one's own Active Phase, in Reserved Slots, and in the Final Phase: 3AS|6RS|9FP",
        examples=["3AS|6RS|9FP", "2AS", "1AS|2RS"],
    ),
]

_PRICE: Final = re.compile(r"(\d{1,3})(AS|RS|FP)")


class Cost(NamedTuple):
    """MV-SLOT-10, ruling 1: slots to be paid in one's own Active Phase, from Reserved Slots in another's, and from them in
    the Final Phase; None where no such price is listed."""

    active: int | None = None
    reserved: int | None = None
    final: int | None = None


def cost_of(written: str) -> Cost:
    """MV-SLOT-10: the cost that is written so; `""` costs nothing at any time. Refused where it is no cost."""
    if not written:
        return Cost(0, 0, 0)
    prices: dict[str, int] = {}
    for part in written.replace(" ", "").split("|"):
        match = _PRICE.fullmatch(part)
        if match is None or match[2] in prices:
            raise Refused(
                "MV-SLOT-10", "{written!r} is no cost; it is written like 3AS|6RS|9FP, 2AS or 1AS|2RS.", written=written
            )
        prices[match[2]] = int(match[1])
    return Cost(prices.get("AS"), prices.get("RS"), prices.get("FP"))
