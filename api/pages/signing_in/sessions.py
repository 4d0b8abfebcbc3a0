"""Sessions: signing in with a browser, and out again."""

from __future__ import annotations

from typing import Annotated, Final
from uuid import UUID

import msgspec

from api.access import OPEN, Access, Caller, allowed
from api.problems import ApiProblem, NotFound, NotSignedIn
from api.services import Services
from api.storage.accounts import TOKEN_MARK, Credential
from api.storage.invitations import INVITATION_MARK
from api.storage.recoveries import RECOVERY_MARK
from api.storage.sessions import Session
from api.use_cases.invitations import Acceptance, accept_invitation
from api.use_cases.recoveries import redeem_recovery
from domain.messages import text

Secret = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class SignIn(msgspec.Struct, frozen=True, kw_only=True):
    """A person who signs in: with a token, an invitation (then with a `name`) or a recovery code. `device` is what the
    browser calls itself, `address` where it comes from.
    """

    secret: Secret
    device: str
    name: str | None = None
    address: str | None = None


class SignedIn(msgspec.Struct, frozen=True, kw_only=True):
    """A session that was opened. `secret` is for its cookie, and is given this once; `campaign` is the one that a code let
    its holder into.
    """

    session: Session
    secret: str
    campaign: UUID | None


class WrongSecret(ApiProblem):
    """Neither a valid token nor a code that can be used."""

    slug = "wrong-secret"
    status = 403
    title = "This does not let you in"


class NeedsName(ApiProblem):
    """An invitation makes an account, which needs a name."""

    slug = "needs-name"
    status = 422
    title = "Say what you are called"


_MARKS: Final = text(
    "a token begins with {token}, an invitation with {invitation}, a recovery code with {recovery}",
    token=TOKEN_MARK,
    invitation=INVITATION_MARK,
    recovery=RECOVERY_MARK,
)


@allowed(OPEN)
def sign_in(services: Services, data: SignIn) -> SignedIn:
    """Open a session in a browser. Raises WrongSecret, NeedsName, TooManyGuesses."""
    secret, campaign = _token_of(services, data)
    credential = services.accounts.authenticate(secret)
    if credential is None:
        if data.address is not None:
            services.limits.guesses.wrong(data.address)
        raise WrongSecret(text("this token is unknown, or has ended; {marks}", marks=_MARKS))
    return opened_session(services, credential, data.device, campaign)


def _token_of(services: Services, data: SignIn) -> tuple[str, UUID | None]:
    """Return the token that a secret is or stands for, and the campaign that it lets its holder into."""
    if data.secret.startswith(INVITATION_MARK):
        if not data.name:
            raise NeedsName("an invitation makes an account for you; write the name that the others know you by")
        accepted = accept_invitation(services, None, data.secret, Acceptance(name=data.name), data.address)
        assert accepted.secret is not None, "a new account has a token"
        return accepted.secret, accepted.campaign
    if data.secret.startswith(RECOVERY_MARK):
        recovered = redeem_recovery(services, data.secret, data.address)
        return recovered.secret, recovered.campaign
    return data.secret, None


def opened_session(services: Services, credential: Credential, device: str, campaign: UUID | None) -> SignedIn:
    """Open a session on a token. Raises WrongSecret for that of a bot."""
    if credential.kind == "bot":
        raise WrongSecret("this is the token of a bot; sign in with your own")
    assert credential.token is not None, "a credential that a secret proves has a token"
    session, secret = services.sessions.open(credential.token, device)
    return SignedIn(session=session, secret=secret, campaign=campaign or credential.campaign)


@allowed(Access("account"))
def list_sessions(services: Services, caller: Caller) -> list[Session]:
    """List the browsers in which the caller is signed in, the one that was used last first."""
    return services.sessions.of(caller.account)


@allowed(Access("account"))
def end_session(services: Services, caller: Caller, session: UUID) -> None:
    """Sign one of the caller's browsers out. Raises NotFound."""
    if not services.sessions.end(caller.account, session):
        raise NotFound("that browser is not signed in any more")


@allowed(Access("account"))
def end_every_session(services: Services, caller: Caller) -> None:
    """Sign the caller out everywhere. Raises NotSignedIn."""
    if not services.sessions.end(caller.account):
        raise NotSignedIn("you are not signed in anywhere")
