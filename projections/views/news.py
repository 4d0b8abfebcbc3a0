"""News: an entry's effects for a client that follows the ledger, as one viewer may see them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal
from uuid import UUID

import msgspec

from domain.aggregates import CAMPAIGN, Enclave, Encounter, Slot
from domain.ledger.reading.heads import HeadWorld
from domain.records.chain import decode_restatements
from domain.records.entries import GONE, EntryFilter, Status
from domain.records.store import Store
from domain.system import Registry
from domain.visibility.audience import Viewer
from domain.visibility.world import RemovedInstances
from domain.vocabulary.questions import Question
from projections.reader import Reader
from projections.views.entry import EntryView, HiddenEntry
from projections.views.questions import OpenQuestion, decision
from projections.views.timeline import read_entries


class DecisionNews(msgspec.Struct, frozen=True, kw_only=True):
    """An entry's effect on a decision, and the decision as it stands now.

    opened: the question is open. offered: it took its default, and may be taken later. answered: by its owner, by the
    game master or with its default. withdrawn: a revision removed the question.
    """

    entry: int
    change: Literal["opened", "offered", "answered", "withdrawn"]
    decision: OpenQuestion


class Resource(msgspec.Struct, frozen=True, kw_only=True):
    """Something to read again: `path` is its address below the campaign's. `name` is a grid's own name, else empty."""

    kind: Literal["campaign", "sheet", "board", "group", "roster", "grid"]
    ref: str
    handle: str
    path: str
    name: str = ""


class Became(msgspec.Struct, frozen=True):
    """An entry whose status a change of the past has set, and the status that it has now."""

    entry: int
    status: Status


class RevisionNews(msgspec.Struct, frozen=True, kw_only=True):
    """A revision: its entry, the views to read again, and the earlier entries that it changed.

    A board is also listed where a participant of the encounter has changed.
    """

    entry: EntryView
    resources: tuple[Resource, ...]
    entries: tuple[Became, ...]


class News(msgspec.Struct, frozen=True, kw_only=True):
    """The news of one entry. A hidden entry's news is its stub."""

    entry: int
    decisions: tuple[DecisionNews, ...]
    told: EntryView | HiddenEntry | RevisionNews

    @property
    def events(self) -> list[tuple[str, Any]]:
        """The events of the entry for a client, by name and in order: its effects on decisions, then the entry or revision."""
        name = "revision" if isinstance(self.told, RevisionNews) else "entry"
        return [*(("decision", moved) for moved in self.decisions), (name, self.told)]


