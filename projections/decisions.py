"""Decisions: what is being asked, and of whom."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.campaign import CAMPAIGN
from domain.components.creature import Question
from domain.play.reading import World
from domain.sight import Viewer, seen_instance
from domain.vantage import Vantage
from domain.wording import Wording
from projections.names import Names


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """A question of a deed. What is asked stands empty for everybody but its owner and the game master.

    `mine` is whether the viewer may answer it, `open` whether nobody has yet; one that is not `blocking` is an offer
    that took its default. `about` is the aggregate whose play it holds up.
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
    about: str = ""


def decisions(world: World, viewer: Viewer, owner: str | None = None) -> tuple[Decision, ...]:
    """The open questions of a campaign, oldest deed first; of one owner, where one is given."""
    vantage = Vantage(world, viewer)
    campaign: Any = world.aggregate(CAMPAIGN)
    handles = {} if campaign is None else campaign.handles
    refs = sorted({CAMPAIGN, *(handle.ref for handle in handles.values())})
    found = [decision for ref in refs for decision in _open_at(vantage, ref) if owner in (None, decision.owner)]
    return tuple(sorted(found, key=lambda decision: (decision.deed, decision.about, decision.key)))


def decision(vantage: Vantage, question: Question, about: str, *, is_open: bool) -> Decision | None:
    """A question as the viewer may see it; None where they may not know of it."""
    seen, wording = seen_instance(vantage.viewer, question), Wording(vantage)
    asked = vantage.viewer.is_gm or question.owner == vantage.viewer.member
    if not isinstance(seen, Question) or not (asked or vantage.knows(about)):
        return None
    return Decision(
        deed=seen.deed,
        key=wording.label(seen.key),
        owner=seen.owner,
        prompt=wording.sentence(seen.prompt),
        options=tuple(wording.label(option) for option in seen.options),
        default=wording.label(seen.default),
        blocking=seen.blocking,
        mine=asked and is_open,
        open=is_open,
        about=Names(vantage).address(about) if about else "",
    )


def _open_at(vantage: Vantage, ref: str) -> list[Decision]:
    aggregate = vantage.world.aggregate(ref)
    questions = {} if aggregate is None else aggregate.questions
    found = (decision(vantage, question, ref, is_open=True) for _, question in sorted(questions.items()))
    return [seen for seen in found if seen is not None]
