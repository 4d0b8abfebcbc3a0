"""Names as people read them, in place of references, paths and ids."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from domain.aggregates import CAMPAIGN
from domain.paths import parse
from projections.names import INSTANCE, REFERENCE, Name, WordName, plain
from projections.phrases.messages import Joined, Part, Term, phrase, row, term
from projections.translation.terms import REFUSAL, VALUE, WORD, WOUND

Names = Mapping[str, Name]
"""Names by what they are the names of: aggregates by reference, instances by path, people by id, moments by `moment/` and
their name."""

_PLACE: Final = re.compile(r"[a-z][a-z_]+(?:-\d+)+")
"""The id of a place in an order of turns that belongs to no character."""

_PLACES: Final = ("order", "positions")
"""Components whose instances may go by the id of a character."""

_MENTIONED: Final = re.compile(rf"({REFERENCE}(?:\.{INSTANCE})?)")
_RULE_ID: Final = re.compile(r"[A-Z]{2}-[A-Z]+-\d+")
_NUMBERED: Final = re.compile(r"(?P<what>.+)/[a-z][a-z_-]*(-\d+)+\Z")
"""A source that says what it is before which one: `moderate cut/wound-63`."""


_CELL: Final = re.compile(r"(?P<grid>.+)/(?P<row>\d+)/(?P<column>\d+)")
"""The id of a cell: its grid, and its row and column, which are counted from 0."""

_ROLES: Final = {"wounds": WOUND, "tracks": VALUE, "attributes": VALUE}
"""The roles of words for instances, by their component; all others are those of words in general."""


def instances(component: str) -> Part:
    """Return the word for the instances of a component."""
    return phrase(f"counted.{component}") if component in COUNTED else component


COUNTED: Final = frozenset(
    {"attributes", "tracks", "modifiers", "formulas", "wounds", "conditions", "traits", "choices", "items", "links"}
    | {"intents", "cards", "tasks", "uses", "order", "positions", "areas", "zones", "props", "crowds", "members"}
    | {"followers", "assets", "missions", "grids", "cells"}
)
"""The components whose instances have a word."""


def name_of(name: Name) -> Part:
    """A name as people read it: a word of the game in their language, and a name that a person gave as it is."""
    return term(name.name.replace("_", " "), role_of(name.kind)) if isinstance(name, WordName) else name.name


def role_of(component: str) -> str:
    """Return the role of words for the instances of a component."""
    return _ROLES.get(component, WORD)


def who(ref: str, names: Names) -> Part:
    """The name of an aggregate, also by the id that its place in an order of turns has; the reference where it is unknown."""
    if ref == CAMPAIGN:
        return phrase("name.campaign")
    name = names.get(ref) or names.get(f"character/{ref}")
    return ref if name is None else name_of(name)


def called_by_handle(names: Names) -> dict[str, str]:
    """Return the names of characters by their handles."""
    return {name.handle: name.name for ref, name in names.items() if ref.startswith("character/") and "." not in ref}


def whose_turn(place: str, names: Names) -> Part:
    """The bearer of a place in an order of turns; a place of no character goes by what it is: `horde-39` is a horde."""
    bearer = who(place, names)
    return term(plain(place)) if bearer == place and _PLACE.fullmatch(place) else bearer


def belonging(bearer: Part, what: Part) -> Part:
    """Name a thing by whom it belongs to: `Kestrel's focus`."""
    return phrase("name.thing_of", whose=phrase("name.possessive", who=bearer), bearer=bearer, what=what)


def thing(path: str, names: Names) -> Part:
    """The name of an instance: of a place that is a character's, the character's; its own id in words where it is unknown."""
    at = parse(path)
    bearer = f"character/{at.name}" if at.component in _PLACES else ""
    known = names.get(path) or names.get(bearer)
    if known is not None and not (isinstance(known, WordName) and known.name == at.name):
        return name_of(known)
    if cell := _CELL.fullmatch(at.name) if at.component == "cells" else None:
        grid = names.get(f"{at.ref}.grids.{cell['grid']}")
        of = term(plain(cell["grid"])) if grid is None else name_of(grid)
        return phrase("name.cell", grid=of, row=int(cell["row"]) + 1, column=int(cell["column"]) + 1)
    words = at.name.replace("_", " ") if at.component in ("tracks", "attributes") else plain(at.name)
    return term(words, role_of(at.component))


def named(text: str, names: Names) -> Part:
    """A text with names where references and paths stand."""
    return row(*(_mentioned(part, names) if index % 2 else part for index, part in enumerate(_MENTIONED.split(text))))


def refusal(sentence: str, names: Names) -> Part:
    """A stored refusal, with names where references stand."""
    part = named(sentence, names)
    return term(part if isinstance(part, str) else _in_words(part), REFUSAL)


def _in_words(part: Part) -> str:
    """A row of strings as one; names are the same in every language."""
    return (
        "".join(map(_in_words, part.parts))
        if isinstance(part, Joined)
        else part.text
        if isinstance(part, Term)
        else str(part)
    )


def source(text: str, names: Names) -> Part:
    """Return the name of a source: a rule by its id, a name, or the words of an id."""
    if _RULE_ID.fullmatch(text):
        return text
    what = _NUMBERED.fullmatch(text)
    origin = named(text, names)
    return origin if origin != text else term(plain(what["what"] if what else text))


def _mentioned(mention: str, names: Names) -> Part:
    ref, dot, _ = mention.partition(".")
    if not dot:
        return who(ref, names)
    what = thing(mention, names)
    if parse(mention).component == "grids":
        return phrase("name.grid", what=what)
    return belonging(who(ref, names), what)
