"""The games that are installed."""

from __future__ import annotations

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath

from api.access import OPEN
from api.catalogue import RuleView, SystemLine, SystemView, rule_view, system_line, system_view
from api.problems import NotFound
from api.services import Services


@get("/systems", guards=[OPEN], sync_to_thread=False, tags=["systems"])
def list_systems(services: NamedDependency[Services]) -> list[SystemLine]:
    """Every game there is."""
    return [system_line(system) for _, system in sorted(services.registry.systems.items())]


@get("/systems/{system:str}", guards=[OPEN], sync_to_thread=False, tags=["systems"])
def show_system(services: NamedDependency[Services], system: FromPath[str]) -> SystemView:
    """A game's options with their defaults, and its commands with schema, example, rules and who may give them."""
    return system_view(services.registry, services.registry.system(system))


@get("/systems/{system:str}/rules", guards=[OPEN], sync_to_thread=False, tags=["systems"])
def list_rules(services: NamedDependency[Services], system: FromPath[str]) -> list[RuleView]:
    """Every rule of a game, in our own words."""
    return [rule_view(rule) for _, rule in sorted(services.registry.system(system).rules.items())]


@get("/systems/{system:str}/rules/{rule:str}", guards=[OPEN], sync_to_thread=False, tags=["systems"])
def show_rule(services: NamedDependency[Services], system: FromPath[str], rule: FromPath[str]) -> RuleView:
    """Return the text of a rule, by its id."""
    found = services.registry.rule(services.registry.system(system), rule)
    if found is None:
        raise NotFound(f"{system} has no rule {rule}")
    return rule_view(found)


ROUTES = (
    list_systems,
    show_system,
    list_rules,
    show_rule,
)
