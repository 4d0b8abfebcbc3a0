"""Answers about play, written from the OpenAPI document of the service."""

from __future__ import annotations

import msgspec

from retcon_client.answers.entries import EntryView
from retcon_client.answers.shared import OpenQuestion
from retcon_client.kinds import Entry


class BatchView(msgspec.Struct, frozen=True, kw_only=True):
    """The entries of a batch, in order; a dry run lists the entries that the batch would write."""

    entries: tuple[Entry, ...]


class Became(msgspec.Struct, frozen=True, kw_only=True):
    """An entry whose status a change of the past has set, and the status that it has now."""

    entry: int
    status: str


class CampaignCommand(msgspec.Struct, frozen=True, kw_only=True):
    """A command in the list of a campaign. `fit` is when the caller gives it, and `because` says why not now. `slots`
    is how many downtime slots it takes, null where its game does not say.
    """

    type: str
    title: str
    summary: str
    by: str
    option: str
    rules: tuple[str, ...]
    chapters: tuple[str, ...]
    fit: str
    because: str
    slots: int | None


class DecisionNews(msgspec.Struct, frozen=True, kw_only=True):
    """An entry's effect on a decision, and the decision as it stands now. opened: the question is open. offered: it
    took its default, and may be taken later. answered: by its owner, by the game master or with its default.
    withdrawn: a revision removed the question.
    """

    entry: int
    change: str
    decision: OpenQuestion


class Ending(msgspec.Struct, frozen=True, kw_only=True):
    """Why a stream ends: a word for programs, a sentence for people."""

    reason: str
    detail: str


class Resource(msgspec.Struct, frozen=True, kw_only=True):
    """Something to read again: `path` is its address below the campaign's. `name` is a grid's own name, else empty."""

    kind: str
    ref: str
    handle: str
    path: str
    name: str


class RevisionNews(msgspec.Struct, frozen=True, kw_only=True):
    """A revision: its entry, the views to read again, and the earlier entries that it changed. A board is also listed
    where a participant of the encounter has changed.
    """

    entry: EntryView
    resources: tuple[Resource, ...]
    entries: tuple[Became, ...]
