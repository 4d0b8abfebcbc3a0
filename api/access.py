"""Access control: each use case declares the standing and the scope that it needs of its caller.

A caller who has no part in a campaign gets the same answer as for an unknown one, and does not learn that it exists.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal, TypeVar
from uuid import UUID

import msgspec

from api.members import called_so, only_one
from api.problems import BadParameter, FieldProblem, Forbidden, NotSignedIn
from api.services import Services
from api.storage.accounts import SCOPES, Credential, Proof, Scope
from domain.ledger.playing.acceptance import Actor
from domain.messages import text, together
from domain.records.entries import Head
from domain.records.store import UnknownCampaign
from domain.vocabulary.chronicle import Role

Need = Literal["nobody", "anybody", "account", "owner", "founder", "member", "player", "gm"]
"""The standing that a route requires of its caller.

nobody: no token is read. anybody: a token is optional, and must be valid if there is one. account: a token. owner: the
installation's. founder: the owner's, or that of an account which the owner lets found campaigns. member, player, gm: a part in the route's campaign, as anything, as more than an observer, as game
master.
"""

F = TypeVar("F", bound=Callable[..., Any])

ON_BEHALF_OF: Final = "On-Behalf-Of"
"""The header in which a bot names the member it acts for."""


_SEND: Final = text("send a valid token in the header `Authorization: Bearer <token>`")


class Caller(msgspec.Struct, frozen=True):
    """The sender of a request: the credential that their token proves, and the member they act for, if any."""

    credential: Credential
    acts_for: UUID | None

    @property
    def account(self) -> UUID:
        """The account behind the token."""
        return self.credential.account


class Seat(msgspec.Struct, frozen=True):
    """A caller's place in the campaign of a route."""

    campaign: UUID
    actor: Actor
    caller: Caller


class Asked(msgspec.Struct, frozen=True):
    """The sender and campaign that a request claims; `acts_for` is a member's id or, in a campaign, their name. Without
    an `address`, wrong tokens are not counted. A page has a `session` in place of the token. `proof` is what the token proved,
    where it was checked for this request already.
    """

    token: str | None
    acts_for: UUID | str | None
    campaign: UUID | None
    address: str | None = None
    session: UUID | None = None
    proof: Proof | None = None


class Access:
    """The standing that a use case needs of its caller, and the scope that a token must have for it."""

    def __init__(self, need: Need, scope: Scope = "read") -> None:
        self.need = need
        self.scope = scope

    def admit(self, services: Services, asked: Asked) -> tuple[Caller, Seat | None]:
        """Return the caller, and their seat where the use case belongs to a campaign.

        Raises NotSignedIn, Forbidden, UnknownCampaign, BadParameter, NotFound, TooManyGuesses.
        """
        proof = _proved(services, asked)
        return self.admit_holder(services, proof.credential, asked, proof.head)

    def admit_holder(
        self, services: Services, credential: Credential, asked: Asked, head: Head | None = None
    ) -> tuple[Caller, Seat | None]:
        """Return the caller and their seat for a credential that is proved already; the token of `asked` is not read.

        Raises Forbidden, UnknownCampaign, BadParameter, NotFound.
        """
        if self.scope not in credential.scopes:
            raise Forbidden(
                text(
                    "this token is for {scopes}; send one with the scope {scope}",
                    scopes=", ".join(credential.scopes),
                    scope=self.scope,
                )
            )
        acts_for = _acting_for(services, credential, asked)
        if credential.acts_for not in (None, acts_for) and acts_for is not None:
            raise Forbidden(
                text(
                    "this token acts only for the member {acts_for}; use another one for other members",
                    acts_for=credential.acts_for,
                )
            )
        caller = Caller(credential, acts_for or credential.acts_for)
        if self.need in ("anybody", "account", "owner", "founder"):
            self._check_account(services, credential)
            return caller, None
        assert asked.campaign is not None, "a route that needs a part in a campaign belongs to one"
        return caller, self.seated(services, caller, asked.campaign, head)

    def _check_account(self, services: Services, credential: Credential) -> None:
        if credential.campaign is not None and self.scope != "read":
            raise Forbidden("this token is for one campaign only; use one that is not narrowed to a campaign")
        if self.need == "owner" and credential.kind != "owner":
            raise Forbidden("this needs the owner token; ask the installation's owner")
        if self.need == "founder":
            account = services.accounts.account(credential.account)
            if account is None or not account.may_found:
                raise Forbidden(
                    "the installation's owner decides who may found campaigns; ask them to allow your account"
                )

    def seated(self, services: Services, caller: Caller, campaign: UUID, head: Head | None = None) -> Seat:
        """The caller's seat in a campaign, whose `head` was read just now where it is given.

        Raises UnknownCampaign, Forbidden.
        """
        if caller.credential.campaign not in (None, campaign):
            raise UnknownCampaign(campaign)
        member = caller.acts_for or caller.account
        role = services.ledger.heads.role(campaign, member, head)
        granted = SCOPES if member == caller.account else services.grants.scopes_of(campaign, member, caller.account)
        if role is None or not granted:
            _check_known(services, caller.account, campaign)
            if member == caller.account:
                sentence = text(
                    "a bot acts for a member: name them in the header {header}, once they have granted it",
                    header=ON_BEHALF_OF,
                )
                raise Forbidden(text("this bot has no part of its own in this campaign; {sentence}", sentence=sentence))
            raise _not_let(str(member), caller.account)
        if self.scope not in granted:
            raise Forbidden(
                text(
                    "the member {member} lets this account {granted} for them, not {scope}",
                    member=member,
                    granted=together(granted),
                    scope=self.scope,
                )
            )
        self._check_role(role)
        through = None if member == caller.account else str(caller.account)
        return Seat(campaign, Actor(str(member), role, through), caller)

    def _check_role(self, role: Role) -> None:
        if self.need == "gm" and role != "gm":
            raise Forbidden("only the game master may do that; ask them to do it")
        if self.need == "player" and role == "observer":
            raise Forbidden("observers only watch; ask the game master for a player's role")


