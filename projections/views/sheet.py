"""The sheet: everything a creature, group or scene is and has, as one viewer may see it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from domain.aggregates import CAMPAIGN, SHARED
from domain.play.reading import World, system_id
from domain.visibility.audience import Viewer
from domain.visibility.rows import row_of
from domain.visibility.state import HIDDEN
from domain.visibility.view_fields import Fields, component_fields, instance_fields
from domain.visibility.world import VisibleWorld
from domain.vocabulary.bodies import Condition, Wound
from domain.vocabulary.holdings import Card, Choice, Item, Trait
from domain.vocabulary.questions import Question
from domain.vocabulary.undertakings import Intent, Link, Task, Use
from domain.vocabulary.values import Formula, Modifier
from projections.as_of import AsOf
from projections.names import Name, Names
from projections.values import SeenTrack, SeenValue, seen_track, seen_value


class SheetView(msgspec.Struct, frozen=True, kw_only=True):
    """Components by name, with values after formulas and modifiers beside the base.

    `values` are those that a formula alone defines, by path. `whole` is false where only the name is known to the
    viewer. `names` holds the name of everything mentioned.
    """

    id: str
    ref: str
    handle: str
    name: str
    title: str
    system: str
    owner: str | None
    owners: tuple[str, ...]
    kind: str
    whole: bool
    data: Fields
    attributes: dict[str, SeenValue]
    tracks: dict[str, SeenTrack]
    values: dict[str, SeenValue]
    modifiers: dict[str, Annotated[Any, row_of(Modifier)]]
    formulas: dict[str, Annotated[Any, row_of(Formula)]]
    wounds: dict[str, Annotated[Any, row_of(Wound)]]
    conditions: dict[str, Annotated[Any, row_of(Condition)]]
    traits: dict[str, Annotated[Any, row_of(Trait)]]
    choices: dict[str, Annotated[Any, row_of(Choice)]]
    items: dict[str, Annotated[Any, row_of(Item)]]
    cards: dict[str, Annotated[Any, row_of(Card)]]
    tasks: dict[str, Annotated[Any, row_of(Task)]]
    uses: dict[str, Annotated[Any, row_of(Use)]]
    links: dict[str, Annotated[Any, row_of(Link)]]
    intents: dict[str, Annotated[Any, row_of(Intent)]]
    questions: dict[str, Annotated[Any, row_of(Question)]]
    names: dict[str, Name] = {}
    as_of: AsOf | None = None


_AS_THEY_ARE = tuple(c for c in SHARED if c not in ("profile", "attributes", "tracks", "formulas"))


def sheet(world: World, viewer: Viewer, ref: str, as_of: AsOf | None = None) -> SheetView | None:
    """The sheet of an aggregate; None where the viewer may not know of it, or where it is not there."""
    visible = VisibleWorld(world, viewer)
    seen = None if ref == CAMPAIGN else visible.aggregate(ref)
    if seen is None:
        return None
    profile = seen.profile["self"]
    formulas = {name: _formula(visible, ref, formula) for name, formula in sorted(seen.formulas.items())}
    components = {component: component_fields(visible, ref, component) for component in _AS_THEY_ARE}
    return SheetView(
        id=ref.partition("/")[2],
        ref=ref,
        handle=profile.handle,
        name=profile.name,
        title=profile.title,
        system=system_id(world),
        owner=profile.owners[0] if profile.owners else None,
        owners=profile.owners,
        kind=profile.kind,
        whole=visible.sees_sheet(ref),
        data=visible.wording.as_json(profile.data, ref),
        attributes=_attributes(visible, ref),
        tracks={name: seen_track(visible, ref, name, track) for name, track in sorted(seen.tracks.items())},
        values=_computed(visible, ref),
        formulas=formulas,
        names=Names(visible).within(formulas, components),
        as_of=as_of,
        **components,
    )


def _attributes(visible: VisibleWorld, ref: str) -> dict[str, SeenValue]:
    """Return the stored attributes, and those that only a formula defines."""
    seen = visible.aggregate(ref)
    assert seen is not None
    titles = {f"attributes.{name}": attribute.title for name, attribute in seen.attributes.items()}
    for formula in seen.formulas.values():
        if formula.path.startswith("attributes."):
            titles.setdefault(formula.path, formula.title)
    return {path.partition(".")[2]: seen_value(visible, ref, path, titles[path]) for path in sorted(titles)}


def _computed(visible: VisibleWorld, ref: str) -> dict[str, SeenValue]:
    """Values of formulas that are neither attributes nor fields of a track of this aggregate."""
    seen = visible.aggregate(ref)
    assert seen is not None
    titles = {formula.path: formula.title for formula in seen.formulas.values()}
    elsewhere = ("attributes.", *(f"tracks.{name}." for name in seen.tracks))
    return {
        path: seen_value(visible, ref, path, titles[path]) for path in sorted(titles) if not path.startswith(elsewhere)
    }


def _formula(visible: VisibleWorld, ref: str, formula: Formula) -> Fields:
    """A formula; where it leans on something hidden, without its expression."""
    fields = instance_fields(visible, ref, formula)
    if HIDDEN in msgspec.json.encode(fields["expression"]).decode():
        fields["expression"] = None
    return fields
