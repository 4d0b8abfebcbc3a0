"""Looking for what must hold in what the interface answers."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from api.demo.holding import at, failing
from api.demo.script import Hold

SEEN: dict[str, Any] = {
    "values": {"scores.speed": {"value": 6}},
    "conditions": {"a": {"what": "prone", "data": {"part": "arm"}}, "b": {"what": "stunned", "data": {}}},
    "order": [{"name": "x"}],
}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("values.scores.speed.value", 6),
        ("order.0.name", "x"),
        ("order.1.name", msgspec.UNSET),
        ("values.nothing", msgspec.UNSET),
        ("order.0.name.more", msgspec.UNSET),
    ],
)
def test_a_path_may_lead_through_names_with_dots_and_lists(path: str, value: object) -> None:
    assert at(SEEN, path) == value


@pytest.mark.parametrize(
    ("where", "count"), [({}, 2), ({"what": "prone"}, 1), ({"data.part": "arm"}, 1), ({"what": "x"}, 0)]
)
def test_instances_are_counted_as_they_are_described(where: dict[str, Any], count: int) -> None:
    assert failing(Hold(sheet="red", path="conditions", where=where, count=count), SEEN) is None


def test_what_is_not_there_is_told_so() -> None:
    sentence = failing(Hold(sheet="red", path="tracks.hp.current", value=3), SEEN)
    assert sentence == "tracks.hp.current is not there, and ought to be 3"