def _acting_for(services: Services, credential: Credential, asked: Asked) -> UUID | None:
    """Return the member whom a request acts for. Names are looked up only among members who let the account act for
    them, so that no other member's name is confirmed. Raises UnknownCampaign, Forbidden, BadParameter, and NotFound
    where several of these members have the name.
    """
    name, campaign = asked.acts_for, asked.campaign
    if not isinstance(name, str):
        return name
    if campaign is None:
        wrong = FieldProblem(ON_BEHALF_OF, "Expected a member's id", "header")
        raise BadParameter(
            text(
                "outside of a campaign, {on_behalf_of} takes a member's id, not {name!r}",
                on_behalf_of=ON_BEHALF_OF,
                name=name,
            ),
            fields=(wrong,),
        )
    if credential.campaign not in (None, campaign):
        raise UnknownCampaign(campaign)
    _check_known(services, credential.account, campaign, also=credential.acts_for)
    letting = {str(credential.account), *map(str, services.grants.granting(campaign, credential.account))}
    member = only_one(name, called_so(services, letting, name))
    if member is None:
        raise _not_let(name, credential.account)
    return UUID(member)


def _not_let(named: str, account: UUID) -> Forbidden:
    """The same for members and for anybody else, so that it does not tell who takes part."""
    let = text("a member allows it with PUT …/members/<member>/grants/{account}", account=account)
    return Forbidden(
        text("no member called {named} lets this account act for them in this campaign; {let}", named=named, let=let)
    )


def _check_known(services: Services, caller: UUID, campaign: UUID, *, also: UUID | None = None) -> None:
    """Check that an account may know of the campaign: its members, their bots, and accounts that act for a member may.

    Raises UnknownCampaign.
    """
    account = services.accounts.account(caller)
    maker = None if account is None or account.kind != "bot" else account.made_by
    known = (
        each is not None and services.ledger.heads.role(campaign, each) is not None for each in (caller, maker, also)
    )
    if not any(known) and not services.grants.granting(campaign, caller):
        raise UnknownCampaign(campaign)


OPEN: Final = Access("nobody")
"""Access without a token."""


def _proved(services: Services, asked: Asked) -> Proof:
    """Check a request's token, and read the head of its campaign if it names one. Raises NotSignedIn, TooManyGuesses."""
    if asked.proof is not None:
        return asked.proof
    if asked.session is not None:
        standing = services.accounts.credential_of(asked.session)
        if standing is None:
            raise NotSignedIn("the session has ended; sign in again")
        return Proof(standing, None)
    if asked.token is None:
        raise NotSignedIn(_SEND)
    if asked.campaign is not None:
        proof = services.accounts.authenticate_at(asked.token, asked.campaign)
    else:
        credential = services.accounts.authenticate(asked.token)
        proof = None if credential is None else Proof(credential, None)
    if proof is not None:
        return proof
    if asked.address is not None:
        services.limits.guesses.wrong(asked.address)
    raise NotSignedIn(_SEND)


_ALLOWED: Final[dict[Callable[..., Any], Access]] = {}
"""The access that each use case declares."""


def allowed(access: Access) -> Callable[[F], F]:
    """Declare who may use a use case, wherever it is called from."""

    def declared(use_case: F) -> F:
        _ALLOWED[use_case] = access
        return use_case

    return declared


def access_of(use_case: Callable[..., Any]) -> Access:
    """The access that a use case declares."""
    return _ALLOWED[use_case]
