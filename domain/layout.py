"""Layouts of a game's sheets and boards: data in `sheet.toml`, so that any client can show them as its players would.

```toml
[[sheet]]
title = "Stats"
as = "values"                       # values by path, as `explain` takes them, with their labels
of = {"attributes.brawn" = "Brawn", "scores.speed" = "Speed"}

[[sheet]]
title = "Effort"
as = "dots"                         # pools as dots: those left, those spent, those that the maximum has lost
of = {stamina = "Stamina"}

[[sheet]]
title = "Wounds"
as = "places"                       # instances by where they sit; the places there are, empty ones included
component = "wounds"
places = [{at = "body/*", title = "Body", count = "slots.wounds"}, {at = "item/*", title = "Armor"}]
shows = "{severity}[ {kind}]"       # the fields of an instance; what stands in brackets only where it says something

[[board]]
title = "Status"
as = "list"                         # on a board, of those who take part
component = "conditions"
shows = "{what}"
```

The other ways to show something are `scale` (a level between its bounds), `grid` (items by row and column), and on boards
`turn` (the fields of a place in the order of turns).

A game that is played on squares or in areas has its boards drawn as a map, with a sign for each kind of zone. Pictures fill
squares with patterns: `fills` names one for a kind of zone or a light; a zone without one gets a pattern of its own.

```toml
[map]
zones = {rubble = "▒", wall = "█"}
fills = {rubble = "rough", wall = "solid"}
```

A group has sections of its own, which may also list what only groups have, and its roster has columns about each of its
members. Its log is made of the notes that its game writes about it, such as one for each day:

```toml
[[group]]
title = "Stores"
as = "list"
component = "assets"
where = {kind = "store"}
shows = "{title}: {quantity}"

[[roster]]
title = "Wounds"
as = "dots"
of = {wounds = ""}

[log]
notes = ["day"]
columns = {day = "Day", food = "Food"}   # keys of a note's data, with their titles
```

What players do most often stands on their pages to be tapped. With a component, there is one button for each instance that is as
`where` says, and `field` of the command takes its title:

```toml
[[quick]]
title = "Attack"
command = "mygame.attack"

[[quick]]
title = "{title}"
command = "mygame.use_power"
component = "traits"
where = {kind = "power"}
field = "power"
```

Where the field takes the id of the instance and not its title, say `takes = "id"`. A command that asks for nothing else, such as
the one that passes the turn on, is given with the tap itself where it says `at_once = true`, as long as its character has the turn.
The commands that bring people into play, and that begin a fight, stand on the page of the table for the members who may give them:

```toml
[[table]]
title = "New character"
command = "mygame.create"
```

What a game master does most often to a creature, whoever it is, stands on its line of a board. `whom` is the field that takes the
creature, and `asks` are the fields that stand there to be filled in; without any, the command is a button:

```toml
[[by_hand]]
title = "Damage"
command = "mygame.hurt"
whom = "who"
asks = ["amount"]

[[by_hand]]
title = "End: {what}"
command = "freeform.relieve"
whom = "target"
component = "conditions"
field = "condition"
takes = "id"
```

What hangs on a moment of the game lasts until it comes. How people say that is written below `moments`, as what follows the word
"until", with whose moment it is; moments that are not there are said by their names:

```toml
[moments]
turn_end = "the end of {whose} turn"      # until the end of Kestrel's turn; for 2 more of Kestrel's turns
wounded = "{who} is wounded"
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from itertools import chain
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from domain.aggregates import SHARED
from domain.vocabulary import COMPONENTS
from domain.vocabulary.base import Scalar

FILE: Final = "sheet.toml"

ON_BOARDS: Final = ("wounds", "conditions")
"""Components that a board has of those who take part."""

OF_GROUPS: Final = ("members", "assets", "missions", "followers")
"""Components that only groups have, and that their page may list."""

SUBJECTS: Final = frozenset({"who", "whose"})
"""Placeholders for the subject of a moment."""

_FIELD: Final = re.compile(r"\{([^{}\[\]]*)\}")
_PATH: Final = re.compile(r"[a-z_]+(\.[A-Za-z0-9_/:+-]+)+\Z")

Label = Annotated[str, Meta(max_length=40)]
"""People's word for something; empty where the section's title says it already."""


class WrongLayout(ValueError):
    """A layout cannot be used. Says which section, and what would be right."""

    slug = "wrong-layout"

    def __init__(self, package: str, wrong: str) -> None:
        super().__init__(f"{package}/{FILE}: {wrong}")


class _Section(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="as"
):
    title: Annotated[str, Meta(min_length=1, max_length=40)]


class Values(_Section, frozen=True, kw_only=True, tag="values"):
    """Values after modifiers and formulas, by path."""

    of: dict[str, Label]


class Dots(_Section, frozen=True, kw_only=True, tag="dots"):
    """Tracks that are counted in dots, by name: as many as their base maximum, or more where it is raised."""

    of: dict[str, Label]


class ScaleLayout(_Section, frozen=True, kw_only=True, tag="scale"):
    """Tracks that are a level between their bounds, by name."""

    of: dict[str, Label]


class PlaceLayout(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The place of an instance: just `at`, or any place below it (`belt/*`). `count` is the path of how many places
    there are below it, numbered from 1; without it only those that are taken are shown."""

    at: str
    title: Label
    count: str = ""


