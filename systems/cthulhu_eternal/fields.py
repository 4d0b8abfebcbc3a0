"""The fields that several commands have, with their bounds and what they mean."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Text
from domain.instance_fields import takes_one_of
from systems.freeform.fields import Key, Number, Title, Word

Called = Annotated[Title, Meta(description="What it is called")]
OfTheirs = Annotated[
    Key, Meta(description="A thing that they have, by its name or what it is", extra=takes_one_of("items"))
]
Harm = Annotated[Word, Meta(description="A word for what does the harm: knife, fall, explosion")]
Why = Annotated[Text, Meta(description="Why, in the table's own words")]

Yards = Annotated[int, Meta(ge=0, le=1_000_000)]

Wielded = Annotated[
    str,
    Meta(
        description="A weapon that is held or part of the body, by its name or what it is; empty: bare hands",
        extra=takes_one_of("items"),
    ),
]
Distance = Annotated[
    Yards | None,
    Meta(description="Yards to the target, where the map does not show it; left out, range makes no difference"),
]
Caught = Annotated[
    tuple[CharacterRef, ...],
    Meta(description="Who else is within the Kill Radius, by handle or id, besides those the map shows there"),
]

Area = Annotated[str, Meta(description="The area of the map that they go to, by its name; empty: none")]
Across = Annotated[int | None, Meta(description="The column of a square on the map, a yard each; only with `y`")]
Along = Annotated[int | None, Meta(description="The row of a square on the map, a yard each; only with `x`")]

Percent = Annotated[int, Meta(ge=0, le=1000, description="A percentage, as in 15")]

Stuns = Annotated[bool, Meta(description="Whether it stuns whom it hits, however little harm it does them")]
Supernatural = Annotated[
    bool, Meta(description="Whether it goes past all armor and cover, and reaches those whom nothing natural harms")
]

_ADDED: Final = "Percentage points that circumstances add to the chance of the test, or below 0 take from it"

ByCircumstances = Annotated[Number, Meta(description=_ADDED)]
UpTo100 = Annotated[int, Meta(ge=-100, le=100, description=_ADDED)]
"""The same, where no more than 100 either way makes sense."""
