"""Offers are open until their moment, and answers that nothing asked for are told."""

from __future__ import annotations

from typing import Any

import pytest

from domain.aggregates import CAMPAIGN, Campaign
from domain.commands import Command, Envelope
from domain.history.plan import RevisionRequest
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor, NotAllowed
from domain.ledger.reading.open_offers import open_offers
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.system import CommandSpec, Registry, System
from domain.vocabulary.log import Noted
from domain.vocabulary.questions import Closes
from systems.freeform import SYSTEM as FREEFORM

GM, ADA, BEN = Actor("gm", "gm"), Actor("ada", "player"), Actor("ben", "player")


class Cast(Command, frozen=True, kw_only=True):
    closes: Closes = ""


def cast(play: Play, command: Cast) -> None:
    """Ada may do it again, at a price."""
    taken = play.offer("again", "ada", ("yes", "no"), "no", price="1 luck", closes=command.closes)
    play.emit(CAMPAIGN, Noted(name="cast", text=taken))


CASTING = System(
    id="casting",
    name="Casting",
    version=1,
    kinds=[CommandSpec(name="cast", args=Cast, rule=cast, by="player", summary="Cast.")],
)


class Table:
    def __init__(self) -> None:
        self.ledger = Ledger(MemoryStore(), Registry(FREEFORM, [CASTING]))
        self.campaign = self.ledger.found("t", "casting", "gm").id
        for member in ("ada", "ben"):
            self.ledger.take_part(self.campaign, GM, member, "player")

    def plays(
        self,
        word: str,
        actor: Actor = GM,
        encounter: str | None = None,
        responses: dict[str, str] | None = None,
        **args: Any,
    ) -> int:
        type = word if "." in word else f"casting.{word}" if word == "cast" else f"freeform.{word}"
        envelope = Envelope(type=type, args=args, encounter=encounter, responses=responses or {})
        return self.ledger.submit(self.campaign, actor, envelope).header.number

    def fight(self) -> None:
        """A fight in the cellar, in a scene, in which it is a combatant's turn."""
        self.plays("open_session")
        self.plays("open_scene")
        self.plays("create_encounter", name="Cellar")
        for name in ("Ann", "Bob"):
            self.plays("create_character", name=name, owners=["ada"])
            self.plays("join", GM, "cellar", who=name.lower(), initiative=3)
        self.plays("begin", GM, "cellar")

    def takes(self, entry: int, actor: Actor = ADA) -> None:
        self.ledger.revise(self.campaign, actor, RevisionRequest(responses={str(entry): {"again": "yes"}}))

    def open(self) -> list[tuple[int, str, str]]:
        state = self.ledger.heads.fresh(self.campaign).aggregate(CAMPAIGN)
        assert isinstance(state, Campaign)
        offers = open_offers(self.ledger.store, self.campaign, state)
        return [(one.question.deed, one.question.price, one.until) for one in offers]

    def unused(self, entry: int) -> tuple[str, ...]:
        stored = self.ledger.store.entry(self.campaign, entry)
        assert stored is not None
        return stored.header.unused


@pytest.fixture
def table() -> Table:
    return Table()


class TestUntilWhen:
    def test_an_offer_is_listed_with_its_price_and_moment(self, table: Table) -> None:
        table.plays("open_session")
        table.plays("open_scene")
        entry = table.plays("cast", ADA)
        assert table.open() == [(entry, "1 luck", "scene")]

    def test_the_end_of_the_scene_closes_it(self, table: Table) -> None:
        table.plays("open_session")
        table.plays("open_scene")
        entry = table.plays("cast", ADA)
        table.plays("end_scene")
        assert table.open() == []
        with pytest.raises(Refused, match="until the scene ended"):
            table.takes(entry)

    def test_one_of_a_session_outlasts_its_scene(self, table: Table) -> None:
        table.plays("open_session")
        table.plays("open_scene")
        entry = table.plays("cast", ADA, closes="session")
        table.plays("end_scene")
        assert table.open() == [(entry, "1 luck", "session")]
        table.plays("end_session")
        assert table.open() == []

    @pytest.mark.parametrize("closes", ["turn", "encounter"])
    def test_the_end_of_the_turn_or_encounter_closes_it_where_its_rule_says_so(
        self, table: Table, closes: Closes
    ) -> None:
        table.fight()
        entry = table.plays("cast", ADA, "cellar", closes=closes)
        table.plays("note", BEN, text="on")
        assert table.open() == [(entry, "1 luck", closes)]
        end = table.plays("next_turn" if closes == "turn" else "end_encounter", GM, "cellar")
        assert table.open() == []
        with pytest.raises(Refused, match=f"until the {closes} ended"):
            table.takes(entry)
        table.ledger.revise(table.campaign, GM, RevisionRequest(undo=(end,)))
        assert table.open() == [(entry, "1 luck", closes)]

    def test_the_end_of_a_turn_leaves_what_is_open_for_the_encounter(self, table: Table) -> None:
        table.fight()
        entry = table.plays("cast", ADA, "cellar", closes="encounter")
        table.plays("next_turn", GM, "cellar")
        assert table.open() == [(entry, "1 luck", "encounter")]

    def test_outside_of_an_encounter_an_offer_of_a_turn_closes_with_its_scene(self, table: Table) -> None:
        table.plays("open_session")
        table.plays("open_scene")
        entry = table.plays("cast", ADA, closes="turn")
        assert table.open() == [(entry, "1 luck", "scene")]

    def test_without_scenes_the_session_closes_it(self, table: Table) -> None:
        table.plays("open_session")
        entry = table.plays("cast", ADA)
        table.plays("end_session")
        table.plays("open_session")
        with pytest.raises(Refused, match="until the session ended"):
            table.takes(entry)

    def test_without_sessions_its_owners_next_deed_closes_it(self, table: Table) -> None:
        entry = table.plays("cast", ADA)
        table.plays("note", BEN, text="so it goes")
        assert table.open() == [(entry, "1 luck", "next deed")]
        table.plays("note", ADA, text="on we go")
        assert table.open() == []

    def test_an_undo_of_that_moment_opens_it_again(self, table: Table) -> None:
        table.plays("open_session")
        entry = table.plays("cast", ADA)
        end = table.plays("end_session")
        table.ledger.revise(table.campaign, GM, RevisionRequest(undo=(end,)))
        assert table.open() == [(entry, "1 luck", "session")]
        table.takes(entry)
        assert table.open() == [], "what is taken is offered no more"

    def test_an_open_offer_is_still_its_owners_alone(self, table: Table) -> None:
        with pytest.raises(NotAllowed):
            table.takes(table.plays("cast", ADA), BEN)


class TestUnused:
    def test_answers_that_a_finished_deed_asked_for_nothing_are_named(self, table: Table) -> None:
        assert table.unused(table.plays("cast", ADA, responses={"agian": "yes", "again": "no"})) == ("agian",)

    def test_answers_that_come_with_an_answer_are_refused(self, table: Table) -> None:
        asks: dict[str, Any] = {
            "owner": "gm",
            "key": "way",
            "options": ["left", "right"],
            "default": "left",
            "prompt": "Where to?",
        }
        deed = table.plays("ask", **asks)
        with pytest.raises(Refused) as refused:
            table.plays("answer", GM, responses={"way": "left"}, deed=deed, key="way", choice="right")
        assert refused.value.rule == "spare-answers"
