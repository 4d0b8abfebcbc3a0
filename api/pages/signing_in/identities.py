"""Identities: signing in with a sign-in service (OpenID Connect), and the identities that belong to one's account."""

from __future__ import annotations

import hmac
from contextlib import suppress
from typing import Final
from uuid import UUID

import msgspec

from api.access import OPEN, Access, Caller, allowed
from api.members import free_name
from api.oidc.problems import IdentityRefused
from api.pages.signing_in.sessions import NeedsName, SignedIn, opened_session
from api.problems import ApiProblem, Forbidden, NotFound
from api.services import Services
from api.storage.accounts import SCOPES, Credential, Scope, TokenWanted
from api.storage.identities import LinkedIdentity
from api.use_cases.invitations import Acceptance, AlreadyMember, accept_invitation
from domain.messages import text

_ADMIN: Final = Access("account", "admin")


class ProvenIdentity(msgspec.Struct, frozen=True, kw_only=True):
    """An identity that a sign-in service has proved: of which service (`service` is what people call it), and of whom."""

    issuer: str
    subject: str
    name: str | None
    service: str


class ComingIn(msgspec.Struct, frozen=True, kw_only=True):
    """A person who comes in with an identity. `is_owner` is whether the settings name it as that of the installation's
    owner, `welcomes` whether they let in whom nobody has invited.
    """

    identity: ProvenIdentity
    device: str
    invitation: str | None = None
    name: str | None = None
    address: str | None = None
    is_owner: bool = False
    welcomes: bool = False


class UnknownIdentity(ApiProblem):
    """The identity is linked to no account here, and was not invited."""

    slug = "unknown-identity"
    status = 403
    title = "Nobody here knows you yet"


class IdentityTaken(ApiProblem):
    """The identity is linked to an account already."""

    slug = "identity-taken"
    status = 409
    title = "The identity is linked already"


@allowed(OPEN)
def come_in(services: Services, data: ComingIn) -> SignedIn:
    """Open a session for an identity: of the account that it is linked to, else of a new one where an invitation or the
    settings let it in. Raises UnknownIdentity, NeedsName, NotFound, NameTaken, TooManyGuesses.
    """
    credential = _known(services, data.identity)
    campaign = None
    if credential is None and data.is_owner:
        owner = services.accounts.owner()
        assert owner is not None, "an installation that serves has its owner"
        credential = _linked(services, owner.account, data.identity)
    if credential is not None and data.invitation:
        campaign = _accepted(services, credential, data)
    if credential is None:
        credential, campaign = _newcomer(services, data)
    return opened_session(services, credential, data.device, campaign)


@allowed(_ADMIN)
def link_identity(services: Services, caller: Caller, identity: ProvenIdentity) -> None:
    """Let one's account be signed in with an identity, with the scopes of the token that says so. Raises IdentityTaken,
    Forbidden.
    """
    if caller.credential.expires_at is not None:
        raise Forbidden("your session stands on a token that ends; sign in with one that does not to link an identity")
    known = services.identities.find(identity.issuer, identity.subject)
    if known is not None and known.account != caller.account:
        raise IdentityTaken("this identity belongs to another account here; sign in with it, and unlink it there first")
    if known is None:
        _linked(services, caller.account, identity, caller.credential.scopes)


@allowed(Access("account"))
def list_identities(services: Services, caller: Caller) -> list[LinkedIdentity]:
    """List the identities with which the caller's account is signed in, oldest first."""
    return services.identities.of(caller.account)


@allowed(_ADMIN)
def unlink_identity(services: Services, caller: Caller, identity: UUID) -> None:
    """Let an identity sign the caller's account in no longer; the browsers in which it did are signed out. Raises NotFound."""
    if not services.identities.end(caller.account, identity):
        raise NotFound("your account is not linked to that identity any more")


def _known(services: Services, identity: ProvenIdentity) -> Credential | None:
    """Return the credential of an identity that is linked. Where its token has ended, it gets another."""
    known = services.identities.find(identity.issuer, identity.subject)
    if known is None:
        return None
    credential = services.accounts.credential(known.token)
    if credential is None:
        wanted = TokenWanted(label=identity.service, scopes=known.scopes)
        token, _ = services.accounts.issue(known.account, wanted)
        services.identities.renew(known.id, token.id)
        credential = services.accounts.credential(token.id)
    return credential


def _linked(
    services: Services, account: UUID, identity: ProvenIdentity, scopes: tuple[Scope, ...] = SCOPES
) -> Credential:
    """Link an identity to an account, and return its credential. Raises IdentityTaken."""
    token, _ = services.accounts.issue(account, TokenWanted(label=identity.service, scopes=scopes))
    if not services.identities.link(identity.issuer, identity.subject, identity.name, token.id):
        services.accounts.revoke(account, token.id)
        raise IdentityTaken("this identity was linked just now; sign in again")
    credential = services.accounts.credential(token.id)
    assert credential is not None, "a token that was made just now is valid"
    return credential


def _accepted(services: Services, credential: Credential, data: ComingIn) -> UUID | None:
    """Take an invitation with an account that exists, and return its campaign; None where it takes part already."""
    assert data.invitation is not None, "it was asked for"
    with suppress(AlreadyMember):
        caller = Caller(credential, None)
        return accept_invitation(services, caller, data.invitation, Acceptance(), data.address).campaign
    return None


def _newcomer(services: Services, data: ComingIn) -> tuple[Credential, UUID | None]:
    """Return the credential of a new account, and the campaign that an invitation leads to. Raises UnknownIdentity,
    NeedsName.
    """
    name, identity = data.name or data.identity.name, data.identity
    if not data.invitation and not data.welcomes:
        raise UnknownIdentity(
            text(
                "no account here is linked to the one you have at {service}; use the link of an "
                "invitation, or sign in with your token and link it under Account",
                service=identity.service,
            )
        )
    if not name:
        raise NeedsName(
            text(
                "{service} does not say what you are called; write the name that the others know you by",
                service=identity.service,
            )
        )
    if data.invitation:
        accepted = accept_invitation(services, None, data.invitation, Acceptance(name=name), data.address)
        return _linked(services, accepted.member, identity), accepted.campaign
    taken = [each.name for each in services.accounts.every() if each.name]
    is_taken = name.strip().casefold() in (each.strip().casefold() for each in taken)
    account = services.accounts.open("person", free_name(name, taken) if is_taken else name)
    return _linked(services, account.id, identity), None


class Errand(msgspec.Struct, frozen=True, kw_only=True):
    """The memory of a browser that is at the sign-in service: how to know its answer, and what it went for. `session` is the
    one to whose account the identity is to be linked.
    """

    state: str
    nonce: str
    verifier: str
    onward: str
    invitation: str | None = None
    name: str | None = None
    session: UUID | None = None


def errand_in(cookie: str | None, state: str | None) -> Errand:
    """Return the errand that a browser comes back from. Raises IdentityRefused where it is another's, or was over before."""
    lost = IdentityRefused(
        "this browser is not on its way from the sign-in service, or took too long; begin again on the sign-in page"
    )
    if cookie is None or not state:
        raise lost
    try:
        errand = msgspec.json.decode(bytes.fromhex(cookie), type=Errand)
    except (ValueError, msgspec.DecodeError) as wrong:
        raise lost from wrong
    if not hmac.compare_digest(errand.state.encode(), state.encode()):
        raise lost
    return errand


def kept(errand: Errand) -> str:
    """Return an errand as a cookie keeps it."""
    return msgspec.json.encode(errand).hex()
