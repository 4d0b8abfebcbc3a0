"""What a fork of a real game has created is named as it is called in the campaign it comes back to."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID, uuid4

import pytest

from domain.aggregates import CAMPAIGN, Campaign, Character
from domain.commands import DiceGiven, Envelope
from domain.history.plan import RevisionRefused
from domain.ledger.checking.verify import verify
from domain.ledger.downtime import process
from domain.ledger.forking.cherry_pick import BringBack, Brought, bring_back
from domain.ledger.forking.fork import fork
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor
from domain.ledger.reading.forks import ForkAwareStore
from domain.play.deed import BadCommand
from domain.system import Registry
from systems.freeform import SYSTEM as FREEFORM
from systems.weaverdice import SYSTEM as WEAVERDICE

GM = Actor("gm", "gm")


class Stage:
    """Tank and Lung, in a campaign and in a fork of it; what is played is played in the fork."""

    def __init__(self, system: str = "weaverdice", create: str = "weaverdice.create", **sheet: object) -> None:
        store = ForkAwareStore(MemoryStore())
        self.ledger = Ledger(store, Registry(FREEFORM, [WEAVERDICE]))
        self.parent = self.ledger.found("Brockton Bay", system, "gm").id
        self.here = self.parent
        for name in ("Tank", "Lung"):
            self.plays(create, name=name, **sheet)
        self.here = self.fork = fork(self.ledger, self.parent, GM, "what if").id

    def plays(self, word: str, dice: DiceGiven = (), /, **args: object) -> int:
        envelope = Envelope(type=word, id=str(uuid4()), args=args, dice=dice, dice_source="gm")
        entry = self.ledger.submit(self.here, GM, envelope)
        assert entry.header.refusal is None
        return entry.header.number

    def back(self, *entries: int, **asked: object) -> Brought:
        request = BringBack(entries=entries, **asked)  # type: ignore[arg-type]
        return bring_back(self.ledger, self.parent, self.fork, GM, request)

    def who(self, handle: str, campaign: UUID | None = None) -> Character:
        """Somebody in the campaign, or in the fork."""
        world = self.ledger.heads.fresh(campaign or self.parent)
        state = world.aggregate(CAMPAIGN)
        assert isinstance(state, Campaign)
        character = world.aggregate(state.handles[handle].ref)
        assert isinstance(character, Character)
        return character

    def newest(self, component: str, handle: str = "tank") -> str:
        """The name of what somebody has in the fork."""
        return list(self.who(handle, self.fork).instances(component))[-1]


@pytest.fixture
def stage() -> Stage:
    return Stage(category="player", stats={"guts": 3})


def test_a_wound_that_comes_back_is_mended_by_what_comes_with_it(stage: Stage) -> None:
    dice: DiceGiven = {"effect/tank": (2,)}
    hit = stage.plays("weaverdice.inflict", dice, who="tank", tier="moderate", type="cut")
    wound = stage.newest("wounds")
    mended = stage.plays("weaverdice.mend_wound", who="tank", wound=wound)
    stage.back(hit, dice={str(hit): dice})
    assert len(stage.who("tank").wounds) == 1
    stage.back(hit, mended, dice={str(hit): dice})
    assert len(stage.who("tank").wounds) == 1, "the second wound came and went"
    assert verify(stage.ledger.store, stage.parent).faults == ()


def test_a_wound_is_treated_by_its_name(stage: Stage) -> None:
    hurt = stage.plays("freeform.wound", target="tank", severity="moderate", kind="burn")
    treated = stage.plays("freeform.treat", target="tank", wound=stage.newest("wounds"), amount=2)
    stage.back(hurt, treated)
    assert [wound.healing for wound in stage.who("tank").wounds.values()] == [2]


def test_a_thing_goes_from_hand_to_hand(stage: Stage) -> None:
    given = stage.plays("freeform.give_item", target="tank", what="bag")
    bag = stage.newest("items")
    thing = stage.plays("freeform.give_item", target="tank", what="rope", location=f"inside/{bag}")
    handed = stage.plays("freeform.transfer_item", **{"from": "tank", "to": "lung", "item": bag})
    stage.back(given, thing, handed)
    bag, rope = stage.who("lung").items
    assert stage.who("lung").items[rope].location == f"inside/{bag}"


def test_a_newcomer_is_wounded_and_the_wound_is_treated(stage: Stage) -> None:
    came = stage.plays("freeform.create_character", name="Oni Lee")
    hurt = stage.plays("freeform.wound", target="oni-lee", severity="lesser", kind="cut")
    treated = stage.plays("freeform.treat", target="oni-lee", wound=stage.newest("wounds", "oni-lee"))
    became = stage.back(came, hurt, treated).became
    assert [wound.healing for wound in stage.who("oni-lee").wounds.values()] == [1]
    assert list(became) == [came, hurt, treated]


def test_people_s_words_stay_as_they_were_said(stage: Stage) -> None:
    hurt = stage.plays("freeform.wound", target="tank", severity="lesser", kind="cut")
    wound = stage.newest("wounds")
    words = stage.plays("freeform.note", text=f"That {wound} looks bad.")
    became = stage.back(hurt, words).became
    key = f"{became[words]}.0"
    assert stage.ledger.store.texts(stage.parent, [key]) == {key: f"That {wound} looks bad."}


def test_what_was_planned_keeps_its_words_and_means_what_came_with_it() -> None:
    stage = Stage("freeform", "freeform.create_character")
    hurt = stage.plays("freeform.wound", target="tank", severity="lesser", kind="cut")
    wound = stage.newest("wounds")
    opened = stage.plays("freeform.open_downtime", slots=[{"who": "tank", "slots": 2}])
    actions = [
        {"type": "freeform.note", "args": {"text": f"That {wound} looks bad."}},
        {"type": "freeform.treat", "args": {"target": "tank", "wound": wound}},
    ]
    plan = stage.plays("freeform.plan_downtime", who="tank", actions=actions)
    became = stage.back(hurt, opened, plan).became
    key = f"{became[plan]}.0"
    assert stage.ledger.store.texts(stage.parent, [key]) == {key: f"That {wound} looks bad."}
    process(stage.ledger, stage.parent, GM, 1)
    assert [wound.healing for wound in stage.who("tank").wounds.values()] == [1]
    assert verify(stage.ledger.store, stage.parent).faults == ()


def test_a_plan_whose_words_were_erased_is_not_brought_back() -> None:
    stage = Stage("freeform", "freeform.create_character")
    opened = stage.plays("freeform.open_downtime", slots=[{"who": "tank", "slots": 1}])
    wish = {"type": "freeform.note", "args": {"text": "Find her."}}
    plan = stage.plays("freeform.plan_downtime", who="tank", actions=[wish])
    stage.plays("freeform.erase", texts=[f"{plan}.0"])
    with pytest.raises(BadCommand, match="erased"):
        stage.back(opened, plan)


@pytest.mark.parametrize("without", [0, 1])
def test_what_is_left_in_the_fork_cannot_be_named(stage: Stage, without: int) -> None:
    entries = [
        stage.plays("freeform.create_character", name="Oni Lee"),
        stage.plays("freeform.wound", target="oni-lee", severity="lesser", kind="cut"),
        stage.plays("freeform.treat", target="oni-lee", wound=f"cut-{stage.ledger.store.head(stage.fork).entry}"),
    ]
    with pytest.raises(RevisionRefused) as refused:
        stage.back(*left(entries, without))
    sentences = [conflict.refusal.gm for conflict in refused.value.plan.conflicts if conflict.refusal]
    assert all("something created only in the fork" in sentence for sentence in sentences)
    assert sentences


def left(entries: Sequence[int], without: int) -> list[int]:
    return [entry for number, entry in enumerate(entries) if number != without]
