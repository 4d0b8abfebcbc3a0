"""The session at a service elsewhere: each use case is sent to the route that serves it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar
from uuid import UUID, uuid4

import msgspec
from msgspec.structs import replace

from api.cli.answers import answer_in, kinds_of, lines_in
from api.cli.exits import Ended, Exit, ProblemExit
from api.cli.operations import OPERATIONS, Operation
from api.cli.profiles import Profile
from api.cli.session import CliSession
from api.languages.reader import reader
from api.paging import MOST, ListPage
from api.problems import Problem
from api.use_cases.account import show_account
from api.use_cases.campaigns import CampaignView, WantedState, list_campaigns
from projections.views.entry import Entry
from projections.views.timeline import Page
from retcon_client import (
    Client,
    NoReply,
    Request,
    RetconError,
    Retries,
    ServiceProblem,
    listing,
    path_to,
    request,
)

if TYPE_CHECKING:
    from api.imports.wanted import FileImport, ImportKind, ImportOptions, Progress

T = TypeVar("T")

PATIENCE: Final = 120.0
"""Seconds that one answer may take."""

RETRIES: Final = Retries(attempts=4)
"""A person waits at the terminal: two seconds of retries, and no more."""


class ServiceSession(CliSession):
    """A session at the service of a profile, as the account of its token."""

    def __init__(self, profile: Profile, client: Client, stranger: Client) -> None:
        self.profile, self._client, self._stranger = profile, client, stranger

    @property
    def is_operator(self) -> bool:
        """Whether there is no token; there always is one."""
        return False

    @property
    def account(self) -> UUID:
        """The account of the token."""
        return self.ask(show_account).id

    def campaigns(self, name: str | None = None, state: WantedState = None) -> list[CampaignView]:
        """Return the campaigns that the account takes part in."""
        return self.listed(list_campaigns, name=name, in_state=state)

    def known(self, name: str | None = None) -> Sequence[CampaignView]:
        """Return the campaigns that the account takes part in."""
        return self.campaigns(name, "any")

    def ask(self, use_case: Callable[..., T], campaign: str | None = None, **given: Any) -> T:
        """Send a use case to the route that serves it, and return its answer. Raises ProblemExit, Ended."""
        operation = OPERATIONS[key_of(use_case)]
        client = self._stranger if given.pop("caller", self) is None else self._client
        if campaign is not None:
            given["campaign"] = self.campaign(campaign)
        body = with_id(given.pop("data", None))
        path, query = address_of(operation, given)
        with told_as_ended(self.profile):
            answer: T = self._answer(client, operation, path, query, body)
        return answer

    def bring_in(
        self, kind: ImportKind, files: Sequence[Path], options: ImportOptions, campaign: str | None, progress: Progress
    ) -> FileImport:
        """Send files to the service, several and folders packed as one. Raises ProblemExit, Ended."""
        from api.cli.sending import import_in, import_request, one_file  # noqa: PLC0415 - for imports alone

        id = None if campaign is None else self.campaign(campaign)
        with one_file(files) as file, told_as_ended(self.profile):
            asked = import_request(kind, file, options, id)
            language = (("Accept-Language", reader().language),)
            sent = self._client.import_file(replace(asked, headers=(*asked.headers, *language)), progress)
        return import_in(sent)

    def _answer(self, client: Client, operation: Operation, path: str, query: dict[str, Any], body: Any) -> Any:
        if operation.shape == "rows":
            (kind,) = kinds_of(operation)
            return ListPage(list(client.rows(listing(path, kind, query={"limit": MOST} | query))))
        if operation.shape == "log":
            return Page(list(self._entries(client, operation, path, query)))
        repeatable = operation.method in ("GET", "PUT") or bool(getattr(body, "id", None))
        language = {"Accept-Language": reader().language}
        asked: Request[Any] = request(
            operation.method, path, query=query, body=body, headers=language, repeatable=repeatable
        )
        if operation.shape in ("lines", "file"):
            return self._arriving(client, operation, asked)
        return client.send(replace(asked, read=partial(answer_in, operation)))

    def _arriving(self, client: Client, operation: Operation, asked: Request[Any]) -> Iterator[bytes]:
        """Return what arrives, a line or a part at a time, as it is asked for. A refusal is raised at once."""

        def arriving() -> Iterator[bytes]:
            with told_as_ended(self.profile), client.parts(asked) as parts:
                yield from lines_in(parts) if operation.shape == "lines" else parts

        coming = arriving()
        return chain([next(coming, b"")], coming)

    def _entries(self, client: Client, operation: Operation, path: str, query: dict[str, Any]) -> Iterator[Entry]:
        """Yield entries, page by page, up to the limit that was asked for."""
        limit = query["limit"]
        pages: Request[Any] | None = listing(path, dict, query=query | {"limit": min(limit, MOST)})
        while pages is not None and limit > 0:
            page = client.send(pages)
            for row in page.rows[:limit]:
                yield answer_in(operation, row)
            limit -= len(page.rows)
            pages = page.next


def key_of(use_case: Callable[..., Any]) -> str:
    """Return the name of a use case in the table of operations."""
    return f"{use_case.__module__.rpartition('.')[2]}.{use_case.__name__}"


def address_of(operation: Operation, given: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the path of an operation with what it names, and the other parameters as its query."""
    rest = dict(given)
    segments = [rest.pop(part[1:-1]) if part.startswith("{") else part for part in operation.path.strip("/").split("/")]
    query: dict[str, Any] = {}
    for name, value in rest.items():
        if isinstance(value, msgspec.Struct):
            query |= parameters_of(value)
        else:
            query[operation.renamed.get(name, name)] = value
    return path_to(*segments), query


