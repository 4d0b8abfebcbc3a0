"""Happenings that the sample does not hold, retold as commands."""

from typing import Any

import pytest

from api.imports.avrae.recording.events import EffectData, EffectReference
from api.imports.avrae.recording.rolls import parse_roll
from api.imports.avrae.recording.states import CombatantState, CombatState
from api.imports.avrae.retelling.campaign import Retelling
from api.imports.avrae.retelling.people import People
from api.imports.avrae.retelling.scribe import Scribe, ScribeClock
from api.imports.avrae.story.happenings import (
    Author,
    Being,
    CombatantJoined,
    CombatantLeft,
    CombatStarted,
    Damaged,
    EffectAdded,
    EffectEnded,
    Happening,
    Healed,
    HpSet,
    RecordedRoll,
    RecordedSource,
    Slots,
    SlotUsed,
    StateSeen,
    TempHpGained,
    TurnMoved,
    Unexplained,
)
from domain.aggregates import Aggregate
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.vocabulary.bodies import Condition
from systems.registry import load

ANA, BO = Author("1", "Ana"), Author("2", "Bo")
HERO, OGRE, STRANGER = Being("Hero", "h"), Being("Ogre", "o"), Being("Passer-by")


def by(author: Author, interaction: int = 1) -> RecordedSource:
    return RecordedSource((1,), 1000.0, author, interaction)


ASKED = by(ANA)


def hero(hp: int | None = 10, **fields: Any) -> CombatantJoined:
    known = {"kind": "player", "controller": "2", "initiative": 12, "roll": None, "max_hp": 20, "temp_hp": 0, "ac": 15}
    return CombatantJoined(**{"source": by(BO), "who": HERO, "hp": hp, **known, **fields})


def ogre(**fields: Any) -> CombatantJoined:
    return hero(**{"source": ASKED, "who": OGRE, "kind": "monster", "controller": "1", "initiative": 5, **fields})


def moved(to: Being, round_: int, direction: Any = "next") -> TurnMoved:
    return TurnMoved(source=ASKED, to=to, round=round_, initiative=0, direction=direction)


def effect(id_: str, end: int | None = None, **fields: Any) -> EffectAdded:
    target = fields.pop("target", HERO)
    data = EffectData(id=id_, name=id_.title(), duration=end, end_round=end, **fields)
    return EffectAdded(source=ASKED, target=target, by=target, effect=data, witness="action")


def seen(*combatants: CombatantState, round_: int = 0) -> StateSeen:
    return StateSeen(source=ASKED, state=CombatState(round_, 0, None, None, combatants))


class Retold:
    """A combat of these happenings, as far as it got."""

    def __init__(self, *happenings: Happening) -> None:
        story = (CombatStarted(source=ASKED), *happenings)
        people = People(story, None)
        ledger = Ledger(MemoryStore(), load(installed=[]), ScribeClock(1000.0))
        self.draft = ledger.founding("Retold", "freeform", people.gm)
        self.scribe = Scribe(ledger, self.draft, people, None)
        self.retelling = Retelling(self.scribe, people, story)
        self.scribe.enrol("first")
        for happening in story:
            self.retelling.tell(happening)

    def see(self, who: Being) -> Aggregate:
        ref = self.retelling.combatants.ref(who)
        assert ref is not None
        return self.scribe.state(ref)

    def track(self, who: Being, track: str = "hp") -> int:
        return self.see(who).tracks[track].current

    def commands(self) -> list[str]:
        headers = [drafted.record.header for drafted in self.draft.drafted]
        return [header.envelope.type.partition(".")[2] for header in headers if header.envelope is not None]

    def conditions(self, who: Being) -> list[Condition]:
        return list(self.see(who).conditions.values())


def wound(target: Being, amount: int, roll: str | None = None) -> Damaged:
    printed = None if roll is None else parse_roll(roll)
    return Damaged(source=ASKED, target=target, by=OGRE, amount=amount, roll=printed, upon=None)


@pytest.mark.parametrize(("first", "left"), [(hero(), 0), (ogre(who=HERO), -2)])
def test_only_players_stop_at_nothing(first: CombatantJoined, left: int) -> None:
    assert Retold(first, wound(HERO, 12)).track(HERO) == left


def test_what_a_resistance_left_over_is_what_is_lost() -> None:
    table = Retold(hero(), wound(HERO, 4, "2d6 (3, 5) = `8`"))
    assert (table.track(HERO), len(table.draft.drafted[-1].record.header.tape)) == (6, 2)


def test_damage_that_did_nothing_keeps_its_dice() -> None:
    table = Retold(hero(), wound(HERO, 0, "2d6 (3, 5) = `8`"))
    assert (table.track(HERO), table.commands()[-1]) == (10, "roll")


def test_a_wound_of_a_character_outside_the_combat_keeps_its_dice() -> None:
    table = Retold(hero(), wound(STRANGER, 8, "2d6 (3, 5) = `8`"))
    assert (table.commands()[-1], table.scribe.faults) == ("roll", [])


