"""Assistants on this machine: the Model Context Protocol over standard input and output."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import anyio
import rich_click as click

from api.cli.exits import ProblemExit
from api.cli.opening import open_session
from api.cli.session import CliSession
from api.languages.reader import reader, sentences_in
from api.mcp.callers import Failed
from api.mcp.extra import protocol
from api.paging import ListPage
from api.use_cases.campaigns import show_campaign
from projections.phrases.catalogue import Catalogue
from projections.translation.catalogues import SOURCE

T = TypeVar("T")


@click.command()
def mcp() -> None:
    """Offer the campaigns to an assistant, over standard input and output (Model Context Protocol).

    The assistant may do what the account of `RETCON_TOKEN` may; without a token, all that you may at this machine.
    """
    transport = protocol("transport")
    with open_session() as at:
        anyio.run(transport.serve_standard_input, SessionHolder(at))


class SessionHolder:
    """The person of a session of the command line."""

    def __init__(self, session: CliSession) -> None:
        self._session = session

    @property
    def language(self) -> str:
        """The language that the command line speaks."""
        return reader().language

    def sentences(self, campaign: str) -> Catalogue:
        """Return sentences as `ToolCaller.sentences` says."""
        if self.language == SOURCE:
            return sentences_in(SOURCE)
        return sentences_in(self.language, self.ask(show_campaign, campaign).system)

    def ask(self, use_case: Callable[..., T], campaign: str | None = None, **given: Any) -> T:
        """Carry out a use case as `ToolCaller.ask` says."""
        try:
            return self._session.ask(use_case, campaign, **given)
        except ProblemExit as refused:
            raise Failed(refused.problem) from refused

    def listed(self, use_case: Callable[..., ListPage[T]], campaign: str | None = None, **given: Any) -> list[T]:
        """Carry out a use case that lists things as `ToolCaller.listed` says."""
        return self.ask(use_case, campaign, **given).rows
