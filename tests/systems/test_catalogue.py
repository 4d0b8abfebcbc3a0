"""Catalogues of games: made of the tables that their rules read, and held against the commands that take their keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec
import pytest
from msgspec import Meta

from api.testing.keys import disagreements
from domain.catalogue import CatalogueKind
from domain.commands import Command
from domain.system import CommandSpec, System
from domain.vocabulary.catalogue import Addition
from projections.views.catalogue import CatalogueEntry, entries_in, fields_with_paths, has_word
from systems.registry import home, load

REGISTRY = load(installed=[])


class Bite(msgspec.Struct, frozen=True, kw_only=True):
    """How something bites."""

    damage: str
    venom: Annotated[str, Meta(extra={"catalogue": "venom"})] = ""


class Beast(msgspec.Struct, frozen=True, kw_only=True):
    """A beast of a small game."""

    name: str
    text: str = ""
    rule: str = ""
    speed: int = 6
    bites: Bite | None = None
    moods: tuple[str, ...] = ()


class Range(NamedTuple):
    """How far a light reaches."""

    bright: int
    dim: int = 0


class Call(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Call a beast."""

    beast: Annotated[str, Meta(description="Which", extra={"catalogue": "beast"})]
    light: Annotated[Literal["", "torch", "candle"], Meta(description="Its light", extra={"catalogue": "light"})] = ""


def game(*kinds: CatalogueKind, args: type[Command] = Call) -> System:
    """A small game with these kinds of entries, and one command."""
    command = CommandSpec(name="call", args=args, rule=lambda _play, _command: None, by="gm", summary="Call a beast.")
    return System(id="small", name="Small", version=1, kinds=(command,), catalogue=kinds)


ADDER = Beast(
    name="Adder", text="It hides.", rule="SM-01", bites=Bite(damage="1d4", venom="weak"), moods=("shy", "cold")
)
BEASTS = CatalogueKind(name="beast", title="Beasts", table={"adder": ADDER}, rules=("SM-02",), units={"speed": "feet"})
LIGHTS = CatalogueKind(name="light", title="Lights", table={"torch": Range(3, 6), "candle": Range(1)})


def entry(kind: CatalogueKind) -> CatalogueEntry:
    return next(entries_in(game(kind)))


def values(shown: CatalogueEntry) -> dict[str, tuple[Any, ...]]:
    return {": ".join(field.label): field.values for field in shown.fields}


def test_an_entry_shows_what_is_not_as_usual_with_its_rules() -> None:
    shown = entry(BEASTS)
    assert (shown.key, shown.name, shown.text, shown.rules) == ("adder", "Adder", "It hides.", ("SM-01", "SM-02"))
    assert values(shown) == {"bites: damage": ("1d4",), "bites: venom": ("weak",), "moods": ("shy", "cold")}


def test_an_entry_says_which_kind_of_entries_a_field_names() -> None:
    assert {field.name: field.of for field in entry(BEASTS).fields if field.of} == {"bites.venom": "venom"}


def test_labels_replace_the_names_of_fields_and_empty_ones_leave_them_out() -> None:
    named = msgspec.structs.replace(BEASTS, labels={"bites": "", "bites.damage": "harm"})
    assert set(values(entry(named))) == {"harm", "venom", "moods"}


@pytest.mark.parametrize(
    ("row", "text", "shown"),
    [
        ("a flame", "a flame", {}),
        (4, "", {"reach": (4,)}),
        (Range(3, 6), "", {"bright": (3,), "dim": (6,)}),
        (Range(1), "", {"bright": (1,)}),
        ({"oil": 2, "wick": ("long", "dry")}, "", {"oil": (2,), "wick": ("long", "dry")}),
    ],
)
def test_texts_numbers_tuples_and_mappings_are_entries_too(row: Any, text: str, shown: Mapping[str, Any]) -> None:
    lamp = entry(CatalogueKind(name="light", title="Lights", table={"oil_lamp": row}, value="reach"))
    assert (lamp.name, lamp.text, values(lamp)) == ("oil lamp", text, shown)


def test_an_entry_names_the_commands_that_take_it() -> None:
    assert [(use.command, use.field) for use in entry(BEASTS).uses] == [("small.call", "beast")]


def test_what_a_campaign_adds_stands_behind_what_is_printed() -> None:
    wolf = Addition(kind="beast", title="Wolf", fields={"speed": 8}, tags=("pack",))
    charm = Addition(kind="charm", title="Luck")
    shown = list(entries_in(game(BEASTS), {"beast/wolf": wolf, "charm/luck": charm}))
    assert [(each.kind, each.key, each.own) for each in shown] == [
        ("beast", "adder", False),
        ("beast", "wolf", True),
        ("charm", "luck", True),
    ]
    assert values(shown[1]) == {"speed": (8,), "tags": ("pack",)}


@pytest.mark.parametrize(
    ("word", "fits"), [("adder", True), ("hides", True), ("shy", True), ("sm-02", True), ("owl", False)]
)
def test_an_entry_is_found_by_its_name_text_values_and_rules(word: str, fits: bool) -> None:
    assert has_word(entry(BEASTS), word) is fits


class Ask(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Ask for a light, by a field without a mark."""

    light: Annotated[Literal["torch", "candle"], Meta(description="Which")] = "torch"


@pytest.mark.parametrize(
    ("wrong", "sentences"),
    [
        (game(BEASTS, LIGHTS), []),
        (game(BEASTS), ["small.call light: there is no kind light"]),
        (
            game(BEASTS, CatalogueKind(name="light", title="Lights", table={"torch": 1, "lamp": 2})),
            ["small.call light: ['candle', 'lamp']"],
        ),
        (game(LIGHTS, args=Ask), ["small.call light takes the keys of light; mark it"]),
    ],
)
def test_fields_and_kinds_that_do_not_agree_are_named(wrong: System, sentences: list[str]) -> None:
    assert list(disagreements(wrong)) == sentences


NOT_PICKED_FROM: Final = {
    "poison unit": "a unit of time",
    "infect unit": "a unit of time",
    "slam unit": "a unit of speed",
    "write_skill tier": "dice by the tier of a skill, shown with each skill",
}
"""Fields whose choices are the rows of a table that is no catalogue, and the reason for it."""


@pytest.mark.parametrize("system", sorted(REGISTRY.systems))
def test_a_table_whose_rows_are_the_choices_of_a_field_is_in_the_catalogue(system: str) -> None:
    shown = REGISTRY.system(system)
    tables = set(_tables(import_module(home(system) or "")))
    fields = (field for type, spec in shown.kinds.items() for field in fields_with_paths(type, spec.args))
    unmarked = {
        f"{field.command.partition('.')[2]} {field.path}"
        for field in fields
        if not field.kinds and frozenset(map(str, filter(None, field.field.choices))) in tables
    }
    assert unmarked <= NOT_PICKED_FROM.keys()


def _tables(package: ModuleType) -> Iterator[frozenset[str]]:
    """Yield the keys of the tables that the modules of a game have from its files."""
    for module in walk_packages(package.__path__, f"{package.__name__}."):
        for value in vars(import_module(module.name)).values():
            yield from _tables_in(value)


def _tables_in(value: object) -> Iterator[frozenset[str]]:
    if isinstance(value, dict) and value and all(isinstance(row, msgspec.Struct) for row in value.values()):
        yield frozenset(map(str, value))
    elif isinstance(value, msgspec.Struct) and type(value).__module__.startswith("systems."):
        for name in value.__struct_fields__:
            inner = getattr(value, name)
            yield from _tables_in(inner)
            if isinstance(inner, dict):
                yield frozenset(map(str, inner))
