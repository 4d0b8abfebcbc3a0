"""Events, rolls and entries as a line of a log tells them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.visibility.event_views import RollView
from domain.vocabulary.stored import component_of
from projections.names import Name
from projections.phrases import plans
from projections.phrases.catalogue import english
from projections.phrases.events import BOOKKEEPING, SILENT, brought, event_sentence
from projections.phrases.naming import source
from projections.phrases.questions import asked, choices
from projections.phrases.rolls import judgements, label, roll
from projections.views.plans import ChangeView
from projections.views.questions import OpenQuestion

NAMES = {"character/c-7": Name(ref="character/c-7", handle="ilse", name="Ilse")}


def noted(**fields: Any) -> dict[str, Any]:
    return {
        "type": "noted",
        "name": "npc-action",
        "aggregate": "character/ilse",
        "aggregate_id": "character/c-7",
        **fields,
    }


@pytest.mark.parametrize(
    ("rolled", "words"),
    [
        ("attack/ilse", "attack (Ilse)"),
        ("attack/character/c-7", "attack (Ilse)"),
        ("attack/character/c-8", "attack (character/c-8)"),
        ("attack", "attack"),
    ],
)
def test_bug_a_roll_is_for_a_character_by_name_however_its_label_has_them(rolled: str, words: str) -> None:
    assert english(label(rolled, NAMES)) == words


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (noted(data={"what": "Climb", "slots": 3}), "Ilse: npc action (Climb, slots 3)"),
        (noted(data={"what": "Climb", "target": "character/c-7"}), "Ilse: npc action (Climb, target Ilse)"),
        (noted(), "Ilse: npc action"),
        (noted(text="Up the drainpipe.", data={"slots": 3}), "“Up the drainpipe.”"),
    ],
)
def test_a_note_says_what_it_is_of_and_one_with_words_just_those(event: dict[str, Any], line: str) -> None:
    assert english(event_sentence(event, NAMES)) == line


def test_bug_an_intent_that_a_character_announced_is_no_anchor() -> None:
    intent = {"kind": "downtime", "what": "toy.rest", "by": "95722ae6-9181-4953-88d2-85f37c8c2400"}
    event = {"type": "intent_announced", "name": "downtime/1/1", "intent": intent}
    assert (
        english(event_sentence(event | {"aggregate": "character/ilse", "aggregate_id": "character/c-7"}, NAMES))
        == "Ilse plans rest"
    )


def happened(type: str, name: str, **fields: Any) -> dict[str, Any]:
    return {"type": type, "kind": "x", "name": name, "aggregate": "x", "aggregate_id": "character/c-7", **fields}


UNTIL = "Ilse prone until the end of the scene → until the end of the session"
WOUND = {"severity": "moderate", "kind": "cut", "slot": "body/2", "source": "character/c-7"}


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (happened("wound_suffered", "wound-63", wound=WOUND), "Ilse is wounded by Ilse: moderate cut (body 2)"),
        (happened("wound_closed", "wound-63", because="rested"), "Ilse: wound is closed (rested)"),
        (
            happened("condition_gained", "fired-3", condition={"what": "fired", "until": {"by": "scene"}}),
            "Ilse: fired, until the end of the scene",
        ),
        (
            happened("condition_ended", "working-40-1", because="turn_start"),
            "Ilse: no longer working (at the start of the turn)",
        ),
        (
            happened(
                "modifier_applied",
                "tired-4",
                modifier={"path": "tracks.focus.maximum", "amount": -1, "source": "tired-3"},
            ),
            "Ilse: focus maximum −1 (tired)",
        ),
        (
            happened("card_gained", "intel-1", card={"kind": "intel", "provenance": "Rumour", "tier": 2}),
            "Ilse gets intel, tier 2, from Rumour",
        ),
        (happened("item_changed", "axe-2", location="hand/right"), "Ilse: axe: now at hand right"),
        (happened("clock_advanced", "now", seconds=86_400), "time passes: 1 day"),
        (happened("turn_passed", "now", round=2, active=["c-7"]), "Ilse: round 2 begins, Ilse to act"),
        (happened("turn_passed", "now", state="ended"), "Ilse ends"),
        (happened("task_changed", "goal-3", data={"aim": "x"}), ""),
        (happened("intent_ended", "downtime/1/2"), "Ilse: downtime/1/2 is over"),
        (
            happened("judged", "attack", natural=4, total=5, target=6, outcome="failure", why="takes 4"),
            "Ilse: attack: the dice count as 4, in all 5 against 6, failure (takes 4)",
        ),
        (happened("judged", "attack", outcome="failure", why="it was dodged"), "Ilse: attack: failure (it was dodged)"),
    ],
)
def test_an_event_is_told_as_a_person_at_the_table_would(event: dict[str, Any], line: str) -> None:
    assert english(event_sentence(event, NAMES)) == line


def changed(path: str, before: Any, after: Any) -> str:
    seen = ChangeView(path=path, aggregate_id="character/c-7", before=before, after=after)
    return english(plans.change(seen, NAMES))


@pytest.mark.parametrize(
    ("path", "before", "after", "line"),
    [
        ("character/ilse.tracks.hp.current", 7, -2, "Ilse hp 7 → −2"),
        ("campaign/self.clock.now.at", 0, 86_400, "the clock stands at day 1, 00:00 → day 2, 00:00"),
        ("character/ilse.wounds.wound-63", WOUND, None, "Ilse: moderate cut (body 2) is gone"),
        ("character/ilse.wounds.wound-63", None, WOUND, "Ilse: moderate cut (body 2) is there, by Ilse"),
        ("character/ilse.conditions.prone-3.until", {"by": "scene"}, {"by": "session"}, UNTIL),
        (
            "character/ilse.intents.downtime/1/2.audience",
            "all",
            ["character/c-7"],
            "Ilse downtime/1/2 seen by all → Ilse",
        ),
    ],
)
def test_a_change_is_told_with_what_things_are_called(path: str, before: Any, after: Any, line: str) -> None:
    assert changed(path, before, after) == line


def test_what_an_event_brings_is_called_so_from_then_on() -> None:
    known = {**NAMES, **brought(happened("wound_suffered", "wound-63", wound=WOUND), NAMES)}
    assert (
        english(event_sentence(happened("wound_closed", "wound-63"), known)) == "Ilse: moderate cut (body 2) is closed"
    )


def test_every_event_that_is_left_out_exists() -> None:
    assert {type for type in {*SILENT, *BOOKKEEPING} if not component_of(type)} == set()


def rolled(label: str, by: str = "character/ilse", **fields: Any) -> RollView:
    made = {"label": label, "by": by, "notation": "1d6", "dice": (), "modifiers": (), "total": 4, "target": None}
    return msgspec.convert({**made, "outcome": "", "veiled": False, **fields}, RollView)


@pytest.mark.parametrize(
    ("made", "line"),
    [
        (rolled("attack"), "Ilse: attack 1d6 = 4"),
        (rolled("speed/ilse"), "speed (Ilse) 1d6 = 4"),
        (rolled("craft", "enclave/crew"), "craft 1d6 = 4"),
        (
            rolled("stay/ilse", modifiers=[{"label": "guts", "amount": 2}, {"label": "pain", "amount": -1}], target=3),
            "stay (Ilse) 1d6 +1 = 4 against 3",
        ),
    ],
)
def test_a_roll_says_who_made_it_and_what_was_added(made: RollView, line: str) -> None:
    assert english(roll(made, NAMES, by=True)) == line


def test_a_roll_tells_how_it_was_judged_afterwards() -> None:
    judged = [{"why": "morale was lowered", "outcome": "success"}, {"why": "", "total": 4}]
    assert english(judgements(rolled("stay", judged=judged))) == " → success (morale was lowered) → 4"
    assert english(judgements(rolled("stay"))) == ""


def test_a_roll_names_each_of_its_modifiers_where_that_is_wanted() -> None:
    made = rolled("stay", modifiers=[{"label": "guts", "amount": 2}, {"label": "pain", "amount": -1}])
    assert english(roll(made, NAMES, by_part=True)) == "stay 1d6 +2 guts −1 pain = 4"


@pytest.mark.parametrize(
    ("price", "until", "words"),
    [
        ("1 Stamina", "scene", " [yes, no], for 1 Stamina, until the end of the scene"),
        ("", "session", " [yes, no], until the end of the session"),
        ("2 steps of morale", "next deed", " [yes, no], for 2 steps of morale, until they next do something"),
        ("", "", " [yes, no]"),
    ],
)
def test_an_offer_tells_its_price_and_when_it_closes(price: str, until: str, words: str) -> None:
    options = ("yes", "no")
    offer = OpenQuestion(
        deed=7, key="again", owner="ana", prompt="Again?", options=options, default="no", blocking=False, mine=True,
        open=True, kind="offer", price=price, until=until,
    )  # fmt: skip
    assert english(choices(offer)) == words


@pytest.mark.parametrize(
    ("key", "prompt", "words"),
    [("again", "Again?", "asks Ana: Again?"), ("again", "", "asks Ana: again"), ("", "", "asks Ana")],
)
def test_a_question_whose_content_is_hidden_names_only_whom_it_asks(key: str, prompt: str, words: str) -> None:
    question = OpenQuestion(
        deed=7, key=key, owner="ana", prompt=prompt, options=(), default="", blocking=True, mine=False, open=True
    )
    assert english(asked(question, {"ana": Name(ref="ana", handle="ana", name="Ana")})) == words


@pytest.mark.parametrize(
    ("active", "line"),
    [
        (["horde-39"], "The Gate: horde to act"),
        (["c-7", "horde-39"], "The Gate: Ilse and horde to act"),
        (["c-9"], "The Gate: c-9 to act"),
    ],
)
def test_a_place_in_the_order_that_is_nobodys_goes_by_what_it_is(active: list[str], line: str) -> None:
    gate = Name(ref="encounter/e-2", handle="gate", name="The Gate")
    event = {"type": "turn_passed", "name": "now", "aggregate": "encounter/gate", "aggregate_id": "encounter/e-2"}
    assert english(event_sentence(event | {"active": active}, NAMES | {"encounter/e-2": gate})) == line


def test_what_the_campaign_has_is_told_of_the_campaign() -> None:
    event = {"type": "point_gained", "name": "fate", "amount": 1}
    sentence = event_sentence(event | {"aggregate": "campaign/self", "aggregate_id": "campaign/self"}, NAMES)
    assert english(sentence) == "The campaign: fate +1"


@pytest.mark.parametrize(
    ("label", "told_as"), [("RC-DIS-05", "RC-DIS-05"), ("night_air-12", "night air"), ("character/c-7", "Ilse")]
)
def test_what_a_rule_brought_goes_by_its_id(label: str, told_as: str) -> None:
    assert english(source(label, NAMES)) == told_as


@pytest.mark.parametrize(("place", "line"), [("c-7", "Ilse leaves (down)"), ("horde-39", "horde leaves (down)")])
def test_bug_a_combatant_who_leaves_the_order_of_turns_is_called_by_name(place: str, line: str) -> None:
    event = {
        "type": "turn_left",
        "name": place,
        "aggregate": "encounter/road",
        "aggregate_id": "encounter/e-1",
        "because": "down",
    }
    assert english(event_sentence(event, NAMES)) == line
