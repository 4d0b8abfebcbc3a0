"""The games that are installed."""

from __future__ import annotations

from typing import Annotated

import msgspec

from api.access import OPEN, allowed
from api.catalogue import RuleView, SystemLine, SystemView, rule_view, system_line, system_view
from api.paging import ListPage, ListRequest, list_page
from api.problems import NotFound
from api.services import Services
from domain.messages import text


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
