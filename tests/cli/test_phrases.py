"""Events as a line of a log tells them."""

from __future__ import annotations

from typing import Any

import pytest

from api.cli.phrases import told
from projections.names import Name

NAMES = {"character/c-7": Name(ref="character/c-7", handle="ilse", name="Ilse")}


def noted(**fields: Any) -> dict[str, Any]:
    return {
        "type": "noted",
        "name": "npc-action",
        "aggregate": "character/ilse",
        "aggregate_id": "character/c-7",
        **fields,
    }


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (noted(data={"what": "Climb", "slots": 3}), "Ilse: npc action (Climb, slots 3)"),
        (noted(data={"what": "Climb", "target": "character/c-7"}), "Ilse: npc action (Climb, target Ilse)"),
        (noted(), "Ilse: npc action"),
        (noted(text="Up the drainpipe.", data={"slots": 3}), "“Up the drainpipe.”"),
    ],
)
def test_a_note_says_what_it_is_of_and_one_with_words_just_those(event: dict[str, Any], line: str) -> None:
    assert told(event, NAMES) == line


def test_bug_an_intent_that_somebody_announced_is_no_anchor() -> None:
    intent = {"kind": "downtime", "what": "toy.rest", "by": "95722ae6-9181-4953-88d2-85f37c8c2400"}
    event = {"type": "intent_announced", "name": "downtime/1/1", "intent": intent}
    assert "toy.rest" in told(event | {"aggregate": "character/ilse", "aggregate_id": "character/c-7"}, NAMES)
