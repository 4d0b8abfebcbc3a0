"""Every kind of anchor on everything that may hang on one: it lasts until just before its end, is over at its end, and is
back, on the very same anchor, where that end is undone. So it is with each as one of several of which the first counts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import uuid4

import pytest

from api.testing.glance import StateGlance
from domain.commands import Envelope
from domain.history.plan import RevisionRequest
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor
from domain.play.moments import ANCHORED_COMPONENTS
from systems.registry import load

GM = Actor("gm", "gm")


class Game(StateGlance):
    """A session, a scene and a fight are on; Ramjet is cut; it is her turn, and the goblin's is next."""

    def __init__(self) -> None:
        ledger = Ledger(MemoryStore(), load(installed=[]))
        super().__init__(ledger, ledger.found("Moments", "freeform", "gm").id)
        for who in ("ramjet", "goblin"):
            self.give("create_character", name=who)
        self.give("open_session")
        self.give("open_scene")
        self.give("create_enclave", name="Shift")
        for fight in ("fight", "other"):
            self.give("create_encounter", name=fight)
            self.give("join", encounter=fight, who="ramjet", initiative=9)
            self.give("join", encounter=fight, who="goblin", initiative=5)
            self.give("begin", encounter=fight)
        for cut in ("cut", "graze"):
            self.put("ramjet", "wounds", cut, severity="lesser")

    def give(self, type: str, **args: Any) -> int:
        envelope = Envelope(id=str(uuid4()), type=f"freeform.{type}", args=args)
        return self.ledger.submit(self.campaign_id, GM, envelope).header.number

    def put(self, target: str, component: str, name: str, **instance: Any) -> int:
        return self.give("put", target=target, component=component, name=name, instance=instance)

    def instance(self, target: str, component: str) -> Any:
        aggregate = self._aggregate(self.ref(target))
        return None if aggregate is None else aggregate.instances(component).get("it")


class Carrier(NamedTuple):
    """What hangs on the anchor in its `field`; `lasts` tells whether it still does."""

    target: str
    field: str
    instance: dict[str, Any]
    lasts: Callable[[Any], bool]


def there(instance: Any) -> bool:
    return instance is not None


CARRIERS: dict[str, Carrier] = {
    "modifiers": Carrier("ramjet", "until", {"path": "attributes.guts"}, there),
    "conditions": Carrier("ramjet", "until", {"what": "dazed"}, there),
    "links": Carrier("ramjet", "until", {"kind": "mark", "to": "character/c-3"}, there),
    "zones": Carrier("fight", "until", {"kind": "fire"}, there),
    "cards": Carrier("ramjet", "expires", {"kind": "rumour"}, there),
    "intents": Carrier("ramjet", "due", {"kind": "held", "what": "a blow"}, there),
    "uses": Carrier("ramjet", "until", {"what": "luck", "count": 2}, lambda use: bool(use.count == 2)),
    "followers": Carrier(
        "shift", "tapped_until", {"kind": "scout", "state": "tapped"}, lambda one: bool(one.state == "tapped")
    ),
    "tasks": Carrier("ramjet", "due", {"kind": "watch"}, lambda task: bool(task.state != "due")),
}

Step = tuple[str, dict[str, Any]]


class Ending(NamedTuple):
    """An anchor, what does not end it though it comes close, and what does."""

    anchor: Callable[[Game], dict[str, Any]]
    not_yet: tuple[Step, ...]
    end: Step


def at(moment: str, subject: str = "", passing: int = 0) -> Callable[[Game], dict[str, Any]]:
    def anchor(game: Game) -> dict[str, Any]:
        return {"by": "moment", "moment": moment, "subject": subject and game.ref(subject), "passing": passing}

    return anchor


NEXT: Step = ("next_turn", {"encounter": "fight"})
DUSK: Step = ("call_moment", {"moment": "dusk"})

