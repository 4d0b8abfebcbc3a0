"""Whatever is done to, by or about a hidden character, in any game: no answer to anybody else holds their name or handle.

The example of every command is played twice with each of the game's own people in secret: once in their place, once in the
place of a player's character, so that they attack, hold, witness and are dealt with in turn. Then all that a player and an
observer can be told is searched: every entry, decision, sheet, board and group, and every refusal, also that of the same
command tried by the player. The normal run takes some of the commands, `make soak` all; it prints what it searched.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final
from uuid import uuid4

import msgspec
import pytest

from domain.commands import Envelope
from domain.examples import ExampleStep
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor, NotAllowed, viewer_of
from domain.ledger.playing.references import UnknownThing
from domain.play.deed import BadCommand
from domain.play.refusals import Refused
from domain.records.entries import EntryFilter
from domain.system import System
from domain.visibility.world import RemovedInstances
from projections.reader import Reader
from projections.views.board import board
from projections.views.group import group
from projections.views.preview import drafted_views
from projections.views.questions import decisions
from projections.views.sheet import sheet
from tests.games.casting import named, renamed
from tests.games.own import GAMES, REGISTRY, TYPES
from tests.timelines import timeline

GM, PAT, OLGA = Actor("gm", "gm"), Actor("pat", "player"), Actor("olga", "observer")
SECRET: Final = "Zzjudge"
EVERY: Final = 20
"""The normal run takes one command in so many."""


class Masquerade:
    """A game in which one of its own people is hidden, under a name that can be found wherever it is told."""

    def __init__(self, system: System, who: str) -> None:
        self.system = system
        self.ledger = Ledger(MemoryStore(), REGISTRY)
        self.id = self.ledger.found("Masquerade", system.id, "gm", {"dice": "server"}).id
        for actor in (PAT, OLGA):
            self.ledger.take_part(self.id, GM, actor.member, actor.role)
        self.told: list[str] = []
        names = named(who, SECRET)
        for step in system.examples.setup:
            self.give(step.type, renamed(step.args, names))
            if step.args.get("name") == who:
                self.give("freeform.describe", {"target": SECRET.lower(), "hidden": True})

    def give(self, type: str, args: dict[str, Any]) -> None:
        """A command of the game master's, which may be refused; what a player would be told of that is kept."""
        envelope = Envelope(id=str(uuid4()), type=type, args=args)
        try:
            self.ledger.submit(self.id, GM, envelope)
        except Refused as refused:
            self.told.append(self.reader(PAT).visible.wording.refusal_sentence(refused.player, refused.missing))
        except (UnknownThing, BadCommand):  # nothing has come to be under that name, as the example has it
            return

    def tried(self, type: str, args: dict[str, Any]) -> None:
        """A dry run of a player's."""
        envelope = Envelope(id=str(uuid4()), type=type, args=args)
        reader = self.reader(PAT)
        try:
            drafted = self.ledger.preview(self.id, PAT, [envelope])
        except Refused as refused:
            reader.visible.wording.reword(refused)
            self.told.append(f"{refused} {refused.missing}")
        except (UnknownThing, BadCommand, NotAllowed):  # told in words that the sender brought along
            return
        else:
            seen = drafted_views(drafted, reader.viewer, world=reader.world, registry=REGISTRY)
            self.told += [msgspec.json.encode(view).decode() for view in seen]

    def reader(self, actor: Actor) -> Reader:
        world = self.ledger.heads.fresh(self.id)
        return Reader(world, viewer_of(world, actor), REGISTRY, RemovedInstances(self.ledger.store, self.id))

    def answers(self) -> Iterator[str]:
        """All that players and observers can be told."""
        yield from self.told
        for actor in (PAT, OLGA):
            reader = self.reader(actor)
            world, viewer = self.ledger.heads.fresh(self.id), reader.viewer
            wanted = EntryFilter(limit=500)
            views: list[Any] = [
                *timeline(self.ledger.store, self.id, wanted, viewer, world=world, registry=REGISTRY),
                *decisions(world, viewer),
            ]
            for ref in world.refs():
                of = {"character": sheet, "encounter": board, "enclave": group}.get(ref.partition("/")[0])
                views.append(of and of(world, viewer, ref))
            yield from (msgspec.json.encode(view).decode() for view in views)


def casts(system: System) -> Iterator[tuple[str, dict[str, str]]]:
    """Who is hidden, and what the names of the example become: their own alone, and swapped with a player's character."""
    made = [step.args for step in system.examples.setup if step.type.endswith(".create")]
    hero = next(args["name"] for args in made if args.get("owners"))
    for who in (args["name"] for args in made if not args.get("owners")):
        yield who, named(who, SECRET)
        yield who, named(hero, SECRET) | named(who, hero)


def leaks(system: System, type: str) -> tuple[int, list[str]]:
    """How many answers were searched after the example of a command, and what was found in them."""
    searched, leaked = 0, []
    before = (*system.examples.before(type), ExampleStep(type=type, args=dict(system.kinds[type].example)))
    for who, names in casts(system):
        game = Masquerade(system, who)
        for step in before:
            if step.type == type:
                known = {name: other for name, other in names.items() if other.lower() != SECRET.lower()}
                game.tried(type, renamed(step.args, known))
            game.give(step.type, renamed(step.args, names))
        for answer in game.answers():
            searched += 1
            at = answer.lower().find(SECRET.lower())
            leaked += [f"{type}, {who} hidden: …{answer[max(0, at - 80) : at + 60]}…"] if at >= 0 else []
    return searched, leaked


@pytest.mark.parametrize(("system", "type"), TYPES[::EVERY], ids=[type for _, type in TYPES[::EVERY]])
def test_nobody_hidden_is_named(system: System, type: str) -> None:
    searched, leaked = leaks(system, type)
    assert searched > 0
    assert leaked == []


@pytest.mark.soak
@pytest.mark.parametrize("system", GAMES, ids=lambda system: system.id)
def test_nobody_hidden_is_named_by_any_command(system: System) -> None:
    searches = [leaks(system, type) for of, type in TYPES if of is system]
    leaked_names = [leak for _, leaked in searches for leak in leaked]
    print(
        f"{system.id}: {len(searches)} commands, {sum(count for count, _ in searches)} answers searched, {len(leaked_names)} leaks"
    )
    assert leaked_names == []


def test_a_name_that_is_told_is_found() -> None:
    """The control: what a game master reads holds it."""
    system = GAMES[0]
    who, _ = next(casts(system))
    game = Masquerade(system, who)
    world = game.ledger.heads.fresh(game.id)
    views = timeline(
        game.ledger.store, game.id, EntryFilter(limit=500), viewer_of(world, GM), world=world, registry=REGISTRY
    )
    assert any(SECRET.lower() in msgspec.json.encode(view).decode() for view in views)
