"""Names in place of ids: of members, who are called as their accounts are, wherever the interface asks for a member, and of
campaigns.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import count
from typing import Any, Protocol
from uuid import UUID

from msgspec.structs import replace

from api.problems import ApiProblem, NotFound
from api.services import Services
from domain.aggregates import CAMPAIGN, Campaign
from domain.commands import Envelope, carrying, marked_fields
from domain.history.plan import RevisionRequest
from domain.messages import closest, either, numbered, text
from domain.system import CommandSpec
from domain.vocabulary.chronicle import Participant


def as_uuid(text: str) -> UUID | None:
    """The id that a text is; None where it is none."""
    try:
        return UUID(text)
    except ValueError:
        return None


def called_so(services: Services, members: Collection[str], name: str) -> list[str]:
    """Return the members whose accounts have this name, in any case."""
    return _by_name(services, members).get(name.strip().casefold(), [])


def _by_name(services: Services, members: Collection[str]) -> dict[str, list[str]]:
    """Return members by the casefolded names of their accounts; members who share a name are in the order of their ids."""
    ids = {account: member for member in members if (account := as_uuid(member)) is not None}
    called: dict[str, list[str]] = {}
    for account, name in services.accounts.names(list(ids)).items():
        called.setdefault((name or "").strip().casefold(), []).append(ids[account])
    return {name: sorted(several) for name, several in called.items()}


def only_one(name: str, ids: Collection[str], of: str = "members") -> str | None:
    """The one member found by a name; None where there is none. Raises NotFound, which lists them, where there are several."""
    if len(ids) > 1:
        raise NotFound(
            text(
                "{name!r} names several {kinds}; give the id of one of them: {ids}",
                name=name,
                kinds=of,
                ids=", ".join(ids),
            )
        )
    return next(iter(ids), None)


class NameTaken(ApiProblem):
    """The name belongs to another member already, where people are called by it."""

    slug = "name-taken"
    title = "The name is taken"
    status = 409


def taking_name(name: str, account: UUID | None = None) -> tuple[str, ...]:
    """Return the names of the locks (`api.storage.alone`) under which a name is checked and then taken: that of the account
    where there is one, then that of the name.

    Of two that take one name at the same time, or of an account that renames itself while it comes into a campaign, the second
    then sees what the first has done.
    """
    own = () if account is None else (naming(account),)
    return (*own, f"take name {name.strip().casefold()}")


def naming(account: UUID) -> str:
    """Return the name of the lock under which an account is named, or comes into a campaign by its name."""
    return f"name account {account}"


def check_name(services: Services, campaign: UUID, name: str, of: UUID | None = None, *, to_do: str) -> None:
    """Check that nobody but the account `of` takes part in a campaign under this name, while the locks of `taking_name` are
    held. Raises NameTaken, which goes on with what there is `to_do`.
    """
    services.ledger.heads.fresh(campaign)  # another process may have let a member in
    members = Members(services, campaign)
    active = {member for member, part in members.parts.items() if part.active}
    if any(member != str(of) for member in called_so(services, active, name)):
        free = free_name(name, members.names)
        raise NameTaken(
            text(
                "somebody in this campaign is called {name!r} already; {to_do}, such as {free!r}",
                name=name.strip(),
                to_do=to_do,
                free=free,
            )
        )


def free_name(name: str, taken: Iterable[str]) -> str:
    """Return a name like this one that is not among the taken ones, in any case."""
    known = {each.strip().casefold() for each in taken}
    return next(free for n in count(2) if (free := f"{name.strip()[:76]} {n}").casefold() not in known)


class Named(Protocol):
    """Something that has an id and a name, such as a campaign."""

    @property
    def id(self) -> UUID:
        """Its id."""

    @property
    def name(self) -> str:
        """Its name, in the case in which it was given."""


def campaign_named(name: str, known: Callable[[str | None], Sequence[Named]]) -> UUID:
    """Return the campaign of that id, or the only one of that name, in any case, among those that are `known` (with a part of
    their name; None: all). Raises NotFound.
    """
    if (id := as_uuid(name)) is not None:
        return id
    part = name.strip()
    rows = [str(row.id) for row in known(part) if row.name.casefold() == part.casefold()]
    if (only := only_one(name, rows, "campaigns")) is not None:
        return UUID(only)
    rows_known = known(None)
    if near := closest(part, (row.name for row in rows_known)):
        template = "there is no campaign {name!r}; did you mean {near}?"
        raise NotFound(text(template, name=name, near=either(map(repr, near))))
    names = [repr(row.name) for row in rows_known[:10]]
    known_ones = numbered("there is {names}", "there are {names}", len(names), names=", ".join(names))
    sentence = known_ones if names else text("there is none at all")
    raise NotFound(text("there is no campaign {name!r}; {sentence}", name=name, sentence=sentence))


def member_named(services: Services, campaign: UUID, name: str) -> str:
    """Return the id of the member of that id or name (see `Members.one`). Raises NotFound where several are called so."""
    return Members(services, campaign).one(name)


def known_member(services: Services, campaign: UUID, name: str) -> str:
    """Return the id of the member of that id or name. Raises NotFound where nobody of that name takes or took part."""
    members = Members(services, campaign)
    member = members.one(name)
    if member not in members.parts and as_uuid(member) is None:
        listing = ", ".join(sorted(members.names))
        raise NotFound(
            text("there is no member {name!r} in this campaign; there are {listing}", name=name, listing=listing)
        )
    return member


def game_masters(services: Services, campaign: UUID) -> list[str]:
    """Return the active game masters of a campaign, by id."""
    state = services.ledger.heads.fresh(campaign).aggregate(CAMPAIGN)
    assert isinstance(state, Campaign), "every ledger has its campaign"
    return [member for member, part in state.participants.items() if part.role == "gm" and part.active]


class Members:
    """The members of a campaign by id and by name. Their names are read once, when the first name is looked for."""

    def __init__(self, services: Services, campaign: UUID) -> None:
        self._services, self._campaign = services, campaign

    def one(self, name: str) -> str:
        """Return the id of the member with this id or name, or the given name where no member has it.

        Current members take precedence over former ones. Raises NotFound where several members have the name.
        """
        account = as_uuid(name)
        if name in self.parts or name == "gm" or account is not None:
            return name if account is None else str(account)
        called = self._called.get(name.strip().casefold(), [])
        here = [member for member in called if self.parts[member].active]
        return only_one(name, here or called) or name

    def one_here(self, name: str) -> str:
        """Return the id of the member with this id or name who takes part now, or the given name where none does."""
        member = self.one(name)
        part = self.parts.get(member)
        return name if part is not None and not part.active else member

    @cached_property
    def parts(self) -> Mapping[str, Participant]:
        """The parts of the members who take or took part, by id."""
        state = self._services.ledger.heads.cached(self._campaign).aggregate(CAMPAIGN)
        return state.participants if isinstance(state, Campaign) else {}

    @property
    def names(self) -> list[str]:
        """The names of those who take part."""
        accounts = [account for member, part in self.parts.items() if part.active and (account := as_uuid(member))]
        return [name for name in self._services.accounts.names(accounts).values() if name]

    @cached_property
    def _called(self) -> dict[str, list[str]]:
        return _by_name(self._services, self.parts)


def with_members(services: Services, campaign: UUID, envelope: Envelope) -> Envelope:
    """A command as it was sent, with the ids of the members whom it names: its audience, and what its args say of members.
    Raises NotFound where a name is that of several."""
    named = _Named(services, campaign)
    audience = envelope.audience
    return replace(
        envelope,
        audience=tuple(map(named.one, audience)) if isinstance(audience, tuple) else audience,
        args=named.args(envelope.type, envelope.args),
    )


def revised_with_members(services: Services, campaign: UUID, request: RevisionRequest) -> RevisionRequest:
    """A change of the past, with the ids of the members whom its commands name. Raises NotFound."""
    amends = request.amend if isinstance(request.amend, tuple) else (request.amend,)
    inserts = request.insert if isinstance(request.insert, tuple) else (request.insert,)
    return replace(
        request,
        amend=tuple(
            one if one.command is None else replace(one, command=with_members(services, campaign, one.command))
            for one in amends
        ),
        insert=tuple(replace(one, command=with_members(services, campaign, one.command)) for one in inserts),
    )


class _Named:
    """The names of members within one command."""

    def __init__(self, services: Services, campaign: UUID) -> None:
        self._registry = services.ledger.registry
        self.one = Members(services, campaign).one_here

    def args(self, type: str, given: dict[str, Any]) -> dict[str, Any]:
        """Return the args of a command with members' names replaced by ids; args of an unknown command stay as they
        are.
        """
        kind = self._kind(type)
        if kind is None:
            return given
        fields = {field.field for field in marked_fields(kind.args) if field.mark == "member"} & given.keys()
        carried = set(carrying(kind.args)) & given.keys()
        values = {name: self._value(given[name]) for name in fields}
        values |= {name: self._several(given[name]) for name in carried}
        return {**given, **values} if values else given

    def _kind(self, type: str) -> CommandSpec | None:
        system = self._registry.systems.get(type.partition(".")[0])
        return None if system is None else system.kinds.get(type)

    def _value(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.one(value) if value else value
        return [self._value(one) for one in value] if isinstance(value, list | tuple) else value

    def _several(self, value: Any) -> Any:
        return [self._carried(one) for one in value] if isinstance(value, list | tuple) else value

    def _carried(self, one: Any) -> Any:
        match one:
            case {"type": str() as type, "args": dict() as args}:
                return {**one, "args": self.args(type, args)}
            case _:
                return one
