"""Damaged recordings: nothing raises, whole lines keep their meaning, and the HP still come out as shown."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from api.imports.avrae import read_log, tell
from tests.imports.avrae.recordings import replay, sample, told_without

WHOLE = b"".join(sample())
LINES = st.integers(1, len(sample()))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["type", "id", "name"]), inner, max_size=2)
    ),
    max_leaves=4,
)
few = settings(max_examples=40)


@few
@given(st.integers(0, len(WHOLE)))
def test_a_cut_file_keeps_every_whole_line_before_the_cut(cut: int) -> None:
    left = WHOLE[:cut].splitlines(keepends=True)
    reading = read_log(left)
    whole = WHOLE[:cut].count(b"\n") + (cut == len(WHOLE))
    assert reading.lines[:whole] == read_log(sample()).lines[:whole]
    assert len(reading.lines) + len(reading.faults) == len(left)


@few
@given(st.dictionaries(LINES, st.tuples(st.floats(0, 1), st.binary(min_size=1, max_size=6)), max_size=6))
def test_corrupted_lines_leave_the_others_alone(damage: dict[int, tuple[float, bytes]]) -> None:
    lines = list(sample())
    for number, (place, noise) in damage.items():
        at = int(place * len(lines[number - 1]))
        lines[number - 1] = lines[number - 1][:at] + noise.replace(b"\n", b"") + lines[number - 1][at + len(noise) :]
    reading = read_log(lines)
    assert sorted([*(line.number for line in reading.lines), *(fault.line for fault in reading.faults)]) == list(
        range(1, 343)
    )
    sound = [line for line in reading.lines if line.number not in damage]
    assert sound == [line for line in read_log(sample()).lines if line.number not in damage]


@few
@given(st.sets(LINES, max_size=120))
def test_lost_lines_spare_all_others_and_the_hp_shown(lost: set[int]) -> None:
    narrative = told_without(*lost)
    assert {line for each in narrative.happenings for line in each.source.lines} == set(range(1, 343)) - lost
    for seen, health in replay(narrative.happenings):
        assert health == {one.name: (one.hp, one.temp_hp) for one in seen.state.combatants}


def paths(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every place inside a JSON value, parents before children."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(inner_path for key, each in inner for inner_path in paths(each, (*path, key)))]


@settings(max_examples=150)
@given(st.data())
def test_a_line_with_any_part_put_otherwise_is_told_or_a_fault(data: st.DataObject) -> None:
    number = data.draw(LINES)
    event = json.loads(sample()[number - 1])
    *way, last = data.draw(st.sampled_from(paths(event)[1:]))
    place = event
    for key in way:
        place = place[key]
    place[last] = data.draw(JSON)
    reading = read_log([*sample()[: number - 1], json.dumps(event).encode(), *sample()[number:]])
    narrative = tell(reading)
    lines = {line for each in narrative.happenings for line in each.source.lines}
    assert lines | {fault.line for fault in narrative.faults} == set(range(1, 343))
