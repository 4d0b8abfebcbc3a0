"""What an action rolled and did, from its tree of results."""

from typing import Any

import pytest

from api.imports.avrae.recording.events import AutomationRun, SheetData
from api.imports.avrae.recording.faults import RecordingFault
from api.imports.avrae.story.automation import Scene, read_automation
from api.imports.avrae.story.happenings import (
    Acted,
    AttackRolled,
    Being,
    CheckRolled,
    CounterUsed,
    Damaged,
    EffectAdded,
    EffectEnded,
    Happening,
    Healed,
    RecordedRoll,
    RecordedSource,
    RuleQuoted,
    SaveRolled,
    SlotUsed,
    TempHpGained,
)
from tests.imports.avrae.recordings import at_line, only, roll_of, told

HERO = SheetData(name="Hero", id="h")
HAG = SheetData(name="Hag", id="g")


def read(*nodes: object, targets: tuple[SheetData | str, ...] = (HAG,)) -> list[Happening | RecordingFault]:
    """The happenings of an action of the hero with these results."""
    run = AutomationRun(
        combat_id="c",
        timestamp=1.0,
        interaction_id=7,
        automation_result={"type": "root", "children": list(nodes)},
        caster=HERO,
        targets=targets,
    )
    return list(
        read_automation(run, Scene(9, RecordedSource((9,), 1.0), {"s": "Stranger"}, {"1d4 (2) = `2`": "Surge"}))
    )


def on(target_id: str | None, *nodes: object, index: int | None = None, kind: str = "each") -> dict[str, Any]:
    """A target node with one target and what befell it."""
    one = {"type": "target_iteration", "target_type": kind, "target_id": target_id, "target_index": index}
    return {"type": "target", "results": [{**one, "results": list(nodes)}]}


def damage(amount: int, text: str) -> dict[str, Any]:
    return {"type": "damage", "damage": amount, "damage_roll": {"total": amount, "result": text}}


def test_all_36_rolls_of_actions_come_out_with_their_37_dice() -> None:
    actions = {each.source.lines for each in only(Acted, told().happenings)}
    rolls = [roll for each in told().happenings if each.source.lines in actions and (roll := roll_of(each))]
    assert (len(rolls), sum(bool(roll.dice) for roll in rolls), sum(len(roll.dice) for roll in rolls)) == (36, 33, 37)


def test_each_of_the_33_runs_is_one_action_with_its_title() -> None:
    acted = only(Acted, told().happenings)
    assert (len(acted), all(each.title for each in acted)) == (33, True)


def test_a_hit_is_an_attack_and_then_its_damage() -> None:
    attack, wound = at_line(AttackRolled, 97), at_line(Damaged, 97)
    assert (attack.by.name, attack.ac, attack.bonus, attack.hit, attack.crit) == ("Nitar", 14, 5, True, False)
    assert (wound.target, wound.amount, wound.upon) == (attack.target, 7, "hit")


def test_advantage_shows_both_dice() -> None:
    attack = at_line(AttackRolled, 274)
    assert attack.roll is not None
    assert (attack.advantage, [(die.value, die.kept) for die in attack.roll.dice]) == (1, [(10, False), (18, True)])


def test_a_save_names_who_asked_what_for_and_whether_it_held() -> None:
    save = at_line(SaveRolled, 189)
    assert (save.who and save.who.name, save.by and save.by.name) == ("Nitar", "SH1")
    assert (save.ability, save.dc, save.success) == ("wisdom", 11, False)
    assert at_line(Damaged, 189).upon == "save failed"


def test_five_targets_save_each_for_themselves() -> None:
    saves = [each for each in only(SaveRolled, told().happenings) if each.source.lines[0] == 61]
    names = [each.who.name for each in saves if each.who is not None]
    assert names == ["Verity Silverdust", "Nitar", "Bartholomew", "Aleksandra", "Keya"]


def test_temporary_hp_have_their_roll_even_without_dice() -> None:
    gained = at_line(TempHpGained, 92)
    assert (gained.amount, gained.roll and gained.roll.dice) == (4, ())


def test_effects_keep_their_terms_and_their_parents() -> None:
    on_keya, on_hag = (each for each in only(EffectAdded, told().happenings) if each.source.lines[0] == 157)
    assert (on_keya.effect.duration, on_hag.effect.duration, on_hag.effect.end_round) == (None, 10, 10)
    assert on_hag.effect.parent is not None
    assert on_hag.effect.parent.effect_id == on_keya.effect.id


def test_a_save_can_take_an_effect_away() -> None:
    ended = at_line(EffectEnded, 124)
    assert (ended.target and ended.target.name, ended.effect.name, ended.cause) == (
        "Bartholomew",
        "Frightened",
        "removed",
    )


def test_counters_are_spent_and_regained() -> None:
    used = [(each.counter, each.used, each.left) for each in only(CounterUsed, told().happenings)]
    assert used == [
        ("Tides of Chaos", 1, 0),
        ("Shift", 1, 1),
        ("Tides of Chaos", -1, 1),
        ("Tides of Chaos", 1, 0),
        ("Hexblade's Curse", 1, 0),
        ("Rage", 1, 2),
        ("Sorcery Points", 2, 1),
        ("Tides of Chaos", -1, 1),
        ("Tides of Chaos", 1, 0),
        ("Action Surge", 1, 0),
    ]


