"""Files with more than one combat, and recordings that are imported more than once."""

import pytest

from domain.ledger.checking.verify import verify
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.vocabulary.turns import Pace
from systems.registry import load
from tests.imports.avrae.campaigns import Table, imported, in_memory
from tests.imports.avrae.handmade import Recording, damage, monster, on, player
from tests.imports.avrae.recordings import sample


def combat(name: str, hp: int, *, ended: bool = True) -> Recording:
    """A combat in which a hero, who comes with some HP, hits a goblin for three."""
    recording, hero = Recording(name), player("Hero", 12, hp=hp) | {"id": f"hero-of-{name}"}
    goblin, hurt = (monster("GO1", hp=left) | {"id": f"goblin-of-{name}"} for left in (7, 4))
    recording.begin()
    recording.state(hero, goblin)
    recording.state(hero, goblin, round=1, turn="Hero")
    recording.run(hero, on(goblin, damage("1d6 (3) = `3`")), on=[goblin])
    recording.state(hero, hurt, round=1, turn="Hero")
    if ended:
        recording.end()
    return recording


def together(*recordings: Recording) -> Table:
    return in_memory([line for each in recordings for line in each.lines])


def states(table: Table) -> list[str]:
    encounters = [table.see(f"encounter/e-{entry}") for entry in table.entries("create_encounter")]
    paces: list[Pace] = [each.instances("pace")["now"] for each in encounters]
    return [pace.state for pace in paces]


def test_bug_several_combats_of_a_file_are_encounters_of_one_campaign() -> None:
    table = together(combat("first", 20), combat("second", 13))
    assert (table.report.faults, table.report.differences, states(table)) == ((), (), ["ended", "ended"])


def test_who_was_in_both_combats_is_one_character_and_monsters_are_others() -> None:
    table = together(combat("first", 20), combat("second", 13))
    assert sorted(each.handle for each in table.report.characters) == ["go1", "go1-2", "hero"]
    assert table.track("Hero") == 13


def test_lines_of_combats_that_are_mixed_are_told_apart() -> None:
    first, second = combat("first", 20).lines, combat("second", 13).lines
    table = in_memory([line for pair in zip(first, second, strict=True) for line in pair])
    assert (table.report.faults, table.report.differences, len(table.entries("damage"))) == ((), (), 2)


def test_a_combat_that_was_cut_ends_where_the_next_begins() -> None:
    table = together(combat("first", 20, ended=False), combat("second", 13))
    assert ([fault.kind for fault in table.report.faults], states(table)) == (["cut-off"], ["ended", "ended"])


@pytest.mark.parametrize("at", [0, 2, 100, 340])
def test_a_beginning_that_stands_twice_or_late_splits_no_combat(at: int) -> None:
    (start,) = (line for line in sample() if b'"combat_start"' in line)
    lines = [line for line in sample() if line is not start] if at % 4 else list(sample())
    table = in_memory([*lines[:at], start, *lines[at:]])
    assert (len(table.entries("create_encounter")), table.report.differences) == (1, ())


def test_bug_an_import_of_the_same_recording_names_the_one_before() -> None:
    ledger = Ledger(MemoryStore(), load(installed=[]))
    first, again = imported(ledger, sample()), imported(ledger, sample()[:200])
    other = imported(ledger, combat("other", 20).lines)
    assert (first.earlier, again.earlier, other.earlier) == ((), (first.campaign,), ())


def test_what_is_imported_from_several_combats_verifies() -> None:
    table = together(combat("first", 20), combat("second", 13))
    assert verify(table.store, table.campaign).faults == ()
