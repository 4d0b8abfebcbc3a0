"""The command line's session: where a command carries out its use cases, and the account that does so.

The command line and the routes carry out the same use cases, with the rights that each use case declares. So both give
the same answers in the same words.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

from api.cli.exits import Ended, Exit, ProblemExit
from api.languages.reader import package_of, reader, speak_of
from api.members import campaign_named
from api.paging import ListPage
from api.problems import problem_of
from api.use_cases.campaigns import CampaignView, WantedState, show_campaign
from api.use_cases.names import show_layout, show_names
from domain.layout import Layout
from domain.records.entries import CampaignRow
from projections.names import Name
from projections.translation.catalogues import SOURCE, translations
from projections.translation.games import layout_in

if TYPE_CHECKING:
    from api.imports.wanted import FileImport, ImportKind, ImportOptions, Progress

T = TypeVar("T")


class CliSession(ABC):
    """A place where use cases are carried out, for one account."""

    @property
    @abstractmethod
    def is_operator(self) -> bool:
        """Whether the caller is the installation's operator, rather than the holder of a token."""

    @property
    @abstractmethod
    def account(self) -> UUID:
        """The account that works in this session."""

    @abstractmethod
    def ask(self, use_case: Callable[..., T], campaign: str | None = None, **given: Any) -> T:
        """Carry out a use case, in the campaign of that id or name where it belongs to one. Reads are of now, unless `given`
        says otherwise. Raises ProblemExit where the use case refuses."""

    def bring_in(
        self,
        kind: ImportKind,  # noqa: ARG002
        files: Sequence[Path],  # noqa: ARG002
        options: ImportOptions,  # noqa: ARG002
        campaign: str | None,  # noqa: ARG002
        progress: Progress,  # noqa: ARG002
    ) -> FileImport:
        """Import files as a campaign, or into the one of that id or name. Raises Ended where files cannot be sent from here."""
        raise Ended(Exit.REFUSED, "no file can be imported from here; use `retcon import` on a computer")

    @abstractmethod
    def campaigns(self, name: str | None = None, state: WantedState = None) -> list[CampaignView]:
        """Return the campaigns that the caller may know of, oldest first: those with this in their name, in that state."""

    @abstractmethod
    def known(self, name: str | None = None) -> Sequence[CampaignRow | CampaignView]:
        """Return the ids and names of the campaigns in whatever state, which is possible where one of them is damaged."""

    def listed(self, use_case: Callable[..., ListPage[T]], campaign: str | None = None, **given: Any) -> list[T]:
        """Carry out a use case that lists things, and return all of them. Raises as `ask` does."""
        return self.ask(use_case, campaign, **given).rows

    def campaign(self, name: str) -> UUID:
        """Return the campaign of that id, or of that name where only one has it. Raises NotFound."""
        return campaign_named(name, self.known)

    def names(self, campaign: str) -> dict[str, Name]:
        """Return the present names of everything in a campaign, including its members and moments."""
        names = self.ask(show_names, campaign)
        self._speak_of(campaign)
        return names

    def _speak_of(self, campaign: str) -> str:
        """Tell about a campaign's game from now on, and return its package; "" where English is spoken, as games do."""
        if reader().language == SOURCE:
            return ""
        game = self.ask(show_campaign, campaign).system
        speak_of(game)
        return package_of(game)

    def layout(self, campaign: str, *, plain: bool = False) -> Layout:
        """Return the layout of a campaign's game, or only its `plain` parts."""
        layout = self.ask(show_layout, campaign)
        if package := self._speak_of(campaign):
            layout = layout_in(layout, translations(package, reader().language))
        return Layout(moments=layout.moments) if plain else layout


@contextmanager
def problems_told(*, is_gm: bool) -> Iterator[None]:
    """Turn refusals within the block into messages that a game master, or anybody else, may read. Raises ProblemExit."""
    try:
        yield
    except Exception as error:
        problem = problem_of(error, is_gm=is_gm)
        if problem is None:
            raise
        raise ProblemExit(problem) from error
