"""A campaign on a ledger in memory, played in the game's notation: `table.gm("damage", target="ramjet", amount=3)`."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from domain.commands import Envelope
from domain.history.plan import RevisionRequest
from domain.history.points import parse_point
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor, viewer_of
from domain.ledger.reading.points import Moment, moment
from domain.play.reading import World
from domain.records.entries import EntryFilter
from domain.system import Registry
from domain.visibility.audience import Viewer
from domain.visibility.world import RemovedInstances
from projections.reader import Reader
from projections.views.entry import EntryView, HiddenEntry
from projections.views.explain import Explanation, explain
from projections.views.history import History, history
from projections.views.plans import PlanView, plan_view
from projections.views.timeline import one_entry
from systems.freeform import SYSTEM
from tests.timelines import timeline

ENVELOPE = {"encounter", "dice", "responses", "reason", "force", "audience", "dice_source"}


class Table:
    """Game master `gm`, players `ana` (who plays Ramjet) and `ben`, observer `olaf`."""

    def __init__(self, **options: Any) -> None:
        clock = datetime(2031, 5, 1, tzinfo=UTC)
        ticks = iter(range(1_000_000))
        self.registry = Registry(SYSTEM, ())
        self.ledger = Ledger(MemoryStore(), self.registry, lambda: clock + timedelta(seconds=next(ticks)))
        self.store = self.ledger.store
        self.campaign: UUID = self.ledger.found("Ash Street", "freeform", "gm", options).id
        gm = Actor("gm", "gm")
        for member in ("ana", "ben"):
            self.ledger.take_part(self.campaign, gm, member, "player")
        self.ledger.take_part(self.campaign, gm, "olaf", "observer")
        self.gm("create_character", name="Ramjet", owners=["ana"], tracks={"hp": {"current": 10, "maximum": 12}})

    def gm(self, kind: str, /, **args: Any) -> int:
        """The game master gives a command; the number of its entry."""
        return self.give(Actor("gm", "gm"), kind, **args)

    def ana(self, kind: str, /, **args: Any) -> int:
        """Ana gives a command."""
        return self.give(Actor("ana", "player"), kind, **args)

    def ben(self, kind: str, /, **args: Any) -> int:
        """Ben gives a command."""
        return self.give(Actor("ben", "player"), kind, **args)

    def give(self, actor: Actor, kind: str, /, **args: Any) -> int:
        stored = self.ledger.submit(self.campaign, actor, self.envelope(kind, **args))
        return stored.header.number

    def envelope(self, kind: str, /, **args: Any) -> Envelope:
        around = {key: args.pop(key) for key in ENVELOPE & args.keys()}
        args = {key.rstrip("_"): value for key, value in args.items()}
        return Envelope(type=f"freeform.{kind}", id=str(uuid4()), args=args, **around)

    @property
    def world(self) -> World:
        return self.ledger.heads.fresh(self.campaign)

    def viewer(self, member: str) -> Viewer:
        role: Any = {"gm": "gm", "olaf": "observer"}.get(member, "player")
        return viewer_of(self.world, Actor(member, role))

    def ref(self, handle: str) -> str:
        campaign: Any = self.world.aggregate("campaign/self")
        return str(campaign.handles[handle].ref)

    def at(self, as_of: str | None = None, view: str | None = None, known_at: int | None = None) -> Moment:
        return moment(self.store, self.ledger.heads.fresh(self.campaign), parse_point(as_of, view, known_at))

    def entry(self, number: int, member: str = "gm") -> EntryView:
        """An entry as a member sees it, who must see it."""
        view = self.peek(number, member)
        assert isinstance(view, EntryView)
        return view

    def peek(self, number: int, member: str = "gm") -> EntryView | HiddenEntry:
        view = one_entry(
            self.store, self.campaign, number, self.viewer(member), world=self.world, registry=self.registry
        )
        assert view is not None
        return view

    def timeline(
        self, member: str = "gm", /, known_at: int | None = None, **wanted: Any
    ) -> list[EntryView | HiddenEntry]:
        return timeline(
            self.store,
            self.campaign,
            EntryFilter(**wanted),
            self.viewer(member),
            world=self.world,
            registry=self.registry,
            known_at=known_at,
        )

    def why(self, handle: str, path: str, member: str = "gm", at: Moment | None = None) -> Explanation | None:
        return explain(
            self.store,
            self.campaign,
            self.viewer(member),
            self.ref(handle),
            path,
            moment=at or self.at(),
            registry=self.registry,
        )

    def history(self, handle: str, member: str = "gm", **page: Any) -> History | None:
        return history(
            self.store,
            self.campaign,
            self.viewer(member),
            self.ref(handle),
            moment=self.at(),
            registry=self.registry,
            **page,
        )

    def revise(self, member: str = "gm", **request: Any) -> int:
        """A change of the past; the number of its entry."""
        wanted = RevisionRequest(id=str(uuid4()), **request)
        stored = self.ledger.revise(self.campaign, self.actor(member), wanted)[1]
        assert stored is not None
        return stored.header.number

    def plan(self, viewer: str = "gm", member: str = "gm", **request: Any) -> PlanView:
        """A plan that one member makes, as another one would see it."""
        wanted = RevisionRequest(id=str(uuid4()), **request)
        plan = self.ledger.plan(self.campaign, self.actor(member), wanted)
        stored = (self.store.entry(self.campaign, planned.entry) for planned in plan.entries)
        headers = {view.header.number: view.header for view in stored if view is not None}
        reader = Reader(self.world, self.viewer(viewer), self.registry, RemovedInstances(self.store, self.campaign))
        return plan_view(plan, reader, headers)

    def actor(self, member: str) -> Actor:
        return Actor(member, "gm" if member == "gm" else "player")
