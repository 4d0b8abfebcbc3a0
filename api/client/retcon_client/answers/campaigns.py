"""Answers about campaigns, written from the OpenAPI document of the service."""

from __future__ import annotations

import msgspec

from retcon_client.answers.shared import HeadView, OpenQuestion


class CampaignNow(msgspec.Struct, frozen=True, kw_only=True):
    """A campaign with its open questions and offers."""

    id: str
    name: str
    system: str
    state: str
    options: dict[str, str | int | bool | None]
    created_at: str
    role: str
    head: HeadView
    clock: ClockView | None
    session: IntervalView | None
    scene: IntervalView | None
    forked_from: str | None
    forked_at: int | None
    forked_known_at: int | None
    plans_due: tuple[PlanDue, ...]
    decisions: tuple[OpenQuestion, ...]


class CampaignView(msgspec.Struct, frozen=True, kw_only=True):
    """A campaign, and where it stands. `options` are all there are, with the values in force; `role` is the caller's. A
    closed campaign takes no commands and no changes of the past; an archived one is closed, and left out of lists.
    `clock` is null where it is the game master's secret. A fork says which campaign it left, at which of its
    entries, and which was its newest then. `plans_due` are the downtime plans that wait for the caller, whose
    characters have slots left.
    """

    id: str
    name: str
    system: str
    state: str
    options: dict[str, str | int | bool | None]
    created_at: str
    role: str
    head: HeadView
    clock: ClockView | None
    session: IntervalView | None
    scene: IntervalView | None
    forked_from: str | None
    forked_at: int | None
    forked_known_at: int | None
    plans_due: tuple[PlanDue, ...]


class ClockView(msgspec.Struct, frozen=True, kw_only=True):
    """In-game time: seconds since the campaign's beginning, and what that is called."""

    at: int
    origin: str


class Dots(msgspec.Struct, frozen=True, kw_only=True, tag_field="as", tag="dots"):
    """Tracks that are counted in dots, by name: as many as their base maximum, or more where it is raised."""

    title: str
    of: dict[str, str]


class GridLayout(msgspec.Struct, frozen=True, kw_only=True, tag_field="as", tag="grid"):
    """Items by row and column, both from 1: those at `<at>/<row>,<column>`."""

    title: str
    at: str
    rows: int
    columns: int
    shows: str


class HandLayout(msgspec.Struct, frozen=True, kw_only=True):
    """A command that a game master gives about a creature on its line of a board. `whom` is the field that takes the
    creature, and `asks` are those to fill in. With a `component`, it is one for each of the creature's instances, as
    with a quick command.
    """

    title: str
    command: str
    whom: str
    asks: tuple[str, ...] = ()
    fills: dict[str, str] = {}
    component: str | None = None
    where: dict[str, str | int | bool | tuple[str | int | bool | None, ...] | None] = {}
    field: str | None = None
    takes: str | None = None


class IntervalView(msgspec.Struct, frozen=True, kw_only=True):
    """A session or a scene. `opened` and `ended` are entries; `ended` is null while it is open."""

    number: int
    title: str
    opened: int
    ended: int | None


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """The sections of a sheet from top to bottom, the columns of a board after its participants, and how people say
    when a moment comes: what follows "until", with `{who}` or `{whose}` for its subject. `map` is how its boards are
    drawn; without one they are not. `group` are the sections of a group's page, `roster` the columns about its
    members, and `log` is what its log shows. `quick` are the commands that players give most often, in the order in
    which they are shown, and `table` those that bring people into play and begin fights; `by_hand` are those about a
    creature on a board.
    """

    sheet: tuple[Values | Dots | ScaleLayout | Places | GridLayout | ListLayout, ...]
    board: tuple[Dots | ScaleLayout | ListLayout | TurnLayout, ...]
    group: tuple[Values | Dots | ScaleLayout | Places | GridLayout | ListLayout, ...]
    roster: tuple[Values | Dots | ScaleLayout | ListLayout, ...]
    log: Log | None
    quick: tuple[QuickLayout, ...]
    table: tuple[TableLayout, ...]
    by_hand: tuple[HandLayout, ...]
    moments: dict[str, str]
    map: MapLayout | None