class Newsreader:
    """Tells one viewer what the entries of a campaign brought, up to the one at which `world` stands."""

    def __init__(self, store: Store, world: HeadWorld, viewer: Viewer, registry: Registry) -> None:
        self._store, self._world = store, world
        self._bygones = RemovedInstances(store, world.campaign)
        self._reader = Reader(world, viewer, registry, self._bygones)

    def after(self, entry: int, limit: int) -> list[News]:
        """The news of the entries after that one, the oldest first, of at most so many."""
        page = self._store.entries(self._campaign, EntryFilter(after=entry, limit=limit), self.head)
        return [self._news(view) for view in read_entries(self._store, self._campaign, page, self._reader, self.head)]

    @property
    def _campaign(self) -> UUID:
        return self._world.campaign

    @property
    def head(self) -> int:
        """The entry at which the world stands."""
        return self._world.head.entry

    def _news(self, view: EntryView | HiddenEntry) -> News:
        if isinstance(view, HiddenEntry):
            return News(entry=view.entry, decisions=(), told=view)
        content = self._revision(view) if view.kind == "revision" else view
        gone = (
            view.status in GONE and view.kind == "play"
        )  # what a withdrawn revision had moved, its withdrawal moves back
        decisions = () if gone else tuple(self._decisions(view))
        return News(entry=view.entry, decisions=decisions, told=content)

    def _decisions(self, view: EntryView) -> Iterator[DecisionNews]:
        for asked in view.decisions:
            yield DecisionNews(entry=view.entry, change="opened" if asked.blocking else "offered", decision=asked)
        for ref, name, change in self._moved(view):
            seen = self._decision(ref, name)
            if seen is not None:
                yield DecisionNews(entry=view.entry, change=change, decision=seen)

    def _moved(self, view: EntryView) -> Iterator[tuple[str, str, Literal["opened", "answered", "withdrawn"]]]:
        """The questions that an entry answered or, as a change of the past, asked or no longer asks."""
        for event in view.events:
            if event["type"] == "question_answered":
                yield event["aggregate_id"], event["name"], "answered"
        for ref, values in _corrections(view):
            for slot, value in values.items():
                if slot.component == "questions":
                    yield ref, slot.name, "withdrawn" if value is None else "opened"

    def _decision(self, ref: str, name: str) -> OpenQuestion | None:
        """A question that is or was asked there, as far as the viewer may know of it."""
        aggregate = self._world.aggregate(ref)
        now = None if aggregate is None else aggregate.questions.get(name)
        question = now or self._bygones(ref).get(Slot("questions", name))
        if not isinstance(question, Question):
            return None
        return decision(self._reader.visible, question, ref, is_open=now is not None)

    def _revision(self, view: EntryView) -> RevisionNews:
        changed = {ref: values for ref, values in _corrections(view) if self._reader.visible.knows(ref)}
        resources = [resource for ref, values in changed.items() for resource in self._resources(ref, values)]
        boards = [self._resource("board", ref) for ref in self._boards(changed.keys())]
        rosters = [self._resource("roster", ref) for ref in self._rosters(changed.keys())]
        return RevisionNews(
            entry=view,
            resources=tuple(dict.fromkeys([*resources, *boards, *rosters])),
            entries=tuple(self._became(view)),
        )

    def _resources(self, ref: str, values: Mapping[Slot, Any]) -> Iterator[Resource]:
        """Yield the views that show these instances of an aggregate."""
        match ref.partition("/")[0]:
            case "character":
                yield self._resource("sheet", ref)
            case "encounter":
                yield self._resource("board", ref)
            case "enclave":
                yield self._resource("group", ref)
                if any(slot.component in ("followers", "formulas", "modifiers") for slot in values):
                    yield self._resource("roster", ref)
                for name in sorted({_grid(slot) for slot in values if slot.component in ("grids", "cells")}):
                    yield self._resource("grid", ref, name)
            case _:
                yield Resource(kind="campaign", ref=CAMPAIGN, handle="", path="")

    def _resource(
        self, kind: Literal["sheet", "board", "group", "roster", "grid"], ref: str, name: str = ""
    ) -> Resource:
        called = self._reader.names.of(ref)
        handle = called.handle if called else ""
        return Resource(kind=kind, ref=ref, handle=handle, path=_PATHS[kind].format(handle, name), name=name)

    def _rosters(self, changed: Iterable[str]) -> list[str]:
        """The groups of any of these characters whose followers count against a cap: it may go by a member's sheet."""
        return self._concerned(changed, "enclave", self._led_by)

    def _led_by(self, ref: str) -> set[str]:
        enclave = self._reader.visible.aggregate(ref)
        if not isinstance(enclave, Enclave) or not any(follower.cap for follower in enclave.followers.values()):
            return set()
        return {member.character for member in enclave.members.values()}

    def _boards(self, changed: Iterable[str]) -> list[str]:
        """The encounters in which any of these characters stands or acts."""
        return self._concerned(changed, "encounter", self._participants)

    def _concerned(self, changed: Iterable[str], kind: str, of: Callable[[str], set[str]]) -> list[str]:
        """The aggregates of a kind, by handle, `of` which any of these characters is a part."""
        characters = {ref for ref in changed if ref.startswith("character/")}
        campaign: Any = self._world.aggregate(CAMPAIGN)
        if not characters or campaign is None:
            return []
        refs = [handle.ref for _, handle in sorted(campaign.handles.items()) if handle.kind == kind]
        return [ref for ref in refs if characters & of(ref)]

    def _participants(self, ref: str) -> set[str]:
        encounter = self._reader.visible.aggregate(ref)
        if not isinstance(encounter, Encounter):
            return set()
        turns = {who for turn in encounter.order.values() for who in (turn.subject, *turn.members)}
        return turns | {position.subject for position in encounter.positions.values()}

    def _became(self, revision: EntryView) -> Iterator[Became]:
        """The entries that a revision made something of, as far as the viewer sees more of them than a stub."""
        (raw,) = self._store.raw(self._home(revision.entry), revision.entry - 1, 1)
        withdrawn = None if revision.revision is None else revision.revision.withdraws
        restated = {made.entry for made in decode_restatements(raw.restatements)}
        numbers = sorted(restated.union(self._switched(withdrawn)))
        entries = [self._store.entry(self._campaign, number, self.head) for number in numbers]
        page = [stored for stored in entries if stored is not None]
        hidden: set[int] = set()
        if not self._reader.viewer.is_gm:
            views = read_entries(self._store, self._campaign, page, self._reader, self.head)
            hidden = {view.entry for view in views if isinstance(view, HiddenEntry)}
        yield from (Became(s.header.number, s.status) for s in page if s.header.number not in hidden)

    def _switched(self, withdrawn: int | None) -> Iterator[int]:
        """The revisions that a withdrawal switches off and on: the one withdrawn, what that had withdrawn, and so on."""
        while withdrawn is not None:
            yield withdrawn
            stored = self._store.entry(self._campaign, withdrawn, self.head)
            withdrawn = stored.header.revision.withdraws if stored and stored.header.revision else None

    def _home(self, entry: int) -> UUID:
        """The campaign in which an entry lies: a fork shares its first ones with the campaign that it left."""
        row = self._store.campaign(self._campaign)
        while row.forked_from is not None and row.forked_known_at is not None and entry <= row.forked_known_at:
            row = self._store.campaign(row.forked_from)
        return row.id


_PATHS = {
    "sheet": "characters/{0}",
    "board": "encounters/{0}",
    "group": "enclaves/{0}",
    "roster": "enclaves/{0}/roster",
    "grid": "enclaves/{0}/grids/{1}",
}
"""The address of each kind of view, by handle and name."""


def _corrections(view: EntryView) -> Iterator[tuple[str, dict[Slot, Any]]]:
    """Yield the values that a revision set in each aggregate: whole instances, or None where one was removed."""
    for event in view.events:
        if event["type"] == "corrected":
            yield event["aggregate_id"], {Slot(*at.split(".", 1)): value for at, value in event["values"].items()}


def _grid(slot: Slot) -> str:
    """The grid that an instance is of: cells are called `<grid>/<row>/<column>`."""
    return slot.name if slot.component == "grids" else slot.name.rsplit("/", 2)[0]
