"""The games that are installed."""

from __future__ import annotations

from api.access import OPEN, allowed
from api.catalogue import RuleView, SystemLine, SystemView, rule_view, system_line, system_view
from api.problems import NotFound
from api.services import Services


@allowed(OPEN)
def list_systems(services: Services) -> list[SystemLine]:
    """Every game there is."""
    return [system_line(system) for _, system in sorted(services.registry.systems.items())]


@allowed(OPEN)
def show_system(services: Services, system: str) -> SystemView:
    """A game's options with their defaults, and its commands with schema, example, rules and who may give them."""
    return system_view(services.registry, services.registry.system(system))


@allowed(OPEN)
def list_rules(services: Services, system: str) -> list[RuleView]:
    """Every rule of a game, in our own words."""
    return [rule_view(rule) for _, rule in sorted(services.registry.system(system).rules.items())]


@allowed(OPEN)
def show_rule(services: Services, system: str, rule: str) -> RuleView:
    """Return the text of a rule, by its id."""
    found = services.registry.rule(services.registry.system(system), rule)
    if found is None:
        raise NotFound(f"{system} has no rule {rule}")
    return rule_view(found)
