"""The lines of a plan, for what comes, goes and changes, as a game master reads them."""

from __future__ import annotations

from typing import Any

import pytest

from projections.names import Name
from projections.phrases.catalogue import english
from projections.phrases.plans import change
from projections.views.plans import ChangeView

NAMES = {
    f"{kind}/{id}": Name(ref=f"{kind}/{id}", handle=name.lower(), name=name, kind="")
    for kind, id, name in (("character", "c-6", "Ada"), ("character", "c-7", "Ben"), ("encounter", "e-1", "Alley"))
}
ADA, BEN = ({"ref": f"character/c-{number}", "kind": "character", "folded": "x"} for number in (6, 7))


def line(ref: str, path: str, before: Any, after: Any) -> str:
    return english(change(ChangeView(path=f"{ref}.{path}", aggregate_id=ref, before=before, after=after), NAMES))


@pytest.mark.parametrize(
    ("ref", "path", "before", "after", "sentence"),
    [
        ("campaign/self", "handles.ada", ADA, None, "the handle ada is free again: Ada had it"),
        ("campaign/self", "handles.ada", None, ADA, "the handle ada stands for Ada"),
        ("campaign/self", "handles.ada", ADA, BEN, "the handle ada stands for Ben, no longer for Ada"),
        (
            "campaign/self",
            "handles.ada.ref",
            "character/c-6",
            "character/c-7",
            "the handle ada stands for Ben, no longer for Ada",
        ),
        ("campaign/self", "phases.2", {"number": 2}, None, "downtime phase 2 is gone"),
        ("campaign/self", "phases.1.slots", {"character/c-6": 1}, {}, "the campaign downtime phase 1 slots: Ada 1 → —"),
        ("campaign/self", "phases.1.state", "processed", "open", "the campaign downtime phase 1 processed → open"),
        ("campaign/self", "sessions.1", {"title": "One"}, None, "session 1 (One) is gone"),
        ("campaign/self", "scenes.3.ended", 21, 59, "the campaign scene 3 ended 21 → 59"),
        ("campaign/self", "ground.self.options", {"dice": "table"}, {}, "the campaign options: dice table → —"),
        (
            "campaign/self",
            "questions.40/0",
            None,
            {"key": "which-way", "deed": 40},
            "the campaign: the question which-way is open",
        ),
        ("encounter/e-1", "pace.now", {"state": "running"}, None, "Alley has not begun"),
        ("encounter/e-1", "pace.now.round", 1, 2, "Alley round 1 → 2"),
        ("encounter/e-1", "pace.now.active", ["c-6"], ["c-7"], "Alley active Ada → Ben"),
        ("encounter/e-1", "order.c-6", {"subject": "character/c-6"}, None, "Ada has no turn in Alley any more"),
        ("encounter/e-1", "positions.c-6", None, {}, "Ada has a place on the map of Alley"),
        ("enclave/g-1", "members.c-6", None, {"character": "character/c-6"}, "Ada belongs to enclave/g-1"),
        ("encounter/e-1", "zones.z", None, {"kind": "character/c-6"}, "Alley: Ada is there"),
        ("character/c-6", "profile.self", {"name": "Ada"}, None, "Ada is gone"),
        ("character/c-6", "profile.self.handle", "ada-2", "ada", "Ada handle ada-2 → ada"),
        ("character/c-6", "tracks.hp.current", 3, 5, "Ada hp 3 → 5"),
    ],
)
def test_a_change_is_told_as_a_game_master_understands_it(
    ref: str, path: str, before: Any, after: Any, sentence: str
) -> None:
    assert line(ref, path, before, after) == sentence
