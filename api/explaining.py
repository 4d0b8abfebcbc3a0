"""Explanations of values of a character, an encounter, an enclave or the campaign, for HTTP and the command line alike."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Annotated

import msgspec

from api.problems import NotFound
from api.reading import Sight, reference_of
from api.services import Services
from domain.aggregates import CAMPAIGN, Aggregate, Campaign, Enclave, Encounter
from domain.ledger.playing.references import UnknownThing
from domain.messages import text
from domain.visibility.world import VisibleWorld
from projections.phrases.formulas import value_named
from projections.views.explain import Explanation, explain

Path = Annotated[
    str,
    msgspec.Meta(
        max_length=400,
        description="as in a sheet, board or grid, such as `tracks.hp.current`, `pace.now.round`, `cells.net/0/0.price`",
    ),
]


def explained(services: Services, seen: Sight, called: str, ref: str, path: str) -> Explanation:
    """Why a value of an aggregate is what it is. Raises NotFound, with paths that are like the one asked for."""
    explanation = explain(
        services.ledger.store,
        seen.campaign,
        seen.viewer,
        ref,
        path,
        moment=seen.moment,
        registry=services.registry,
    )
    if explanation is None:
        known = paths_of(seen, ref)
        near = get_close_matches(path, known, n=3, cutoff=0.4) or known[:3] or ["tracks.hp.current"]
        raise NotFound(
            text(
                "{called} has no value at {path!r}; a path is one of the sheet's, like {near}",
                called=called,
                path=path,
                near=", ".join(near),
            )
        )
    return explanation


def explained_by_name(services: Services, seen: Sight, target: str, path: str) -> Explanation:
    """Explain a value of what has a name (`campaign` is the campaign itself, where nothing else is called so), by the path
    of the value or by its everyday name. Raises UnknownThing, NotFound."""
    try:
        ref = reference_of(seen, target, "")
    except UnknownThing:
        if target.casefold() not in ("campaign", CAMPAIGN):
            raise
        ref = CAMPAIGN
    name = path.casefold().replace("_", " ")
    path = next((each for each in paths_of(seen, ref) if value_named(each) == name), path)
    return explained(services, seen, target, ref, path)


def paths_of(seen: Sight, ref: str) -> list[str]:
    """Return the paths of the numbers that the viewer sees of an aggregate."""
    state = VisibleWorld(seen.world, seen.viewer).aggregate(ref)
    return [] if state is None else list(_numbers(state))


def _numbers(state: Aggregate) -> Iterator[str]:
    match state:
        case Campaign():
            yield from (f"ground.self.options.{name}" for name in state.ground["self"].options)
            yield from (f"clock.{name}.at" for name in state.clock)
            return
        case Encounter():
            yield from (f"pace.{name}.round" for name in state.pace)
            yield from (f"order.{name}.initiative" for name in state.order)
        case Enclave():
            yield from (f"cells.{name}.price" for name, cell in state.cells.items() if cell.price is not None)
            yield from (f"followers.{name}.count" for name in state.followers)
        case _:
            pass
    yield from (f"tracks.{name}.current" for name in state.tracks)
    yield from (f"attributes.{name}" for name in state.attributes)
    yield from (formula.path for formula in state.formulas.values())