def test_healing_stops_at_the_greatest_hp() -> None:
    cure = Healed(source=ASKED, target=HERO, by=OGRE, amount=15, roll=parse_roll("3d6 (4, 5, 6) = `15`"))
    table = Retold(hero(), cure)
    assert (table.track(HERO), table.commands()[-2:]) == (20, ["roll", "heal"])


def test_temporary_hp_replace_those_there_were() -> None:
    gains = [TempHpGained(source=ASKED, target=HERO, by=HERO, amount=amount, roll=None) for amount in (7, 4)]
    assert Retold(hero(), *gains).track(HERO, "temp_hp") == 4


def test_hp_that_a_command_sets_stand_there() -> None:
    table = Retold(hero(), HpSet(source=ASKED, target=HERO, hp=17, temp_hp=2, command="!i hp set"))
    assert (table.track(HERO), table.track(HERO, "temp_hp"), table.retelling.combatants.differences) == (17, 2, [])


def test_hp_that_nothing_explains_are_set_and_differ() -> None:
    change = Unexplained(source=ASKED, target=HERO, hp_before=10, hp=3, temp_hp_before=0, temp_hp=0)
    table = Retold(hero(), change)
    assert (table.track(HERO), [each.what for each in table.retelling.combatants.differences]) == (3, ["hp"])


def test_hp_that_show_late_are_there_from_then_on() -> None:
    change = Unexplained(source=ASKED, target=HERO, hp_before=None, hp=8, temp_hp_before=None, temp_hp=0)
    assert Retold(hero(hp=None), change, wound(HERO, 3)).track(HERO) == 5


def test_who_joins_again_is_the_same_character() -> None:
    back = hero(4, who=Being("Hero", "h2"), character="sheet-1")
    table = Retold(hero(character="sheet-1"), CombatantLeft(source=ASKED, who=HERO), back)
    assert (table.see(HERO).ref, table.track(HERO)) == (table.see(back.who).ref, 4)
    assert table.scribe.faults == []


def test_who_leaves_takes_their_effects_along() -> None:
    table = Retold(hero(), effect("bless", 10), CombatantLeft(source=ASKED, who=HERO))
    assert (table.conditions(HERO), table.commands()[-2:]) == ([], ["relieve", "leave"])


def test_slots_that_were_never_counted_are_known_from_their_first_use() -> None:
    table = Retold(hero(), SlotUsed(source=ASKED, who=HERO, slots=Slots(2, 1, None), used=1))
    assert table.track(HERO, "slots/2") == 1


def test_slots_that_do_not_add_up_are_set_and_differ() -> None:
    table = Retold(hero(slots=(Slots(1, 4, 4),)), SlotUsed(source=ASKED, who=HERO, slots=Slots(1, 2, 4), used=1))
    (difference,) = table.retelling.combatants.differences
    assert (table.track(HERO, "slots/1"), difference.what, difference.log, difference.ours) == (2, "slots", 2, 3)


def test_a_hidden_roll_is_the_game_masters() -> None:
    roll = RecordedRoll(source=ASKED, by=OGRE, label="Stealth", roll=parse_roll("1d20 (9) = `9`"), hidden=True)
    assert Retold(ogre(), roll).draft.drafted[-1].record.header.audience == "gm"


def test_an_effect_ends_with_its_last_turn() -> None:
    table = Retold(hero(), ogre(), moved(HERO, 1), effect("bless", 2), moved(OGRE, 1), moved(HERO, 2), moved(OGRE, 2))
    assert table.conditions(HERO) == []


def test_a_part_ends_with_its_whole() -> None:
    whole = effect("hex", 9)
    part = effect("hexed", 9, target=OGRE, parent=EffectReference(combatant_id="h", effect_id="hex"))
    ended = EffectEnded(source=ASKED, target=HERO, by=HERO, effect=whole.effect, cause="removed")
    table = Retold(hero(), ogre(), whole, part, ended)
    assert (table.conditions(HERO), table.conditions(OGRE)) == ([], [])


def test_an_effect_that_begins_anew_is_there_once() -> None:
    assert len(Retold(hero(), effect("bless", 2), effect("bless", 5)).conditions(HERO)) == 1


def test_a_turn_the_order_does_not_give_is_set() -> None:
    table = Retold(hero(), ogre(), moved(HERO, 1), moved(HERO, 3))
    assert table.commands()[-2:] == ["next_turn", "set_turn"]


def test_every_way_in_which_a_state_differs_is_reported() -> None:
    stranger = CombatantState("x", "Nobody", "common", "", 0, None, None, 0, None, ())
    other = CombatantState("h", "Heroine", "player", "", 3, 9, 21, 1, 16, ())
    same = CombatantState("h", "Hero", "player", "", 12, 10, 20, 0, 15, ())
    table = Retold(hero(), seen(same), effect("bless"), seen(other, stranger, round_=1))
    kinds = {each.what for each in table.retelling.combatants.differences}
    assert kinds == {
        "round", "presence", "name", "initiative", "hp", "temporary HP", "greatest HP", "AC", "effects"
    }  # fmt: skip