class Places(_Section, frozen=True, kw_only=True, tag="places"):
    """Wounds by slot, or items by location."""

    component: Literal["wounds", "items"]
    places: tuple[PlaceLayout, ...]
    shows: str


class GridLayout(_Section, frozen=True, kw_only=True, tag="grid"):
    """Items by row and column, both from 1: those at `<at>/<row>,<column>`."""

    at: str
    rows: Annotated[int, Meta(ge=1, le=20)]
    columns: Annotated[int, Meta(ge=1, le=20)]
    shows: str


class ListLayout(_Section, frozen=True, kw_only=True, tag="list"):
    """The instances of a component that are as `where` says: each field, by dotted path, has that value or one of those.

    `empty` is what stands there where there are none; without it the section is left out.
    """

    component: str
    shows: str
    where: dict[str, Scalar | tuple[Scalar, ...]] = {}
    empty: str = ""


class TurnLayout(_Section, frozen=True, kw_only=True, tag="turn"):
    """The fields of a character's place in the order of turns. Of those who do not act now, `waiting` is shown where it is given;
    it may also name what is `{spent.…}` of the `whole` budgets of a turn."""

    shows: str
    waiting: str = ""
    whole: dict[str, int] = {}


Fill = Literal["solid", "glass", "low", "rough", "drop", "danger", "dim", "dark", "mist"]
"""The patterns of pictures: what stands in the way, what one sees through, what one climbs over, bad ground, a fall, a hazard,
little light, none, and what hides."""