class ListLayout(msgspec.Struct, frozen=True, kw_only=True, tag_field="as", tag="list"):
    """The instances of a component that are as `where` says: each field, by dotted path, has that value or one of
    those. `empty` is what stands there where there are none; without it the section is left out.
    """

    title: str
    component: str
    shows: str
    where: dict[str, str | int | bool | tuple[str | int | bool | None, ...] | None] = {}
    empty: str | None = None


class Log(msgspec.Struct, frozen=True, kw_only=True):
    """The notes that make the log of a group, by name, and what of their data it shows: the keys with their titles."""

    notes: tuple[str, ...]
    columns: dict[str, str]


class MapLayout(msgspec.Struct, frozen=True, kw_only=True):
    """The drawing of a board's map: the sign that fills the squares of each kind of zone, by kind, and the pattern that
    a picture has for a kind of zone, or for an area with that light.
    """

    zones: dict[str, str] = {}
    fills: dict[str, str] = {}


class OptionNow(msgspec.Struct, frozen=True, kw_only=True):
    """An option of a campaign, with the value in force."""

    name: str
    default: str | int | bool | None
    choices: tuple[str | int | bool | None, ...]
    text: str
    rules: tuple[str, ...]
    value: str | int | bool | None


class PlaceLayout(msgspec.Struct, frozen=True, kw_only=True):
    """The place of an instance: just `at`, or any place below it (`belt/*`). `count` is the path of how many places
    there are below it, numbered from 1; without it only those that are taken are shown.
    """

    at: str
    title: str
    count: str | None = None


class Places(msgspec.Struct, frozen=True, kw_only=True, tag_field="as", tag="places"):
    """Wounds by slot, or items by location."""

    title: str
    component: str
    places: tuple[PlaceLayout, ...]
    shows: str


class PlanDue(msgspec.Struct, frozen=True, kw_only=True):
    """A plan that waits for the player of a character: `left` slots of an open phase have nothing planned for them."""

    phase: int
    title: str
    handle: str
    name: str
    left: int


class QuickLayout(msgspec.Struct, frozen=True, kw_only=True):
    """A command that players give often. `fills` are arguments that stand in its form; with a `component`, it is one
    for each of the character's instances that are as `where` says, and `field` takes the instance's title, or its id
    where it `takes` that. One that is given `at_once` needs no form while its character has the turn.
    """

    title: str
    command: str
    fills: dict[str, str] = {}
    component: str | None = None
    where: dict[str, str | int | bool | tuple[str | int | bool | None, ...] | None] = {}
    field: str | None = None
    takes: str | None = None
    at_once: bool | None = None


class ScaleLayout(msgspec.Struct, frozen=True, kw_only=True, tag_field="as", tag="scale"):
    """Tracks that are a level between their bounds, by name."""

    title: str
    of: dict[str, str]


class TableLayout(msgspec.Struct, frozen=True, kw_only=True):
    """A command with which people are brought into play, or a fight is begun: it stands on the page of the table."""

    title: str
    command: str


class TurnLayout(msgspec.Struct, frozen=True, kw_only=True, tag_field="as", tag="turn"):
    """The fields of a character's place in the order of turns. Of those who do not act now, `waiting` is shown where it
    is given; it may also name what is `{spent.…}` of the `whole` budgets of a turn.
    """

    title: str
    shows: str
    waiting: str | None = None
    whole: dict[str, int] = {}


class Values(msgspec.Struct, frozen=True, kw_only=True, tag_field="as", tag="values"):
    """Values after modifiers and formulas, by path."""

    title: str
    of: dict[str, str]
