"""The encounter of a command: what it names, or the open encounter in which its actor, or its target, takes part."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from api.testing.glance import StateGlance
from domain.commands import Envelope
from domain.history.plan import Amend, Insert, RevisionRequest
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor
from domain.play.refusals import Refused
from systems.registry import load

GM, ANA = Actor("gm", "gm"), Actor("ana", "player")
REGISTRY = load(installed=[])


class Game(StateGlance):
    """A campaign with Ada, who is Ana's, Bo and a horse; each command says of which encounter it was taken to be."""

    def __init__(self, system: str = "freeform") -> None:
        ledger = Ledger(MemoryStore(), REGISTRY)
        super().__init__(ledger, ledger.found("Encounters", system, "gm").id)
        self.ledger.take_part(self.campaign_id, GM, "ana", "player")
        for name in ("ada", "bo", "horse"):
            self.give("freeform.create_character", name=name, owners=["ana"] if name == "ada" else [])

    def give(self, type: str, *, by: Actor = GM, encounter: str | None = None, **args: Any) -> int:
        envelope = Envelope(id=str(uuid4()), type=type, encounter=encounter, args=args)
        return self.ledger.submit(self.campaign_id, by, envelope).header.number

    def encounter(self, name: str, *fighters: str, hidden: bool = False, begun: bool = True) -> None:
        self.give("freeform.create_encounter", name=name, hidden=hidden)
        for who in fighters:
            self.give("freeform.join", encounter=name, who=who, initiative=10)
        if fighters and begun:
            self.give("freeform.begin", encounter=name)

    def link(self, one: str, kind: str, other: str) -> None:
        ends: dict[str, Any] = {"from": one, "to": other}
        self.give("freeform.link", kind=kind, **ends)

    def stored(self, entry: int) -> str | None:
        """The encounter that an entry is stored with, by handle."""
        stored = self.ledger.store.entry(self.campaign_id, entry)
        assert stored is not None
        assert stored.header.envelope is not None
        refs = {self.ref(handle): handle for handle in self.campaign().handles}
        return refs.get(stored.header.envelope.encounter or "")

    def roll(self, who: str = "ada", by: Actor = GM, encounter: str | None = None) -> str | None:
        """The encounter of a roll by a character that names none."""
        return self.stored(self.give("freeform.roll", by=by, encounter=encounter, actor=who, label="x", notation="1d6"))


@pytest.fixture
def game() -> Game:
    return Game()


def expect_unclear(game: Game, type: str, *, encounter: str | None = None, **args: Any) -> Refused:
    with pytest.raises(Refused) as refused:
        game.give(type, encounter=encounter, **args)
    assert refused.value.rule == "encounter"
    return refused.value


def test_a_command_belongs_to_the_encounter_in_which_its_actor_has_a_turn(game: Game) -> None:
    game.encounter("yard", "ada")
    assert game.roll() == "yard"


def test_an_actor_who_takes_part_in_no_encounter_acts_outside_of_them(game: Game) -> None:
    game.encounter("yard", "bo")
    assert game.roll() is None


def test_an_encounter_that_is_being_prepared_counts(game: Game) -> None:
    game.encounter("yard", "ada", begun=False)
    assert game.roll() == "yard"


def test_an_encounter_that_has_ended_does_not_count(game: Game) -> None:
    game.encounter("yard", "ada")
    game.give("freeform.end_encounter", encounter="yard")
    assert game.roll() is None


def test_a_place_on_the_map_is_a_place_in_the_encounter(game: Game) -> None:
    game.encounter("yard")
    game.give("freeform.place", encounter="yard", who="ada", x=1, y=2)
    assert game.roll() == "yard"


def test_a_member_of_a_group_acts_in_the_encounter_of_its_turn(game: Game) -> None:
    game.encounter("yard")
    game.give("freeform.join", encounter="yard", entry="pack", kind="horde", members=["ada", "bo"], initiative=3)
    assert game.roll() == "yard"


@pytest.mark.parametrize("kind", ["summoner", "mount", "rider", "aboard"])
@pytest.mark.parametrize(("placed", "acting"), [("ada", "horse"), ("horse", "ada")])
def test_who_is_bound_to_a_character_acts_in_the_encounter_of_either(
    game: Game, kind: str, placed: str, acting: str
) -> None:
    game.link("ada", kind, "horse")
    game.encounter("yard", placed)
    assert game.roll(acting) == "yard"


def test_a_link_of_another_kind_binds_nobody(game: Game) -> None:
    game.link("ada", "mark", "horse")
    game.encounter("yard", "horse")
    assert game.roll() is None


def test_a_command_of_nobody_belongs_to_the_encounter_of_its_target() -> None:
    game = Game("cthulhu-eternal")
    game.give("cthulhu-eternal.create", name="Harker", stats={"dex": 10, "con": 10})
    game.give("freeform.create_encounter", name="Cellar")
    game.give("cthulhu-eternal.begin_fight", encounter="cellar", who=["harker"])
    entry = game.give("cthulhu-eternal.declare_helpless", who="harker", how="bound")
    assert game.stored(entry) == "cellar"


