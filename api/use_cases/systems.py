"""The games that are installed, with their rules and their catalogues, to which a campaign adds its own entries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated

import msgspec

from api.access import OPEN, Access, Seat, allowed
from api.catalogue import RuleView, SystemLine, SystemView, rule_view, system_line, system_view
from api.paging import ListPage, ListRequest, list_page
from api.problems import NotFound
from api.reading import ReadRequest, load_things, sight
from api.services import Services
from domain.aggregates import CAMPAIGN, Campaign, Slot
from domain.messages import text
from domain.play.reading import system_id
from domain.system import System
from domain.visibility.world import VisibleWorld
from domain.vocabulary.catalogue import Addition
from projections.views.catalogue import CatalogueEntry, entries_in, has_word

Kind = Annotated[str | None, msgspec.Meta(description="only entries of this kind", max_length=60)]
Words = Annotated[
    str | None,
    msgspec.Meta(
        description="only entries with each of these words in their key, name, text, rules or values, in any case",
        max_length=200,
    ),
]
RuleId = Annotated[str | None, msgspec.Meta(description="only entries of the rule with this id", max_length=60)]


@allowed(OPEN)
def list_systems(services: Services, page: ListRequest) -> ListPage[SystemLine]:
    """Every game there is, by id."""
    lines = (system_line(system) for _, system in sorted(services.registry.systems.items()))
    return list_page(lines, lambda line: (line.id,), page, tuple[str])


@allowed(OPEN)
def show_system(services: Services, system: str) -> SystemView:
    """A game's options with their defaults, and its commands with schema, example, rules and who may give them."""
    return system_view(services.registry, services.registry.system(system))


@allowed(OPEN)
def list_rules(
    services: Services,
    system: str,
    page: ListRequest,
    word: Annotated[
        str | None, msgspec.Meta(description="only rules with this in their id or text, in any case", max_length=200)
    ] = None,
) -> ListPage[RuleView]:
    """The rules of a game, in our own words, by id."""
    rules = sorted(services.registry.system(system).rules.items())
    views = (rule_view(rule) for id, rule in rules if word is None or word.casefold() in f"{id} {rule.text}".casefold())
    return list_page(views, lambda view: (view.id,), page, tuple[str])


@allowed(OPEN)
def show_rule(services: Services, system: str, rule: str) -> RuleView:
    """Return the text of a rule, by its id."""
    rule_found = services.registry.rule(services.registry.system(system), rule)
    if rule_found is None:
        raise NotFound(text("{system} has no rule {rule}", system=system, rule=rule))
    return rule_view(rule_found)


@allowed(OPEN)
def list_catalogue(
    services: Services,
    system: str,
    page: ListRequest,
    *,
    kind: Kind = None,
    word: Words = None,
    rule: RuleId = None,
) -> ListPage[CatalogueEntry]:
    """List what a game's rulebook brings to pick from: powers, monsters, weapons and the like, by kind and as the book has them."""
    return _page(entries_in(services.registry.system(system)), page, kind, word, rule)


@allowed(OPEN)
def show_catalogue_entry(services: Services, system: str, kind: str, entry: str) -> CatalogueEntry:
    """Return an entry of a game's catalogue, by its kind and its key or `id`."""
    game = services.registry.system(system)
    return _entry(game, entries_in(game), kind, entry)


@allowed(Access("member"))
def list_campaign_catalogue(
    services: Services,
    seat: Seat,
    wanted: ReadRequest,
    page: ListRequest,
    *,
    kind: Kind = None,
    word: Words = None,
    rule: RuleId = None,
) -> ListPage[CatalogueEntry]:
    """List the catalogue of a campaign: what its game brings, and what the campaign has added, as far as the caller may know of it."""
    game, additions = _catalogue(services, seat, wanted)
    return _page(entries_in(game, additions), page, kind, word, rule)


@allowed(Access("member"))
def show_campaign_catalogue_entry(
    services: Services, seat: Seat, wanted: ReadRequest, kind: str, entry: str
) -> CatalogueEntry:
    """Return an entry of a campaign's catalogue, by its kind and its key or `id`."""
    game, additions = _catalogue(services, seat, wanted)
    return _entry(game, entries_in(game, additions), kind, entry)


def _catalogue(services: Services, seat: Seat, wanted: ReadRequest) -> tuple[System, Mapping[str, Addition]]:
    seen = sight(services, seat, wanted)
    load_things(seen)
    campaign, visible = seen.world.aggregate(CAMPAIGN), VisibleWorld(seen.world, seen.viewer)
    assert isinstance(campaign, Campaign), "every ledger has its campaign"
    slots = {name: Slot("catalogue", name) for name in campaign.catalogue}
    shown = {
        name: visible.instance(CAMPAIGN, slot, campaign.catalogue[name])
        for name, slot in slots.items()
        if visible.shows_slot(CAMPAIGN, slot)
    }
    additions = {name: addition for name, addition in shown.items() if isinstance(addition, Addition)}
    return services.registry.system(system_id(seen.world)), additions


def _page(
    entries: Iterable[CatalogueEntry], page: ListRequest, kind: str | None, word: str | None, rule: str | None
) -> ListPage[CatalogueEntry]:
    words = (word or "").casefold().split()
    rows = (
        (place, entry)
        for place, entry in enumerate(entries)
        if kind in (None, entry.kind) and (rule is None or rule in entry.rules)
        if all(has_word(entry, each) for each in words)
    )
    part = list_page(rows, lambda row: (row[0],), page, tuple[int])
    return ListPage([entry for _, entry in part.rows], part.next)


def _entry(game: System, entries: Iterable[CatalogueEntry], kind: str, key: str) -> CatalogueEntry:
    for entry in entries:
        if entry.kind == kind and key in (entry.id, entry.key):
            return entry
    raise NotFound(
        text("The catalogue of {game} has no {kind} {key!r}; search it by a word.", game=game.name, kind=kind, key=key)
    )