ENDINGS: dict[str, Ending] = {
    "a moment of nobody": Ending(
        at("dusk"),
        (("call_moment", {"moment": "dawn"}), ("call_moment", {"moment": "dusk", "subject": "ramjet"})),
        DUSK,
    ),
    "a moment of somebody": Ending(
        at("rest", "ramjet"),
        (("call_moment", {"moment": "rest"}), ("call_moment", {"moment": "rest", "subject": "goblin"})),
        ("call_moment", {"moment": "rest", "subject": "ramjet"}),
    ),
    "the moment after the next": Ending(at("dusk", passing=1), (DUSK,), DUSK),
    "the end of the turn": Ending(at("turn_end", "goblin"), (NEXT,), NEXT),
    "the start of the next turn": Ending(at("turn_start", "ramjet"), (NEXT,), NEXT),
    "the end of the round": Ending(at("round_end"), (NEXT,), NEXT),
    "a time": Ending(
        lambda _: {"by": "time", "at": 60}, (("advance_clock", {"seconds": 59}),), ("advance_clock", {"seconds": 1})
    ),
    "an instance": Ending(
        lambda game: {"by": "instance", "path": f"{game.ref('ramjet')}.wounds.cut"},
        (("close_wound", {"target": "ramjet", "wound": "graze"}), ("treat", {"target": "ramjet", "wound": "cut"})),
        ("close_wound", {"target": "ramjet", "wound": "cut"}),
    ),
    "the scene": Ending(lambda _: {"by": "scene"}, (("end_encounter", {"encounter": "fight"}),), ("end_scene", {})),
    "the session": Ending(lambda _: {"by": "session"}, (("end_scene", {}),), ("end_session", {})),
    "the encounter": Ending(
        lambda game: {"by": "encounter", "encounter": game.ref("fight")},
        (("end_encounter", {"encounter": "other"}), ("end_scene", {})),
        ("end_encounter", {"encounter": "fight"}),
    ),
    "its subject's going": Ending(
        at("rest", "goblin"), (("describe", {"target": "goblin", "name": "Snag"}),), ("remove", {"target": "goblin"})
    ),
}


IN_A_FIGHT = ("the end of the turn", "the start of the next turn", "the end of the round")
"""Moments that a fight brings: they are looked for on whoever takes part in it, and on the fight."""

TRIED = [
    (component, ending)
    for component, carrier in CARRIERS.items()
    for ending in ENDINGS
    if carrier.target != "shift" or ending not in IN_A_FIGHT
]


def several(first: Callable[[Game], dict[str, Any]]) -> Callable[[Game], dict[str, Any]]:
    """That, or what never comes."""
    return lambda game: {"by": "first", "of": [at("doomsday")(game), first(game)]}


def hung(component: str, anchor: Callable[[Game], dict[str, Any]]) -> tuple[Game, Callable[[], bool]]:
    game, carrier = Game(), CARRIERS[component]
    game.put(carrier.target, component, "it", **carrier.instance, **{carrier.field: anchor(game)})
    return game, lambda: carrier.lasts(game.instance(carrier.target, component))


def test_everything_that_may_hang_is_tried_here() -> None:
    assert CARRIERS.keys() == ANCHORED_COMPONENTS


@pytest.mark.parametrize("first", [False, True], ids=["alone", "first of several"])
@pytest.mark.parametrize(("component", "ending"), TRIED)
def test_an_anchored_instance_ends_at_its_end_alone_and_is_back_where_that_is_undone(
    component: str, ending: str, first: bool
) -> None:
    anchor, not_yet, (command, args) = ENDINGS[ending]
    game, lasts = hung(component, several(anchor) if first else anchor)
    for step, more in not_yet:
        game.give(step, **more)
    assert lasts(), "it ended too soon"
    before = game.state()
    entry = game.give(command, **args)
    assert not lasts(), "it did not end"
    game.ledger.revise(game.campaign_id, GM, RevisionRequest(undo=(entry,)))
    assert (lasts(), game.state()) == (True, before)
    game.check_against_the_whole()


@pytest.mark.parametrize("component", sorted(CARRIERS.keys() - {"followers"}))
def test_a_save_that_succeeds_ends_it_and_undone_it_has_not(component: str) -> None:
    """Taken back with the turn that brought it: an answer alone that is taken back is its default, and it stays."""
    game, lasts = hung(component, lambda game: {"by": "save", "moment": "turn_end", "subject": game.ref("ramjet")})
    before = game.state()
    deed = game.give("next_turn", encounter="fight")
    (question,) = game.fight("fight").questions.values()
    game.give("answer", deed=deed, key=question.key, choice="ends")
    assert not lasts()
    game.ledger.revise(game.campaign_id, GM, RevisionRequest(undo=(deed,)))
    assert (lasts(), game.state()) == (True, before)


@pytest.mark.parametrize("ending", IN_A_FIGHT)
def test_on_who_takes_no_part_it_outlasts_the_moments_of_the_fight(ending: str) -> None:
    game, lasts = hung("followers", ENDINGS[ending].anchor)
    for _ in range(4):
        game.give("next_turn", encounter="fight")
    assert lasts()


@pytest.mark.parametrize("component", CARRIERS)
def test_the_end_of_what_it_hung_on_long_ago_is_taken_back_under_later_entries(component: str) -> None:
    game, lasts = hung(component, lambda _: {"by": "scene"})
    over = game.give("end_scene")
    game.give("note", text="Later.")
    game.ledger.revise(game.campaign_id, GM, RevisionRequest(undo=(over,)))
    assert lasts()
