"""Adding a game means adding one folder, or installing a package with an entry point; and touching nothing else."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

import systems
from domain.system import Registry, System, UnknownCommand, UnknownSystem
from systems.freeform import SYSTEM as FREEFORM
from systems.registry import GROUP, BrokenSystem, load
from tests.freeform.claims import expect_refusal
from tests.freeform.table import Table, tags
from tests.systems import toy
from tests.systems.toy import SYSTEM as TOY
from tests.systems.toy import WATCH

TOY_ENTRY = EntryPoint("toy", "tests.systems.toy:SYSTEM", GROUP)


def playing(**options: Any) -> Table:
    """A table that plays the toy game, with one hero who has five points of wax."""
    return Table(load(installed=[TOY_ENTRY]), "toy", **options).with_hero(wax=5)


def wax(table: Table) -> int:
    return int(table.see("ramjet").tracks["wax"].current)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which games may be put as if it lay among the others."""
    monkeypatch.setattr(systems, "__path__", [*systems.__path__, str(tmp_path)])
    yield tmp_path
    for name in (path.name for path in tmp_path.iterdir()):
        sys.modules.pop(f"systems.{name}", None)


def add(folder: Path, name: str, text: str) -> None:
    (folder / name).mkdir()
    (folder / name / "__init__.py").write_text(text)


def test_the_systems_of_this_repository_are_found() -> None:
    registry = load(installed=[])
    assert registry.base is FREEFORM
    assert "freeform" in registry.systems


def test_an_installed_game_is_found_by_its_entry_point() -> None:
    assert load(installed=[TOY_ENTRY]).system("toy") is TOY


def test_a_game_in_a_folder_of_its_own_is_found(folder: Path) -> None:
    add(
        folder,
        "toy_in_folder",
        'from tests.systems.toy import SYSTEM as T\nSYSTEM = T.__class__(id="toy-in-folder", name="T", version=1, kinds=())\n',
    )
    assert load(systems.__path__, []).system("toy-in-folder").name == "T"


def test_a_folder_without_a_system_is_passed_over(folder: Path) -> None:
    add(folder, "no_game_here", "")
    assert "no_game_here" not in load(systems.__path__, []).systems


def test_a_game_that_does_not_load_is_named(folder: Path) -> None:
    add(folder, "broken_game", "raise RuntimeError('its tables are gone')\n")
    with pytest.raises(
        BrokenSystem, match=r"'broken_game' from systems\.broken_game .*RuntimeError: its tables are gone"
    ):
        load(systems.__path__, [])


def kind(**changes: Any) -> System:
    """The toy game with a fault in one of its commands."""
    faulty = TOY.kinds["toy.light"]._replace(**changes)
    return System(id="toy", name="Toy", version=1, kinds=(faulty,))


@pytest.mark.parametrize(
    ("system", "says"),
    [
        ("no system", "it is a str"),
        (System(id="other", name="Other", version=1, kinds=()), "calls itself 'other'"),
        (kind(actor="nobody"), "light has no field 'nobody'"),
        (kind(actor=""), "light is for an owner"),
        (kind(option="wind"), "option 'wind'"),
    ],
)
def test_a_game_that_is_not_as_it_should_be_is_told_so(
    monkeypatch: pytest.MonkeyPatch, system: object, says: str
) -> None:
    monkeypatch.setattr(toy, "SYSTEM", system)
    with pytest.raises(BrokenSystem, match=says) as broken:
        load(installed=[TOY_ENTRY])
    assert "'toy' from tests.systems.toy:SYSTEM" in str(broken.value)


def test_an_entry_point_that_leads_nowhere_is_named() -> None:
    with pytest.raises(BrokenSystem, match="'gone' from no_such_module:SYSTEM"):
        load(installed=[EntryPoint("gone", "no_such_module:SYSTEM", GROUP)])


def test_two_games_of_one_id_are_told_apart_by_nobody() -> None:
    with pytest.raises(BrokenSystem, match="another system of that id"):
        load(installed=[TOY_ENTRY, TOY_ENTRY])


