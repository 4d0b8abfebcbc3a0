"""A handle that only a hidden character has is free, and what a hidden command creates is hidden."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import pytest

from domain.commands import Envelope
from domain.history.plan import RevisionRequest
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor, resolve, viewer_of
from domain.ledger.playing.references import UnknownThing
from domain.play.refusals import Refused
from domain.records.entries import EntryFilter, StoredEntry
from projections.views.entry import EntryView
from projections.views.sheet import sheet
from systems.registry import load
from tests.timelines import timeline

GM, PAT = Actor("gm", "gm"), Actor("pat", "player")


class Game:
    """A campaign in memory, in which a `hidden` character of that handle comes in secret, first."""

    def __init__(self, hidden: str = "") -> None:
        self.ledger = Ledger(MemoryStore(), load(installed=[]))
        self.id = self.ledger.found("The Long Night", "freeform", "gm").id
        self.ledger.take_part(self.id, GM, "pat", "player")
        secret = ("create_character", {"name": "Spy", "handle": hidden, "hidden": True})
        self.does(*(secret if hidden else ("note", {"text": "Nothing."})), audience="gm")

    def does(self, type: str, args: Mapping[str, object], **more: Any) -> StoredEntry:
        return self.ledger.submit(
            self.id,
            GM,
            Envelope(id=str(uuid4()), type=f"freeform.{type}", args=args, **more),  # type: ignore[arg-type]
        )

    def called(self, actor: Actor) -> dict[str, str]:
        """The handles that a member may know, each with the name of whose it is."""
        world = self.ledger.heads.fresh(self.id)
        viewer = viewer_of(world, actor)
        seen = (sheet(world, viewer, ref) for ref in world.refs())
        return {one.handle: one.name for one in seen if one is not None}

    def told(self, number: int) -> EntryView:
        world = self.ledger.heads.fresh(self.id)
        wanted = EntryFilter(after=number - 1, limit=1)
        (entry,) = timeline(
            self.ledger.store, self.id, wanted, viewer_of(world, PAT), world=world, registry=self.ledger.registry
        )
        assert isinstance(entry, EntryView)
        return entry


@pytest.mark.parametrize("wanted", ["", "spy"])
@pytest.mark.parametrize("hidden", ["spy", ""])
def test_a_handle_that_only_a_hidden_character_has_is_free(wanted: str, hidden: str) -> None:
    game = Game(hidden)
    made = game.does("create_character", {"name": "Spy"} | ({"handle": wanted} if wanted else {}))
    assert game.called(PAT) == {"spy": "Spy"}
    assert len(game.called(GM)) == (2 if hidden else 1)
    assert game.told(made.header.number).partial is False


def test_a_yielded_handle_comes_back_when_that_is_undone() -> None:
    game = Game("spy")
    made = game.does("create_character", {"name": "Spy"}).header.number
    assert sorted(game.called(GM)) == ["spy", "spy-2"]
    game.ledger.revise(game.id, GM, RevisionRequest(undo=(made,), id=str(uuid4())))
    world = game.ledger.heads.fresh(game.id)
    assert game.called(GM) == {"spy": "Spy"}
    assert resolve(world, viewer_of(world, GM), "spy", "character")


def test_one_whom_everybody_knows_does_not_yield() -> None:
    game = Game()
    game.does("create_character", {"name": "Spy"})
    game.does("create_character", {"name": "Spy", "hidden": True})
    game.does("create_character", {"name": "Spy"})
    assert sorted(game.called(PAT)) == ["spy", "spy-2"]
    with pytest.raises(Refused, match="taken"):
        game.does("create_character", {"name": "Spy", "handle": "spy"})


def test_whom_a_hidden_command_creates_nobody_knows_until_they_are_shown() -> None:
    game = Game()
    game.does("create_character", {"name": "Mole", "tracks": {"hp": 7}}, audience="gm")
    assert game.called(PAT) == {}
    with pytest.raises(UnknownThing):
        resolve(game.ledger.heads.fresh(game.id), viewer_of(game.ledger.heads.fresh(game.id), PAT), "mole", "")
    game.does("describe", {"target": "mole", "hidden": False})
    assert game.called(PAT) == {"mole": "Mole"}
    world = game.ledger.heads.fresh(game.id)
    shown = sheet(world, viewer_of(world, PAT), resolve(world, viewer_of(world, PAT), "mole", ""))
    assert shown is not None
    assert list(shown.tracks) == ["hp"]


def test_what_a_hidden_command_puts_on_a_character_is_hidden() -> None:
    game = Game()
    game.does("create_character", {"name": "Ada"})
    game.does("afflict", {"target": "ada", "what": "cursed"}, audience="gm")
    game.does("afflict", {"target": "ada", "what": "prone"})
    world = game.ledger.heads.fresh(game.id)
    seen = [
        sheet(world, viewer, resolve(world, viewer, "ada", ""))
        for viewer in (viewer_of(world, PAT), viewer_of(world, GM))
    ]
    assert [[each["what"] for each in one.conditions.values()] for one in seen if one is not None] == [
        ["prone"],
        ["cursed", "prone"],
    ]
