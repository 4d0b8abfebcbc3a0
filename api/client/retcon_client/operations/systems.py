"""Requests about systems, written from the OpenAPI document of the service."""

from __future__ import annotations

from retcon_client.answers.shared import CatalogueEntry
from retcon_client.answers.systems import CommandGuide, CommandSummary, RuleView, SystemLine, SystemView
from retcon_client.handles import ServiceHandle
from retcon_client.requests import Request, ResultPage, path_to


class ServiceSystems(ServiceHandle):
    """Requests about systems, of a service."""

    def list_systems(self, *, after: str | None = None, limit: int | None = None) -> Request[ResultPage[SystemLine]]:
        """Every game there is, by id."""
        return self.listing(path_to("systems"), SystemLine, query={"after": after, "limit": limit}, for_others=False)

    def show_system(self, system: str) -> Request[SystemView]:
        """A game's options with their defaults, and its commands with schema, example, rules and who may give them."""
        return self.request("GET", path_to("systems", system), SystemView, for_others=False)

    def list_commands(
        self, system: str, *, after: str | None = None, limit: int | None = None, word: str | None = None
    ) -> Request[ResultPage[CommandSummary]]:
        """List the commands of a game, those that the words fit best first. Commands that the game has its own for are
        left out.
        """
        return self.listing(
            path_to("systems", system, "commands"),
            CommandSummary,
            query={"after": after, "limit": limit, "word": word},
            for_others=False,
        )

    def show_command(self, system: str, command: str) -> Request[CommandGuide]:
        """Return everything about a command: fields with meanings, types and choices, its dice and questions, its
        rules, and an example. A name without a game is the game's own command of that name, else that of free play.
        """
        return self.request("GET", path_to("systems", system, "commands", command), CommandGuide, for_others=False)

    def list_rules(
        self, system: str, *, after: str | None = None, limit: int | None = None, word: str | None = None
    ) -> Request[ResultPage[RuleView]]:
        """The rules of a game, in our own words, by id."""
        return self.listing(
            path_to("systems", system, "rules"),
            RuleView,
            query={"after": after, "limit": limit, "word": word},
            for_others=False,
        )

    def show_rule(self, system: str, rule: str) -> Request[RuleView]:
        """Return the text of a rule, by its id."""
        return self.request("GET", path_to("systems", system, "rules", rule), RuleView, for_others=False)

    def list_catalogue(
        self,
        system: str,
        *,
        after: str | None = None,
        limit: int | None = None,
        kind: str | None = None,
        word: str | None = None,
        rule: str | None = None,
    ) -> Request[ResultPage[CatalogueEntry]]:
        """List what a game's rulebook brings to pick from: powers, monsters, weapons and the like, by kind and as the
        book has them.
        """
        return self.listing(
            path_to("systems", system, "catalogue"),
            CatalogueEntry,
            query={"after": after, "limit": limit, "kind": kind, "word": word, "rule": rule},
            for_others=False,
        )

    def show_catalogue_entry(self, system: str, kind: str, entry: str) -> Request[CatalogueEntry]:
        """Return an entry of a game's catalogue, by its kind and its key or `id`."""
        return self.request(
            "GET", path_to("systems", system, "catalogue", kind, entry), CatalogueEntry, for_others=False
        )