class MapLayout(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The drawing of a board's map: the sign that fills the squares of each kind of zone, by kind, and the pattern that a
    picture has for a kind of zone, or for an area with that light."""

    zones: dict[str, Annotated[str, Meta(min_length=1, max_length=1)]] = {}
    fills: dict[str, Fill] = {}

    def sign(self, kind: str) -> str:
        """The sign of a kind of zone; `*` for those that have none of their own."""
        return self.zones.get(kind, "*")


class Log(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The notes that make the log of a group, by name, and what of their data it shows: the keys with their titles."""

    notes: Annotated[tuple[str, ...], Meta(min_length=1)]
    columns: Annotated[dict[str, Label], Meta(min_length=1)]


class QuickLayout(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A command that players give often. `fills` are arguments that stand in its form; with a `component`, it is one for each of the
    character's instances that are as `where` says, and `field` takes the instance's title, or its id where it `takes` that. One
    that is given `at_once` needs no form while its character has the turn.
    """

    title: Annotated[str, Meta(min_length=1, max_length=40)]
    command: str
    fills: dict[str, str] = {}
    component: str = ""
    where: dict[str, Scalar | tuple[Scalar, ...]] = {}
    field: str = ""
    takes: Literal["title", "id"] = "title"
    at_once: bool = False


class HandLayout(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A command that a game master gives about a creature on its line of a board. `whom` is the field that takes the creature, and
    `asks` are those to fill in. With a `component`, it is one for each of the creature's instances, as with a quick command.
    """

    title: Annotated[str, Meta(min_length=1, max_length=40)]
    command: str
    whom: str
    asks: tuple[str, ...] = ()
    fills: dict[str, str] = {}
    component: str = ""
    where: dict[str, Scalar | tuple[Scalar, ...]] = {}
    field: str = ""
    takes: Literal["title", "id"] = "title"


class TableLayout(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A command with which people are brought into play, or a fight is begun: it stands on the page of the table."""

    title: Annotated[str, Meta(min_length=1, max_length=40)]
    command: str


AnySection = Values | Dots | ScaleLayout | Places | GridLayout | ListLayout
AnyColumn = Dots | ScaleLayout | ListLayout | TurnLayout
AnyMemberColumn = Values | Dots | ScaleLayout | ListLayout


class Layout(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The sections of a sheet from top to bottom, the columns of a board after its participants, and how people say when
    a moment comes: what follows "until", with `{who}` or `{whose}` for its subject. `map` is how its boards are drawn; without one they
    are not. `group` are the sections of a group's page, `roster` the columns about its members, and `log` is what its log shows.
    `quick` are the commands that players give most often, in the order in which they are shown, and `table` those that
    bring people into play and begin fights; `by_hand` are those about a creature on a board."""

    sheet: tuple[AnySection, ...] = ()
    board: tuple[AnyColumn, ...] = ()
    group: tuple[AnySection, ...] = ()
    roster: tuple[AnyMemberColumn, ...] = ()
    log: Log | None = None
    quick: tuple[QuickLayout, ...] = ()
    table: tuple[TableLayout, ...] = ()
    by_hand: tuple[HandLayout, ...] = ()
    moments: dict[str, str] = {}
    map: MapLayout | None = None


def layout_of(package: str) -> Layout:
    """The layout in the folder of a game's package. Raises WrongLayout, and FileNotFoundError where there is none."""
    return read_layout(files(package).joinpath(FILE).read_bytes(), package)


def read_layout(text: bytes, package: str) -> Layout:
    """The layout that a text describes. Raises WrongLayout."""
    try:
        layout = msgspec.toml.decode(text, type=Layout)
    except msgspec.DecodeError as error:
        raise WrongLayout(package, str(error)) from error
    for section in (*layout.sheet, *layout.board, *layout.group, *layout.roster):
        if wrong := next(chain(_wrong(section, layout), _unseen_on_boards(section, layout)), ""):
            raise WrongLayout(package, f"section {section.title!r}: {wrong}")
    given: tuple[QuickLayout | HandLayout, ...] = (*layout.quick, *layout.by_hand)
    for quick in given:
        if wrong := next(_unfit(quick), ""):
            raise WrongLayout(package, f"quick command {quick.title!r}: {wrong}")
    for moment, sentence in layout.moments.items():
        if not sentence.strip() or not set(_FIELD.findall(sentence)) <= SUBJECTS:
            raise WrongLayout(
                package, f"moment {moment!r}: {sentence!r} has to say when, with {{who}} or {{whose}} for whose it is"
            )
    return layout


def fields_shown(shows: str) -> list[str]:
    """The dotted fields that a line shows."""
    return _FIELD.findall(shows)


def _wrong(section: AnySection | AnyColumn, layout: Layout) -> Iterator[str]:
    match section:
        case Values():
            yield from _no_paths(section.of)
        case Places():
            yield from _unknown_fields(section.component, section.shows)
            yield from _no_paths(place.count for place in section.places if place.count)
        case GridLayout():
            yield from _unknown_fields("items", section.shows)
        case ListLayout():
            components = (*SHARED, *OF_GROUPS) if section in layout.group else tuple(SHARED)
            if section.component not in components:
                yield f"there is no component {section.component!r}; there are {', '.join(components)}"
            else:
                yield from _unknown_fields(section.component, section.shows, *section.where)
        case TurnLayout():
            yield from _unknown_fields("order", section.shows)
            if section.waiting:
                yield from _unknown_fields("order", section.waiting.replace("{spent.", "{budget."))
        case Dots() | ScaleLayout():
            return


def _unseen_on_boards(section: AnySection | AnyColumn, layout: Layout) -> Iterator[str]:
    if isinstance(section, ListLayout) and section in layout.board and section.component not in ON_BOARDS:
        yield f"a board shows {' and '.join(ON_BOARDS)} of those who take part, not {section.component}"


def _unfit(quick: QuickLayout | HandLayout) -> Iterator[str]:
    """Yield what is wrong with a quick command, or one on the lines of boards."""
    if not quick.component:
        if quick.where or quick.field or fields_shown(quick.title):
            yield "`where`, `field` and placeholders belong to a `component`"
    elif quick.component not in SHARED:
        yield f"there is no component {quick.component!r}; there are {', '.join(SHARED)}"
    elif isinstance(quick, HandLayout) and quick.component not in ON_BOARDS:
        yield f"a board has {' and '.join(ON_BOARDS)} of those who take part, not {quick.component}"
    elif not quick.field:
        yield "say by `field` which field of the command takes the instance's title"
    else:
        yield from _unknown_fields(quick.component, quick.title, *quick.where)


def _no_paths(paths: Any) -> Iterator[str]:
    wrong = [path for path in paths if not _PATH.match(path)]
    yield from (f"{path!r} is no path; one looks like attributes.guts or scores.speed" for path in wrong)


def _unknown_fields(component: str, shows: str, *wheres: str) -> Iterator[str]:
    known = ("name", *COMPONENTS[component].instance.__struct_fields__)
    unknown = [field for field in (*fields_shown(shows), *wheres) if field.partition(".")[0] not in known]
    yield from (f"{component} have no field {field!r}; they have {', '.join(known)}" for field in unknown)
    if shows.count("[") != shows.count("]") or not fields_shown(shows):
        yield f"{shows!r} shows no field, or its brackets do not close; a line looks like {{what}}[ ({{level}})]"