def parameters_of(value: msgspec.Struct) -> dict[str, Any]:
    """Return the query parameters that a struct stands for: a point of time, a filter, a narrowing."""
    fields = msgspec.structs.asdict(value)
    point = fields.pop("point", None)
    if point is not None:
        fields |= {"as_of": point.as_of, "view": None if point.view == "corrected" else point.view}
        fields["known_at"] = point.known_at
    if fields.pop("newest_first", False):
        fields["order"] = "newest"
    named = {RENAMED.get(name, name): each for name, each in fields.items()}
    return {name: each for name, each in named.items() if each is not None}


RENAMED: Final = {"event_kind": "kind", "members": "member", "characters": "character"}
"""Fields of filters and narrowings that have another name over HTTP."""


def with_id(body: Any) -> Any:
    """Return a body with an id of its own, where it takes one and has none: so it can be sent again safely."""
    if isinstance(body, msgspec.Struct) and "id" in body.__struct_fields__ and not getattr(body, "id", None):
        return replace(body, id=str(uuid4()))
    return body


@contextmanager
def told_as_ended(profile: Profile) -> Iterator[None]:
    """Turn errors of the client within the block into ends of the command. Raises ProblemExit, Ended."""
    try:
        yield
    except ServiceProblem as refused:
        problem = _problem(refused)
        if problem.status == 401:
            sentence = f"the token of the profile {profile.name} is not valid (any more); `retcon login {profile.url}` takes another"
            problem = replace(problem, detail=sentence)
        raise ProblemExit(problem) from refused
    except NoReply as lost:
        raise Ended(Exit.UNREACHABLE, f"the service does not answer: {lost}") from lost
    except RetconError as unreadable:
        raise Ended(Exit.UNREACHABLE, str(unreadable)) from unreadable


def _problem(refused: ServiceProblem) -> Problem:
    """Return the problem in the type of the command line, in which fields that do not apply are left out."""
    return replace(msgspec.convert(_present(msgspec.to_builtins(refused.problem)), Problem), instance="")


def _present(value: Any) -> Any:
    """Return a problem without the fields that are null. Those of a plan keep them: there, null says something."""
    match value:
        case dict():
            return {
                name: each if name in ("plan", "owed") else _present(each)
                for name, each in value.items()
                if each is not None
            }
        case list() | tuple():
            return [_present(each) for each in value]
        case _:
            return value


@contextmanager
def open_service(profile: Profile) -> Iterator[ServiceSession]:
    """Open the session at the service of a profile."""
    with (
        Client(profile.url, profile.token, timeout=PATIENCE, retries=RETRIES) as client,
        Client(profile.url, timeout=PATIENCE, retries=RETRIES) as stranger,
    ):
        yield ServiceSession(profile, client, stranger)
