"""Decisions: open questions and offers, with their owners."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from domain.aggregates import CAMPAIGN
from domain.ledger.reading.open_offers import OpenOffer
from domain.play.reading import World
from domain.visibility.audience import Viewer, may_answer
from domain.visibility.world import VisibleWorld
from domain.vocabulary.questions import Question


class OpenQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """A question or an offer of a deed. Its content is empty for everyone but its owner and the game master.

    `mine` is whether the viewer may answer it, `open` whether it is unanswered and not closed. An offer (`kind`), which
    is not `blocking`, took its default; while it is open its owner may take it by a late answer, at its `price` (empty
    where it costs nothing), `until` the end of the turn, of the encounter, of the scene, of the session, or their next
    deed. `about` is the aggregate whose play a question holds up.
    """

    deed: int
    key: str
    owner: str
    prompt: str
    options: tuple[str, ...]
    default: str
    blocking: bool
    mine: bool
    open: bool
    kind: Literal["ask", "offer"] = "ask"
    price: str = ""
    until: str = ""
    about: str = ""


def decisions(world: World, viewer: Viewer, owner: str | None = None) -> tuple[OpenQuestion, ...]:
    """The open questions of a campaign, oldest deed first; of one owner, where one is given."""
    visible = VisibleWorld(world, viewer)
    campaign: Any = world.aggregate(CAMPAIGN)
    handles = {} if campaign is None else campaign.handles
    refs = sorted({CAMPAIGN, *(handle.ref for handle in handles.values())})
    questions = [decision for ref in refs for decision in _open_at(visible, ref) if owner in (None, decision.owner)]
    return tuple(sorted(questions, key=lambda decision: (decision.deed, decision.about, decision.key)))


def offered(
    world: World, viewer: Viewer, offers: Iterable[OpenOffer], owner: str | None = None
) -> tuple[OpenQuestion, ...]:
    """The offers that are still open and that the viewer may know of: their own, the game master's all."""
    visible = VisibleWorld(world, viewer)
    questions = (decision(visible, one.question, "", is_open=True, until=one.until) for one in offers)
    return tuple(seen for seen in questions if seen is not None and seen.mine and owner in (None, seen.owner))


def decision(
    visible: VisibleWorld, question: Question, about: str, *, is_open: bool, until: str = ""
) -> OpenQuestion | None:
    """A question as the viewer may see it; None where they may not know of it."""
    seen, wording = visible.question(question, about), visible.wording.again()
    if seen is None:
        return None
    return OpenQuestion(
        deed=seen.deed,
        key=wording.label(seen.key),
        owner=seen.owner,
        prompt=wording.sentence(seen.prompt),
        options=tuple(wording.label(option) for option in seen.options),
        default=wording.label(seen.default),
        blocking=seen.blocking,
        mine=is_open and may_answer(visible.viewer, question),
        open=is_open,
        kind="ask" if seen.blocking else "offer",
        price=seen.price,
        until=until,
        about=visible.address(about) if about else "",
    )


def _open_at(visible: VisibleWorld, ref: str) -> list[OpenQuestion]:
    aggregate = visible.world.aggregate(ref)
    questions = {} if aggregate is None else aggregate.questions
    decisions = (decision(visible, question, ref, is_open=True) for _, question in sorted(questions.items()))
    return [seen for seen in decisions if seen is not None]