def test_rolls_made_for_their_own_sake_bear_the_name_the_bot_gave_them() -> None:
    assert [each.label for each in only(RecordedRoll, told().happenings)] == ["Surge", "Surge", "Damage"]


def test_rule_texts_are_quoted_with_the_action() -> None:
    assert "frightened for 1 minute" in at_line(RuleQuoted, 48).text


def test_negative_damage_heals() -> None:
    (healed,) = read(on("g", damage(-5, "-(1d4 (2) + 3) [heal] = `-5`")))
    assert isinstance(healed, Healed)
    assert (healed.target, healed.amount) == (Being("Hag", "g"), 5)


def test_a_critical_hit_marks_its_damage() -> None:
    attack = {"type": "attack", "did_hit": True, "did_crit": True, "children": [damage(7, "2d6 (3, 4) = `7`")]}
    rolled, wound = read(on("g", attack))
    assert isinstance(rolled, AttackRolled)
    assert isinstance(wound, Damaged)
    assert (rolled.roll, wound.upon) == (None, "crit")


@pytest.mark.parametrize(
    ("node", "target"),
    [
        (on("g", damage(1, "1 = `1`")), Being("Hag", "g")),
        (on("s", damage(1, "1 = `1`")), Being("Stranger", "s")),
        (on("x", damage(1, "1 = `1`")), Being("x", "x")),
        (on(None, damage(1, "1 = `1`"), kind="self"), Being("Hero", "h")),
        (on(None, damage(1, "1 = `1`"), index=0), Being("a door")),
        (on(None, damage(1, "1 = `1`"), index=8), None),
    ],
)
def test_a_target_is_found_by_id_by_itself_or_by_its_place(node: object, target: Being | None) -> None:
    (wound,) = read(node, targets=("a door", HAG))
    assert isinstance(wound, Damaged)
    assert wound.target == target


def test_broken_concentration_ends_the_older_effect_first() -> None:
    old, new = ({"id": name, "name": name} for name in ("old", "new"))
    ended, added = read(on("h", {"type": "ieffect", "effect": new, "conc_conflict": [old]}))
    assert isinstance(ended, EffectEnded)
    assert isinstance(added, EffectAdded)
    assert (ended.cause, ended.effect.id, added.effect.id) == ("concentration", "old", "new")


def test_a_slot_spent_by_an_action_is_a_slot_not_a_counter() -> None:
    (spent,) = read({"type": "counter", "counter_name": "2", "counter_remaining": 1, "used_amount": 1})
    assert isinstance(spent, SlotUsed)
    assert (spent.slots.level, spent.slots.left, spent.used) == (2, 1, 1)


def test_a_counter_that_was_skipped_used_nothing() -> None:
    assert read({"type": "counter", "counter_name": "Rage", "skipped": True}, {"type": "counter"}) == []


def test_a_contest_is_two_checks() -> None:
    contest = {"contest_skill_name": "Athletics", "contest_roll": {"total": 9, "result": "1d20 (9) = `9`"}}
    check = {"type": "check", "skill_name": "Acrobatics", "check_roll": {"total": 3, "result": "1d20 (3) = `3`"}}
    checks = only(
        CheckRolled, [each for each in read(on("g", {**check, **contest})) if not isinstance(each, RecordingFault)]
    )
    assert [(each.who.name, each.check) for each in checks] == [("Hero", "Athletics"), ("Hag", "Acrobatics")]


def test_an_unknown_node_is_a_fault_and_its_children_are_read() -> None:
    fault, wound = read(on("g", {"type": "curse", "children": [damage(1, "1 = `1`")]}))
    assert isinstance(fault, RecordingFault)
    assert (fault.line, fault.kind, "curse" in fault.text) == (9, "unknown-node", True)
    assert isinstance(wound, Damaged)


@pytest.mark.parametrize(
    ("node", "kind"),
    [
        ("nothing", "unknown-node"),
        ({"type": ["target"]}, "unknown-node"),
        ({"type": "damage", "damage": "much"}, "unreadable-node"),
        ({"type": "attack", "did_hit": True}, "unreadable-node"),
        (damage(5, "five = `5`"), "unreadable-roll"),
        (damage(5, "1d6 (4) = `5`"), "unreadable-roll"),
        (damage(5, "1d6 (4) = `4`"), "contradiction"),
    ],
)
def test_what_cannot_be_read_is_a_fault(node: object, kind: str) -> None:
    faults = [each.kind for each in read(on("g", node)) if isinstance(each, RecordingFault)]
    assert faults == [kind]


def test_damage_whose_roll_cannot_be_read_was_dealt_all_the_same() -> None:
    _, wound = read(on("g", damage(5, "five = `5`")))
    assert isinstance(wound, Damaged)
    assert (wound.amount, wound.roll) == (5, None)


def test_a_tree_without_end_is_a_fault_not_a_crash() -> None:
    node: dict[str, Any] = damage(1, "1 = `1`")
    for _ in range(300):
        node = {"type": "condition", "children": [node]}
    (fault,) = read(node)
    assert isinstance(fault, RecordingFault)
    assert fault.kind == "unreadable-node"