def test_a_command_about_an_encounter_that_names_nobody_is_about_the_only_open_one(game: Game) -> None:
    game.encounter("yard", "ada", "bo")
    assert game.stored(game.give("freeform.next_turn")) == "yard"


def test_where_several_are_possible_they_are_listed(game: Game) -> None:
    for name in ("yard", "attic"):
        game.encounter(name, "ada")
    refusal = expect_unclear(game, "freeform.roll", actor="ada", label="x", notation="1d6")
    assert all(game.ref(name) in refusal.player for name in ("yard", "attic"))


def test_where_several_are_possible_the_one_that_is_named_is_meant(game: Game) -> None:
    for name in ("yard", "attic"):
        game.encounter(name, "ada")
    assert game.roll(encounter="attic") == "attic"


def test_the_encounter_of_the_args_fills_the_envelope(game: Game) -> None:
    game.encounter("yard", "ada")
    assert game.stored(game.give("freeform.next_turn", encounter="yard")) == "yard"


def test_a_command_that_names_two_encounters_is_refused(game: Game) -> None:
    for name in ("yard", "attic"):
        game.encounter(name, "ada")
    with pytest.raises(Refused, match="two encounters"):
        game.ledger.submit(
            game.campaign_id,
            GM,
            Envelope(id=str(uuid4()), type="freeform.next_turn", encounter="yard", args={"encounter": "attic"}),
        )


def test_one_encounter_may_be_named_twice(game: Game) -> None:
    game.encounter("yard", "ada")
    envelope = Envelope(id=str(uuid4()), type="freeform.next_turn", encounter="Yard", args={"encounter": "yard"})
    assert game.ledger.submit(game.campaign_id, GM, envelope).status == "standing"


def test_an_encounter_that_the_sender_may_not_see_does_not_count(game: Game) -> None:
    game.encounter("ambush", "ada", hidden=True)
    game.encounter("yard", "ada")
    assert (game.roll(by=ANA), game.roll(encounter="ambush")) == ("yard", "ambush")


@pytest.mark.parametrize(
    ("type", "args"),
    [
        ("freeform.note", {"text": "Rain.", "about": "ada"}),
        ("freeform.set", {"target": "ada", "path": "attributes.guts.base", "value": 2, "reason": "a slip"}),
        ("freeform.put", {"target": "ada", "component": "items", "name": "rope", "instance": {"what": "rope"}}),
        ("freeform.award", {"target": "ada", "what": "xp", "amount": 1}),
    ],
)
def test_notes_adjustments_and_awards_belong_to_no_encounter_unless_they_name_one(
    game: Game, type: str, args: dict[str, Any]
) -> None:
    game.give("freeform.put", target="ada", component="attributes", name="guts", instance={"base": 1})
    game.encounter("yard", "ada")
    assert game.stored(game.give(type, **args)) is None


def test_what_is_planned_for_downtime_belongs_to_no_encounter(game: Game) -> None:
    game.encounter("yard", "ada")
    game.give("freeform.open_downtime", days=1)
    action = {"type": "freeform.roll", "args": {"actor": "ada", "label": "x", "notation": "1d6"}}
    assert game.stored(game.give("freeform.plan_downtime", who="ada", actions=[action])) is None


def test_an_insert_belongs_to_the_encounter_of_its_place_in_the_past(game: Game) -> None:
    game.encounter("yard", "ada")
    during = game.give("freeform.note", text="The wall gives way.")
    game.give("freeform.end_encounter", encounter="yard")
    late = Envelope(type="freeform.roll", args={"actor": "ada", "label": "x", "notation": "1d6"})
    request = RevisionRequest(insert=Insert(after=during, command=late))
    _, revision = game.ledger.revise(game.campaign_id, GM, request)
    assert revision is not None
    assert game.stored(revision.header.number + 1) == "yard"


def test_an_amended_command_belongs_to_the_encounter_of_its_place_in_the_past(game: Game) -> None:
    game.encounter("yard", "ada")
    during = game.give("freeform.note", text="The wall gives way.")
    game.give("freeform.end_encounter", encounter="yard")
    other = Envelope(type="freeform.roll", args={"actor": "ada", "label": "x", "notation": "1d6"})
    _, revision = game.ledger.revise(game.campaign_id, GM, RevisionRequest(amend=Amend(entry=during, command=other)))
    assert revision is not None
    assert revision.header.revision is not None
    (change,) = revision.header.revision.changes
    assert change.envelope is not None
    assert change.envelope.encounter == game.ref("yard")


def test_a_deed_that_waits_in_an_encounter_holds_up_a_character_who_does_not_name_it(game: Game) -> None:
    game.encounter("yard", "ada", "bo")
    question: dict[str, Any] = {
        "owner": "ana",
        "key": "now",
        "prompt": "Now?",
        "options": ["yes", "no"],
        "default": "no",
    }
    game.give("freeform.ask", encounter="yard", **question)
    with pytest.raises(Refused) as refused:
        game.roll()
    assert refused.value.rule == "deed-waiting"
