"""The parts of an entry that a viewer may see, beside its events: its command, its reason, its dice and its refusal.

A game master's words may speak of what only they know. Others read them only where they see all that the entry did. Where
they see part of it, only the visible events are left; where they see nothing of it, a stub. Others read what a player said,
even where it changed a sheet that they may not see, but not where it did something in secret. Everybody sees that a command
was refused after dice were drawn, with the dice of its open rolls.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from domain.commands import Envelope
from domain.records.entries import Header, Restatement
from domain.visibility.audience import may_see
from domain.visibility.event_views import EventView
from domain.visibility.visible_dice import open_dice
from domain.visibility.world import VisibleWorld
from domain.vocabulary.questions import QuestionAnswered


class EntryVisibility(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of an entry that a viewer may see.

    `hidden`: nothing but its number and digest. `words`: its command, free texts and refusal. `args`: the fields of its
    command, which of an answer are its giver's. `whole`: the rules it cites and overruled as well. `private`: the parts for
    the giver of the command: answers, and dice that no visible roll has.
    """

    hidden: bool
    words: bool
    args: bool
    whole: bool
    private: bool


ALL = EntryVisibility(hidden=False, words=True, args=True, whole=True, private=True)
NOTHING = EntryVisibility(hidden=True, words=False, args=False, whole=False, private=False)


def entry_visibility(
    visible: VisibleWorld, header: Header, restated: Restatement | None, seen: Sequence[EventView]
) -> EntryVisibility:
    """Decide what the viewer may know of an entry whose events they see as `seen`.

    The entry is for the audience of the command in force: an amendment may tell it to others, or to fewer.
    """
    viewer = visible.viewer
    if viewer.is_gm:
        return ALL
    own = header.member == viewer.member and not header.by_gm
    amended = None if restated is None else restated.envelope
    if not own and not may_see(viewer, header.audience if amended is None else amended.audience):
        return NOTHING
    players = not header.by_gm and amended is None
    sealed = any(die.seed == "sealed" for die in (*header.tape, *(restated.tape if restated else ())))
    secret = sealed or any(one.event is None and visible.sees_sheet(one.original.ref) for one in seen)
    open_words = players or (bool(seen) and _names_nothing_hidden(visible, amended or header.envelope))
    whole = not sealed and all(one.is_whole for one in seen) and open_words
    words = whole or (players and (own or not secret))
    nothing_seen = all(one.event is None for one in seen) and (bool(seen) or header.kind == "play")
    drawn_in_vain = header.status == "refused" and bool(open_dice(header.tape, own=own))
    hidden = nothing_seen and not (own or words or drawn_in_vain)
    args = words and (own or header.answers is None)
    return EntryVisibility(hidden=hidden, words=words, args=args, whole=whole, private=own)


def _names_nothing_hidden(visible: VisibleWorld, envelope: Envelope | None) -> bool:
    """Whether the viewer may know of everything that a command names."""
    return envelope is None or visible.wording.names_nobody_hidden(envelope.args)


def with_own_choice(visible: VisibleWorld, header: Header, seen: list[EventView]) -> list[EventView]:
    """Return the events of an entry with the answer in it shown whole to the viewer who gave it."""
    if header.answers is None or header.by_gm or header.member != visible.viewer.member:
        return seen
    answered = (isinstance(one.original.event, QuestionAnswered) for one in seen)
    return [
        EventView(one.original, one.original.event) if own else one for one, own in zip(seen, answered, strict=True)
    ]
