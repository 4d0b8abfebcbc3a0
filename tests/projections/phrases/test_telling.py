"""Entries as a player tells them: the title of a command, then what came of it, no subject named twice in a row."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from domain.visibility.event_views import RollView
from projections.names import Name
from projections.phrases.catalogue import Text, catalogue, english, english_texts
from projections.phrases.messages import phrase
from projections.phrases.outcomes import outcome_told
from projections.phrases.recap import merged, moment
from projections.phrases.telling import SUBJECTS, Clause, in_text, joined, of_event, of_roll, pieces, plainly
from projections.translation.catalogues import languages
from projections.views.plans import PlannedEntryView

NAMES = {
    "character/c-7": Name(ref="character/c-7", handle="ilse", name="Ilse"),
    "character/c-8": Name(ref="character/c-8", handle="rat", name="Rat"),
    "encounter/e-2": Name(ref="encounter/e-2", handle="gate", name="The Gate"),
}


def event(type: str, name: str, of: str = "character/c-7", **fields: Any) -> dict[str, Any]:
    return {"type": type, "kind": "x", "name": name, "aggregate": "x", "aggregate_id": of, **fields}


def told(*events: dict[str, Any], about: str = "") -> str:
    return english(joined(pieces([of_event(each, NAMES) for each in events], english, about)))


def rolled(label: str, *dice: int, by: str = "character/ilse", notation: str = "1d6", **fields: Any) -> RollView:
    shown = [{"sides": 6, "value": die, "kept": True, "source": "server"} for die in dice]
    made = {"label": label, "by": by, "notation": notation, "dice": shown, "modifiers": (), "total": sum(dice)}
    return msgspec.convert({**made, "target": None, "outcome": "", "veiled": False, **fields}, RollView)


def of_dice(made: RollView) -> str:
    return english(joined(pieces([of_roll(made, "character/c-7", NAMES)], english)))


def test_a_subject_is_named_once_for_all_that_is_about_it() -> None:
    line = told(event("point_spent", "focus", amount=1), event("condition_ended", "prone-3", because="stood up"))
    assert line == "Ilse: focus −1; no longer prone (stood up)"


def test_a_thing_is_named_once_for_all_that_is_about_it() -> None:
    line = told(
        event("task_begun", "raft", task={"kind": "raft", "goal": 12}),
        event("task_advanced", "raft", amount=6),
        event("task_ended", "raft", because="done"),
    )
    assert line == "Ilse: raft begins (12 to reach), +6, is over (done)"


def test_another_subject_begins_a_sentence() -> None:
    line = told(event("point_spent", "focus", amount=1), event("point_spent", "focus", "character/c-8", amount=2))
    assert line == "Ilse: focus −1. Rat: focus −2"


def test_who_acts_is_not_named_again_behind_the_title() -> None:
    assert told(event("point_spent", "focus", amount=1), about="character/c-7") == "focus −1"


def test_a_sentence_that_opens_with_words_has_a_capital_behind_another() -> None:
    line = told(event("point_spent", "focus", amount=1), event("clock_advanced", "now", "campaign/self", seconds=60))
    assert line == "Ilse: focus −1. Time passes: 1 minute"


def test_who_has_a_place_in_an_encounter_is_what_a_sentence_is_about() -> None:
    events = [
        event("moved", place, "encounter/e-2", **at)
        for place, at in (("c-7", {"x": 0, "y": 3}), ("c-8", {"area": "yard"}))
    ]
    assert told(*events) == "Ilse moves to 0, 3, Rat moves to yard"


def test_what_is_said_again_and_again_is_said_once_with_how_often() -> None:
    assert told(*[event("point_spent", "focus", amount=1)] * 3) == "Ilse: focus −1 (×3)"


@pytest.mark.parametrize(
    ("made", "line"),
    [
        (rolled("attack", 4), "Ilse: attack [4]"),
        (rolled("attack", 4, target=3, outcome="success"), "Ilse: attack [4] against 3: success"),
        (rolled("stay/ilse", 1, modifiers=[{"label": "guts", "amount": 1}], total=2), "Ilse: stay [1] +1 = 2"),
        (rolled("damage", 3, 5, notation="2d6+4", total=12), "Ilse: damage [3, 5] +4 = 12"),
        (rolled("attack/rat", 4), "Ilse: attack (Rat) [4]"),
        (rolled("attack", notation="1d20", total=9), "Ilse: attack 1d20 = 9"),
    ],
)
def test_dice_stand_once_in_what_is_told_of_a_roll(made: RollView, line: str) -> None:
    assert of_dice(made) == line


def test_a_piece_with_dice_has_its_text_on_both_sides_of_them() -> None:
    made = rolled("attack", 4, target=3, outcome="success")
    (piece,) = pieces([of_roll(made, "character/c-7", NAMES)], english)
    assert (english(piece.text), piece.roll, english(piece.after)) == ("Ilse: attack", made, "against 3: success")
    assert english(in_text(piece)) == "Ilse: attack [4] against 3: success"


def test_a_sentence_about_nobody_stands_by_itself() -> None:
    clauses: list[Clause] = [plainly(phrase("entry.unseen")), of_event(event("point_spent", "focus", amount=1), NAMES)]
    assert english(joined(pieces(clauses, english))) == "something out of your sight. Ilse: focus −1"


def test_an_entry_of_a_plan_marks_what_the_other_side_does_not_say() -> None:
    stays, goes = event("point_spent", "focus", amount=1), event("condition_ended", "prone-3")
    entry = PlannedEntryView(entry=4, outcome="restated", because=None, before=(stays, goes), after=(stays,))
    before, after = outcome_told(entry, NAMES)
    assert [(english(mark.piece.text), mark.differs) for mark in before] == [
        ("Ilse: focus −1", False),
        ("no longer prone", True),
    ]
    assert [mark.differs for mark in after] == [False]


def wound(who: str = "Rat", by: str = "Ilse", entry: int = 4, what: str = "lesser") -> dict[str, Any]:
    return {
        "campaign": "TIDE", "entry": entry, "sort": "wound", "done": "wounded", "who": who, "by_whom": by, "what": what,
    }  # fmt: skip


def test_wounds_of_one_entry_are_told_together() -> None:
    (row, *also), other = merged([wound(), wound(what="moderate"), wound(entry=5)])
    assert english(moment(row, also)) == "Ilse wounds Rat twice: lesser, moderate."
    assert [row["entry"] for row in other] == [5]


def templates(text: Text) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())


@pytest.mark.parametrize("language", sorted(languages()))
def test_a_text_that_can_go_without_its_subject_can_do_so_in_every_language(language: str) -> None:
    texts = catalogue(language).texts
    opening = re.compile(rf"\[\{{({'|'.join((*SUBJECTS, 'thing'))})\}}[: ]+\]")
    for message, text in english_texts().items():
        for template in templates(text):
            fields = set(opening.findall(template))
            for translated in templates(texts[message]):
                outside = re.sub(r"\[[^\[\]]*\]", "", translated)
                assert not [field for field in fields if f"{{{field}}}" in outside], (message, translated)
