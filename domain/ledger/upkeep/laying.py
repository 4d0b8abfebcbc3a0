"""Founding a campaign with a whole history, however long: it appears when all of it is written, or never.

Entries that are played into the draft are handed to the store page by page, and only the states stay in memory. So a
million entries need little more of it than a thousand.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final

from domain.ledger.playing.draft import Draft
from domain.records.entries import Head, RawEntry
from domain.records.rows import Entropy, Sealer, root
from domain.records.store import Stale, Store

PAGE: Final = 500
"""The number of entries that are drafted before they are handed to the store."""


def lay_down(store: Store, draft: Draft, played: Iterable[object], entropy: Entropy = secrets.token_bytes) -> Head:
    """Write the campaign that a draft founds, with all that is played into it meanwhile; return its head.

    `played` plays a few commands into the draft whenever it is asked for the next. Its errors come through, and nothing
    is written then. A command cannot answer a question of an entry of an earlier page.

    Raises CampaignExists, DoesNotFit.
    """
    founding = draft.founding
    assert founding is not None, "the draft founds a campaign"
    sealer = Sealer(root(founding), entropy)

    def entries() -> Iterator[RawEntry]:
        for _ in played:
            if len(draft.drafted) >= PAGE:
                yield from sealer.sealed(draft.hand_over())
        yield from sealer.sealed(draft.hand_over())

    # What stands at the end is only known when the entries have come: these are asked for then.
    head = store.restore(founding, entries(), draft.states(), draft.seeds)
    with suppress(Stale):  # who changes its past already has others made than these
        store.replace_checkpoints(draft.campaign, head.entry, draft.checkpoints, ())
    return head
