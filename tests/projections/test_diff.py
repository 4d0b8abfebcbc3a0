"""A difference is told in an order that follows from the story, and from nothing that a campaign makes for itself."""

from __future__ import annotations

import re
from uuid import uuid4

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.commands import Envelope
from domain.history.points import Point
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor, viewer_of
from domain.ledger.reading.forks import ForkAwareStore
from domain.ledger.reading.points import moment
from projections.views.diff import difference
from systems.registry import load

GAMES = load(installed=[])
NAMES = ("Ada", "Bea", "Cleo", "Dora")

_OWN = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32,64}|\d{4}-\d\d-\d\dT[0-9:.]+(?:Z|\+00:00)")
"""Ids, hashes and times, which each campaign makes for itself."""

Step = tuple[str, str, str]

STEPS: st.SearchStrategy[list[Step]] = st.lists(
    st.tuples(st.sampled_from(["damage", "afflict", "score", "note"]), st.sampled_from(NAMES), st.sampled_from(NAMES)),
    min_size=1,
    max_size=8,
    unique=True,  # nothing is put twice
)


def told(steps: list[Step], *, as_gm: bool) -> str:
    """The difference that a story makes in a campaign of its own, without that campaign's own ids and times."""
    ledger = Ledger(ForkAwareStore(MemoryStore()), GAMES)
    gm, *players = (str(uuid4()) for _ in range(5))
    campaign = ledger.found("t", "freeform", gm).id
    since = ledger.store.head(campaign).entry
    for n, player in enumerate(players):
        ledger.take_part(campaign, Actor(gm, "gm"), player, "player" if n % 2 else "observer")

    def gives(type: str, **args: object) -> None:
        ledger.submit(campaign, Actor(gm, "gm"), Envelope(type=f"freeform.{type}", id=str(uuid4()), args=args))

    for n, name in enumerate(NAMES):
        gives("create_character", name=name, owners=[players[n]], tracks={"hp": {"current": 9}}, hidden=name == "Dora")
    for what, whom, about in steps:
        match what:
            case "damage":
                gives("damage", target=whom.lower(), track="hp", amount=1)
            case "afflict":
                gives("afflict", target=whom.lower(), what="marked", against=about.lower())
            case "score":
                gives("put", target=whom.lower(), component="attributes", name=about.lower(), instance={"base": 1})
            case _:
                gives("note", text=f"{whom} and {about}")
    head = ledger.heads.fresh(campaign)
    one, other = (moment(ledger.store, head, point) for point in (Point(entry=since), Point()))
    seen = difference(one, other, viewer_of(head, Actor(gm, "gm") if as_gm else Actor(players[1], "player")))
    return _OWN.sub("~", msgspec.json.encode(seen).decode())


@pytest.mark.parametrize("as_gm", [True, False])
@settings(max_examples=6, deadline=None)
@given(steps=STEPS)
def test_a_story_makes_the_same_difference_in_any_campaign(steps: list[Step], *, as_gm: bool) -> None:
    assert told(steps, as_gm=as_gm) == told(steps, as_gm=as_gm)
