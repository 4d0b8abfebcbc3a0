"""What a rule may do: emit, roll, cite, refuse in two voices, ask and offer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.aggregates import CAMPAIGN
from domain.commands import Envelope
from domain.dice.supply import DiceSupply
from domain.dice.tape import Tape
from domain.kit.fights import InEncounter
from domain.play.play import Deed, Play, StreamEvent
from domain.play.refusals import Absent, DiceNeeded
from domain.system import System, Vocabulary
from domain.vocabulary.audiences import narrower
from domain.vocabulary.base import Audience, Event
from domain.vocabulary.bodies import Condition, ConditionChanged, ConditionGained
from domain.vocabulary.catalogue import Handle, HandleGiven
from domain.vocabulary.log import Contribution, Noted
from domain.vocabulary.maps import Zone, ZoneOpened
from domain.vocabulary.profile import Introduced, Profile, ProfileChanged
from domain.vocabulary.values import DamageTaken, PointGained, Track, TrackOpened
from systems.freeform import SYSTEM
from systems.freeform.pools import Points
from tests.freeform.table import Table
from tests.play.rules import ENTRY, decided

HERO = "character/c-2"
HURT = DamageTaken(name="hp", amount=2)


@pytest.fixture
def table() -> Table:
    return Table().with_hero(hp=10)


def strict(**vocabulary: Any) -> System:
    return System(id="strict", name="Strict", version=1, kinds=(), vocabulary=Vocabulary(**vocabulary))


def refusal(table: Table, rule: Callable[[Play], object], **more: Any) -> Any:
    decision = decided(table, rule, **more)
    assert decision.outcome == "refused"
    assert decision.emitted == ()
    return decision.refusal


def test_what_happens_is_seen_by_the_rest_of_the_rule(table: Table) -> None:
    def rule(play: Play) -> None:
        play.emit(HERO, HURT)
        play.emit(HERO, PointGained(name="hp", amount=play.character(HERO).tracks["hp"].current))

    assert decided(table, rule).emitted[-1] == StreamEvent(HERO, PointGained(name="hp", amount=8))


def test_events_of_a_deed_do_not_touch_the_world_below(table: Table) -> None:
    decided(table, lambda play: play.emit(HERO, HURT))
    assert table.see("ramjet").tracks["hp"].current == 10


def test_an_event_looks_at_the_existence_of_what_it_changes_and_at_who_may_see_it(table: Table) -> None:
    decision = decided(table, lambda play: play.emit(HERO, HURT))
    who_sees_it = {f"{HERO}.profile.self.audience", f"{HERO}.profile.self.sheet", f"{HERO}.tracks.hp.audience"}
    assert decision.reads == {HERO, f"{HERO}.tracks.hp"} | who_sees_it


def test_a_note_looks_at_the_existence_of_whom_it_is_about_and_at_who_may_see_them(table: Table) -> None:
    assert decided(table, lambda play: play.emit(HERO, Noted(name="note"))).reads == {
        HERO,
        f"{HERO}.profile.self.audience",
    }


@pytest.mark.parametrize(
    ("ref", "event"),
    [
        (HERO, DamageTaken(name="mana", amount=1)),
        (HERO, ConditionChanged(name="prone", level=1)),
        (HERO, ZoneOpened(name="fire", zone=Zone(kind="fire"))),
        ("character/c-99", TrackOpened(name="hp", track=Track(current=1))),
        ("character/c-99", Noted(name="note")),
        ("character/c-99", ProfileChanged(name="self", called="X")),
        ("nobody", Noted(name="note")),
    ],
)
def test_what_does_not_exist_is_absent_and_cannot_be_forced(table: Table, ref: str, event: Event) -> None:
    assert isinstance(refusal(table, lambda play: play.emit(ref, event), force=True), Absent)


def test_what_exists_is_not_created_again(table: Table) -> None:
    again = TrackOpened(name="hp", track=Track(current=1))
    assert refusal(table, lambda play: play.emit(HERO, again), force=True).rule == "name-taken"


@pytest.mark.parametrize("name", ["Hit Points", "a.b", "", "x" * 121, "-x"])
def test_a_name_that_no_path_could_hold_is_refused(table: Table, name: str) -> None:
    event = TrackOpened(name=name, track=Track(current=1))
    assert refusal(table, lambda play: play.emit(HERO, event)).rule == "bad-name"


def test_a_failed_event_leaves_the_version_as_it_was(table: Table) -> None:
    def rule(play: Play) -> None:
        with pytest.raises(Absent):
            play.emit(HERO, DamageTaken(name="mana", amount=1))
        assert play.changed[HERO].version == table.aggregates[HERO].version

    assert decided(table, rule).outcome == "done"


VOCABULARIES: list[tuple[dict[str, Any], Event, str]] = [
    ({"tracks": frozenset({"stress"})}, TrackOpened(name="hp", track=Track(current=1)), "stress"),
    ({"conditions": frozenset({"prone"})}, ConditionGained(name="x-1", condition=Condition(what="dazed")), "prone"),
]


@pytest.mark.parametrize(("vocabulary", "event", "says"), VOCABULARIES)
def test_a_game_refuses_names_it_does_not_know(
    table: Table, vocabulary: dict[str, Any], event: Event, says: str
) -> None:
    refused = refusal(table, lambda play: play.emit(HERO, event), system=strict(**vocabulary))
    assert refused.rule == "vocabulary"
    assert says in refused.player


@pytest.mark.parametrize(("vocabulary", "event", "says"), VOCABULARIES[1:])
def test_a_game_master_may_force_a_name(table: Table, vocabulary: dict[str, Any], event: Event, says: str) -> None:
    decision = decided(table, lambda play: play.emit(HERO, event), system=strict(**vocabulary), force=True)
    assert [overruled.rule for overruled in decision.overruled] == ["vocabulary"]


def test_citations_gather_inwards_and_end_with_their_block(table: Table) -> None:
    def rule(play: Play) -> None:
        with play.citing("A"):
            with play.citing("B", "A"):
                play.emit(HERO, DamageTaken(name="hp", amount=1, rules=("C",)))
            play.emit(HERO, HURT)
        play.emit(HERO, HURT)

    decision = decided(table, rule)
    assert [h.event.rules for h in decision.emitted] == [("C", "A", "B"), ("A",), ()]
    assert decision.citations == ("A", "B")


AUDIENCES: list[tuple[Audience, Audience, Audience]] = [
    ("all", "all", "all"),
    ("all", "gm", "gm"),
    (("pat", "sam"), "all", ("pat", "sam")),
    (("pat", "sam"), ("sam", "kim"), ("sam",)),
    (("pat",), ("sam",), "gm"),
    (("pat",), "gm", "gm"),
]


@pytest.mark.parametrize(("one", "other", "both"), AUDIENCES)
def test_the_narrower_audience_belongs_to_both(one: Audience, other: Audience, both: Audience) -> None:
    assert narrower(one, other) == narrower(other, one) == both


def test_an_event_is_for_those_whom_command_block_sheet_and_instance_allow(table: Table) -> None:
    table.do("set", target="ramjet", path="profile.self.sheet", value=["pat", "sam", "kim"])
    secret = Condition(what="marked", audience=("pat", "sam", "lee"))

    def rule(play: Play) -> None:
        with play.seen_by(("pat", "sam", "kim", "lee")):
            play.emit(HERO, ConditionGained(name="marked", condition=secret))
        play.emit(HERO, HURT)

    emitted = decided(table, rule, audience=("pat", "kim")).emitted
    assert [h.event.audience for h in emitted] == [("pat",), ("pat", "kim")]


def test_of_something_hidden_its_coming_is_hidden_as_well(table: Table) -> None:
    def rule(play: Play) -> None:
        handle = Handle(ref="character/c-40", kind="character", audience="gm")
        play.emit(CAMPAIGN, HandleGiven(name="lurker", handle=handle))
        profile = Profile(handle="lurker", name="Lurker", audience="gm")
        play.emit("character/c-40", Introduced(name="self", profile=profile))

    assert [h.event.audience for h in decided(table, rule).emitted] == ["gm", "gm"]


def test_names_come_from_the_entry_the_label_and_the_index(table: Table) -> None:
    names: list[str] = []

    def rule(play: Play) -> None:
        names.extend([play.new_id("wound"), play.new_id("card"), play.new_id("wound")])

    decided(table, rule)
    assert names == [f"wound-{ENTRY}", f"card-{ENTRY}", f"wound-{ENTRY}-1"]


def test_a_refusal_speaks_in_two_voices(table: Table) -> None:
    refused = refusal(table, lambda play: play.refuse("hidden", "The blow misses.", "Its defense is 17."))
    assert (refused.player, refused.gm, str(refused)) == ("The blow misses.", "Its defense is 17.", "The blow misses.")


def test_a_forced_refusal_is_on_record_and_play_goes_on(table: Table) -> None:
    def rule(play: Play) -> None:
        play.refuse("cost", "That is too dear.")
        play.emit(HERO, HURT)

    decision = decided(table, rule, force=True)
    assert (decision.outcome, len(decision.emitted)) == ("done", 1)
    assert [overruled.rule for overruled in decision.overruled] == ["cost"]


def test_a_roll_adds_its_modifiers_and_is_judged(table: Table) -> None:
    seen: list[Any] = []
    plus = (Contribution(label="guts", amount=3),)

    def rule(play: Play) -> None:
        seen.append(
            play.roll(HERO, "attack", "1d20", modifiers=plus, judge=lambda _, total: "crit" if total > 20 else "")
        )

    decided(table, rule, dice={"attack": [18]})
    assert (seen[0].total, seen[0].outcome) == (21, "crit")


def test_all_the_dice_that_are_missing_are_named_at_once(table: Table) -> None:
    refused = refusal(table, lambda play: play.roll(HERO, "attack", "2d6+1d8"), dice={"attack": [4]})
    assert isinstance(refused, DiceNeeded)
    assert [(roll.label, roll.index, roll.sides) for roll in refused.rolls] == [("attack", 1, 6), ("attack", 2, 8)]


def attack(play: Play) -> None:
    """Where it hits, damage is rolled; where it does not, whether the blade breaks. Then the hero takes breath."""
    hits = play.roll(HERO, "attack", "1d20").total >= 10
    play.roll(HERO, "damage" if hits else "breaks", "1d6")
    play.roll(HERO, "breath", "2d4!")


def test_every_die_that_would_be_asked_for_is_listed_at_once(table: Table) -> None:
    refused = refusal(table, attack)
    assert [(roll.label, roll.index, roll.certain) for roll in refused.rolls] == [
        ("attack", 0, True),
        ("breaks", 0, False),
        ("breath", 0, True),
        ("breath", 1, True),
        ("damage", 0, False),
        ("breath", 2, False),
        ("breath", 3, False),
        ("breath", 4, False),
    ]


def test_what_is_rolled_depending_on_others_is_told_apart(table: Table) -> None:
    assert "Depending on what they show, more is rolled: breaks (a die with 6 sides)" in str(refusal(table, attack))


def test_dice_that_are_given_decide_what_more_is_missing(table: Table) -> None:
    refused = refusal(table, attack, dice={"attack": [15]})
    assert [roll.label for roll in refused.rolls if roll.certain] == ["damage", "breath", "breath"]


@pytest.mark.parametrize(
    ("notation", "dice", "rule"),
    [("1d6", [7], "die-out-of-range"), ("sword", [], "notation"), ("1d6", [3, 3], "spare-dice")],
)
def test_a_roll_that_is_none_is_refused(table: Table, notation: str, dice: list[int], rule: str) -> None:
    assert refusal(table, lambda play: play.roll(HERO, "attack", notation), dice=dice).rule == rule


def test_dice_without_an_end_are_refused_and_on_record(table: Table) -> None:
    decision = decided(table, lambda play: play.roll(HERO, "a", "1d6!"), server=lambda _: 6)
    assert (decision.outcome, decision.drew_server) == ("refused", True)
    assert decision.refusal is not None
    assert decision.refusal.rule == "too-many-dice"


@pytest.mark.parametrize(
    ("own", "envelope", "encounter"),
    [("", None, None), ("", "encounter/e-1", "encounter/e-1"), ("encounter/e-2", "encounter/e-1", "encounter/e-2")],
)
def test_a_deed_belongs_to_its_envelopes_encounter_or_as_of_old_to_that_of_its_args(
    own: str, envelope: str | None, encounter: str | None
) -> None:
    stored = Envelope(type="freeform.begin", encounter=envelope, args={"encounter": own} if own else {})
    deed = Deed(entry=1, member="pat", is_gm=False, envelope=stored, args=InEncounter(encounter=own))
    assert deed.encounter == encounter


def test_an_option_has_its_default_until_it_is_decided(table: Table) -> None:
    deed = Deed(
        entry=ENTRY,
        member="pat",
        is_gm=False,
        envelope=Envelope(type="freeform.spend"),
        args=Points(target=HERO, track="hp", amount=1),
    )
    play = Play(table, deed, DiceSupply(Tape()), SYSTEM, table.registry)
    assert play.option("dice") == "either"
    table.do("set_option", option="dice", value="table")
    assert play.option("dice") == "table"