def test_without_freeform_nothing_is_played(tmp_path: Path) -> None:
    with pytest.raises(BrokenSystem, match="every campaign needs it"):
        load([str(tmp_path)], [])


def test_a_game_has_its_own_commands_and_those_of_freeform() -> None:
    kinds = load(installed=[TOY_ENTRY]).kinds(TOY)
    assert {"toy.light", "freeform.roll"} <= kinds.keys()


def test_one_game_s_commands_are_not_another_s() -> None:
    registry = Registry(FREEFORM, (TOY, System(id="other", name="Other", version=1, kinds=())))
    with pytest.raises(UnknownCommand, match=r"no command 'toy\.light'"):
        registry.kind(registry.system("other"), "toy.light")


def test_a_game_that_is_not_installed_is_told_with_those_that_are() -> None:
    with pytest.raises(UnknownSystem, match="installed are freeform, toy"):
        Registry(FREEFORM, (TOY,)).system("chess")


def test_a_command_of_its_own_cites_its_rule() -> None:
    table = playing()
    decision = table.do("toy.light", who="ramjet", wax=2, member="pat")
    assert tags(decision) == ["point_spent", "condition_gained"]
    assert [h.event.rules for h in decision.emitted] == [("CN-01",), ("CN-01",)]


def test_a_rule_s_words_are_found() -> None:
    registry = load(installed=[TOY_ENTRY])
    rules = [registry.rule(TOY, id) for id in ("CN-01", "minimum", "XX-99")]
    assert [rule and rule.id for rule in rules] == ["CN-01", "minimum", None]


def test_a_command_of_an_option_that_is_off_is_refused() -> None:
    with expect_refusal("option", "drafts"):
        playing().do("toy.blow", who="ramjet", dice=[3])


def test_an_option_of_its_own_is_switched_on() -> None:
    table = playing()
    table.do("set_option", option="drafts", value=True)
    assert tags(table.do("toy.blow", who="ramjet", dice=[3])) == ["rolled"]


def test_a_campaign_may_begin_with_an_option() -> None:
    assert tags(playing(drafts=True).do("toy.blow", who="ramjet", dice=[3])) == ["rolled"]


@pytest.mark.parametrize(
    ("command", "args"),
    [
        ("afflict", {"target": "ramjet", "what": "prone"}),
        ("afflict", {"target": "ramjet", "what": "lit", "data": {"height": "tall"}}),
        ("put", {"target": "ramjet", "component": "tracks", "name": "mana", "instance": {"current": 1}}),
    ],
)
def test_a_game_s_vocabulary_holds_for_freeform_commands_too(command: str, args: dict[str, Any]) -> None:
    with expect_refusal("vocabulary"):
        playing().do(command, args)


def test_a_game_s_moments_come_with_the_clock() -> None:
    table = playing()
    table.do("toy.light", who="ramjet")
    for seconds, left in [(WATCH - 1, 4), (1, 3), (3 * WATCH, 0)]:
        table.do("advance_clock", seconds=seconds)
        assert wax(table) == left


def test_a_game_s_saves_are_rolled_and_not_asked() -> None:
    table = playing()
    until = {"by": "save", "moment": "watch", "subject": ""}
    table.do("afflict", target="ramjet", what="afraid", until=until)
    decision = table.do("advance_clock", seconds=2 * WATCH, dice=[3, 4])
    assert tags(decision) == ["clock_advanced", "rolled", "clock_advanced", "rolled", "condition_ended"]


def test_time_passes_for_all_also_where_some_are_in_a_fight() -> None:
    table = playing()
    table.do("create_character", name="Pearl", tracks={"wax": 3})
    until = {"by": "save", "moment": "watch", "subject": ""}
    table.do("afflict", target="pearl", what="afraid", until=until)
    table.do("create_encounter", name="Fight")
    table.do("join", encounter="fight", who="ramjet")
    table.do("advance_clock", seconds=WATCH, inside="fight", dice=[6])
    assert not table.see("pearl").conditions
