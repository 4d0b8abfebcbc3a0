"""Commands that are sent together: all of them are played, or none.

Only what a die has shown cannot be taken back. Where a command is refused after the server rolled, the entries before it
stand and the rest is not played: so nobody can send a batch again and again until its dice fit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from domain.commands import Envelope
from domain.ledger.playing.acceptance import NotAllowed, UnknownThing
from domain.ledger.playing.deciding import HeadMoved
from domain.ledger.playing.draft import Draft
from domain.play.given import BadCommand
from domain.play.refusals import Refused
from domain.system import UnknownCommand

STOPPING = (Refused, BadCommand, UnknownCommand, UnknownThing, NotAllowed, HeadMoved)
"""The reasons for which a command is not carried out."""


class BatchStopped(Exception):
    """A command of a batch was not carried out after the server had rolled.

    `cause` is why. `standing` are the entries of the batch that stand; of that command and the rest nothing was written.
    """

    slug = "batch-stopped"

    def __init__(self, cause: Exception, standing: Sequence[int]) -> None:
        self.cause = cause
        self.standing = tuple(standing)
        super().__init__(str(cause))


def play_in_order(draft: Draft, envelopes: Sequence[Envelope], play: Callable[[Envelope], None]) -> Exception | None:
    """Play commands into a draft, up to the first that is not carried out.

    Returns why that one was not, where the server had rolled for those before it; None where all were played, or the
    last one is drafted as refused with its own dice. Raises the reason, and drafts nothing, where no die had fallen.
    """
    for envelope in envelopes:
        before = draft.savepoint()
        try:
            play(envelope)
        except STOPPING as error:
            draft.roll_back(before)
            if not draft.drew_server:
                raise
            return error
        if draft.refused:
            return None
    return None
