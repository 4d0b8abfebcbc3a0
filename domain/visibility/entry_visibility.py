"""How much of an entry a viewer may know: beyond its events, its command, its reason, its dice and its refusal.

A game master's words may speak of what only they know. They are shown to others only where everything the entry did is
shown whole; where part of it is hidden, only the visible events are left, and where all of it is, a stub. What a player
said others may read, though it did something to a sheet they may not see, but not where it did something in secret.
That a command was refused after dice were drawn everybody sees, with the dice of its open rolls.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from domain.commands import Envelope
from domain.dice.tape import Die
from domain.records.entries import Header, Restatement
from domain.visibility.audience import may_see
from domain.visibility.event_views import EventView
from domain.visibility.world import VisibleWorld


class EntryVisibility(msgspec.Struct, frozen=True, kw_only=True):
    """`hidden`: nothing but number and digest. `words`: its command, free texts and refusal. `whole`: what it cites and
    overruled as well. `private`: what belongs to whoever gave the command: answers, and dice that no visible roll has."""

    hidden: bool
    words: bool
    whole: bool
    private: bool


ALL = EntryVisibility(hidden=False, words=True, whole=True, private=True)
NOTHING = EntryVisibility(hidden=True, words=False, whole=False, private=False)


def entry_visibility(
    visible: VisibleWorld, header: Header, restated: Restatement | None, seen: Sequence[EventView]
) -> EntryVisibility:
    """What the viewer may know of an entry whose events they see like this. It is for whom the command in force is for:
    an amendment may tell it to others, or to fewer."""
    viewer = visible.viewer
    if viewer.is_gm:
        return ALL
    own = header.member == viewer.member and not header.by_gm
    amended = None if restated is None else restated.envelope
    if not own and not may_see(viewer, header.audience if amended is None else amended.audience):
        return NOTHING
    players = not header.by_gm and amended is None
    sealed = any(die.seed == "sealed" for die in (*header.tape, *(restated.tape if restated else ())))
    secret = sealed or any(one.event is None and visible.sees_sheet(one.happening.ref) for one in seen)
    open_words = players or (bool(seen) and _names_nothing_hidden(visible, amended or header.envelope))
    whole = not sealed and all(one.is_whole for one in seen) and open_words
    words = whole or (players and (own or not secret))
    nothing_seen = all(one.event is None for one in seen) and (bool(seen) or header.kind == "play")
    drawn_in_vain = header.status == "refused" and bool(open_dice(header.tape, own=own))
    hidden = nothing_seen and not (own or words or drawn_in_vain)
    return EntryVisibility(hidden=hidden, words=words, whole=whole, private=own)


def open_dice(tape: Iterable[Die], *, own: bool) -> tuple[Die, ...]:
    """The dice of a refused entry that a player sees: every die of an open seed, so that nobody tries again and again in
    secret until the dice fit; one's `own` typed dice as well."""
    return tuple(die for die in tape if die.seed == "open" or (own and die.seed != "sealed"))


def _names_nothing_hidden(visible: VisibleWorld, envelope: Envelope | None) -> bool:
    """Whether all that a command names is the viewer's to know: of how many others it speaks is a secret as well."""
    return envelope is None or visible.wording.is_open(envelope.args)
