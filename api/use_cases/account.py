"""The caller's own account: its name, its tokens and its bots."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Annotated, Final
from uuid import UUID

import msgspec

from api.access import Access, Caller, allowed
from api.members import NameTaken, as_uuid, called_so, check_name, free_name, only_one, taking_name
from api.paging import ListPage, ListRequest, first_page
from api.problems import BadBody, FieldProblem, Forbidden, NotFound
from api.services import Services
from api.storage.accounts import SCOPES, Account, Scope, Token, TokenWanted
from api.storage.alone import alone
from api.storage.memberships import CampaignFilter
from domain.messages import text

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80, pattern=r"\S")]

OnlyValid = Annotated[bool, msgspec.Meta(description="only tokens that are still valid")]

_NO_BOT: Final = text("this account has no bot of that id or name; list its bots at /bots")

_READ = Access("account", "read")
_ADMIN = Access("account", "admin")


class Naming(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name for an account or a bot."""

    name: Name


class NewToken(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A token that is to be made; by default with the scopes and the end of the token that makes it. With `on_behalf_of`
    (the id or name of a member who let this account act for them) it needs `campaign`."""

    label: Name
    scopes: tuple[Scope, ...] | None = None
    campaign: UUID | None = None
    on_behalf_of: str | None = None
    expires_at: datetime | None = None


class IssuedToken(msgspec.Struct, frozen=True):
    """A new token. `secret` is what to send, and is shown this once."""

    token: Token
    secret: str


class NewBot(msgspec.Struct, frozen=True):
    """A new bot with its first token. `secret` is shown this once."""

    account: Account
    token: Token
    secret: str


@allowed(_READ)
def show_account(services: Services, caller: Caller) -> Account:
    """Return the account of this token."""
    return _own(services, caller)


@allowed(_ADMIN)
def rename_account(services: Services, caller: Caller, data: Naming) -> Account:
    """Take another name. It must be free in the campaigns that the account takes part in: members go by name there."""
    with alone(services.pool, *taking_name(data.name, caller.account)):
        for row in services.memberships.listed(CampaignFilter(member=caller.account)):
            check_name(services, row.id, data.name, caller.account, to_do=text("choose another name"))
        renamed = services.accounts.rename(caller.account, data.name)
    assert renamed is not None, "an erased account has no valid token"
    return renamed


@allowed(_ADMIN)
def erase_account(services: Services, caller: Caller) -> None:
    """Forget this account's name for good, and end its tokens and its bots. Its deeds in campaigns stay, without a
    name."""
    if caller.credential.kind == "owner":
        raise Forbidden(
            "the installation's owner cannot be erased: the owner token needs an account; erase the other accounts only"
        )
    services.accounts.erase(caller.account)


@allowed(_READ)
def list_tokens(
    services: Services,
    caller: Caller,
    page: ListRequest,
    valid: OnlyValid = False,
) -> ListPage[Token]:
    """List this account's tokens, oldest first, including expired and revoked ones. The secrets are not shown. A token
    for one campaign lists those for that campaign alone.
    """
    rows = services.accounts.tokens(
        caller.account, page.stretch(), only_valid=valid, campaign=caller.credential.campaign
    )
    return first_page(rows, lambda token: (token.created_at, token.id), page)


@allowed(_ADMIN)
def issue_token(services: Services, caller: Caller, data: NewToken) -> IssuedToken:
    """Make another token of this account, for as much as it is needed for and no more: it has no scope that the token
    which makes it has not, and ends with that one at the latest."""
    return _issued(services, caller, caller.account, data)


@allowed(_ADMIN)
def revoke_token(services: Services, caller: Caller, token: UUID) -> None:
    """End a token at once."""
    if not services.accounts.revoke(caller.account, token):
        raise NotFound("this account has no valid token of that id; list its tokens at /tokens")


@allowed(_ADMIN)
def rotate_token(services: Services, caller: Caller, token: UUID) -> IssuedToken:
    """Exchange a token for a new one of the same kind; the old one ends at once. It has no scope that the token which asks
    has not, and ends with that one at the latest."""
    mine = next((known for known in services.accounts.tokens(caller.account) if known.id == token), None)
    if mine is not None:
        _check_passed_on(caller, mine.scopes)
        _check_outlived(caller, mine.expires_at)
    rotated = services.accounts.rotate(caller.account, token)
    if rotated is None:
        raise NotFound("this account has no valid token of that id; list its tokens at /tokens")
    return IssuedToken(*rotated)


@allowed(_READ)
def list_bots(services: Services, caller: Caller, page: ListRequest) -> ListPage[Account]:
    """List the bots that this account has made, oldest first. A token for one campaign lists those that act for the
    account there.
    """
    rows = services.accounts.bots(caller.account, page.stretch(), acting_in=caller.credential.campaign)
    return first_page(rows, lambda bot: (bot.created_at, bot.id), page)


@allowed(_ADMIN)
def make_bot(services: Services, caller: Caller, data: Naming) -> NewBot:
    """Make an account for a bot. It sees and does nothing until a member lets it act for them. Its first token has the
    scopes and the end of the token that makes it."""
    if caller.credential.kind == "bot":
        raise Forbidden("a bot cannot make bots; use the token of a person's account")
    with alone(services.pool, *taking_name(data.name, caller.account)):
        mine = {str(each.id): each.name or "" for each in services.accounts.bots(caller.account)}
        if called_so(services, mine, data.name):
            free = free_name(data.name, mine.values())
            template = "you have a bot {name!r} already; choose another name, such as {free!r}"
            raise NameTaken(text(template, name=data.name.strip(), free=free))
        bot = services.accounts.open("bot", data.name, caller.account)
    return NewBot(bot, *services.accounts.issue(bot.id, _first(caller)))


@allowed(_ADMIN)
def erase_bot(services: Services, caller: Caller, bot: str) -> None:
    """Delete a bot of this account, given by id or name: its name, its tokens and its permissions end."""
    if not services.accounts.erase(_bot(services, caller, bot)):
        raise NotFound(_NO_BOT)


@allowed(_READ)
def list_bot_tokens(
    services: Services, caller: Caller, bot: str, page: ListRequest, valid: OnlyValid = False
) -> ListPage[Token]:
    """List the tokens of a bot of this account, oldest first, including expired and revoked ones. The secrets are not shown.
    A token for one campaign lists those for that campaign alone.
    """
    narrowed = caller.credential.campaign
    rows = services.accounts.tokens(_bot(services, caller, bot), page.stretch(), only_valid=valid, campaign=narrowed)
    return first_page(rows, lambda token: (token.created_at, token.id), page)


@allowed(_ADMIN)
def issue_bot_token(services: Services, caller: Caller, bot: str, data: NewToken) -> IssuedToken:
    """Make another token of a bot of this account, such as in place of one that was lost. It has no scope that the token which
    makes it has not, and ends with that one at the latest."""
    return _issued(services, caller, _bot(services, caller, bot), data)


@allowed(_ADMIN)
def revoke_bot_token(services: Services, caller: Caller, bot: str, token: UUID) -> None:
    """End a token of a bot of this account at once."""
    if not services.accounts.revoke(_bot(services, caller, bot), token):
        raise NotFound("this bot has no valid token of that id; list its tokens at /bots/<bot>/tokens")


def _bot(services: Services, caller: Caller, named: str) -> UUID:
    """Return the bot of this account that an id or a name means. Raises NotFound."""
    mine = [str(each.id) for each in services.accounts.bots(caller.account, acting_in=caller.credential.campaign)]
    known = as_uuid(named) or as_uuid(only_one(named, called_so(services, mine, named), of="bots") or "")
    if known is None or str(known) not in mine:
        raise NotFound(_NO_BOT)
    return known


def _issued(services: Services, caller: Caller, account: UUID, data: NewToken) -> IssuedToken:
    """Make a token of the caller's account, or of a bot of it. Raises BadBody, Forbidden, NotFound."""
    acts_for = _check_new(services, caller, account, data)
    wanted = TokenWanted(
        label=data.label,
        scopes=data.scopes or caller.credential.scopes,
        campaign=data.campaign,
        acts_for=acts_for,
        expires_at=data.expires_at or caller.credential.expires_at,
    )
    return IssuedToken(*services.accounts.issue(account, wanted))


def _first(caller: Caller) -> TokenWanted:
    """The first token of a bot: good for no more and for no longer than the one that makes it."""
    credential = caller.credential
    return TokenWanted(label="first token", scopes=credential.scopes, expires_at=credential.expires_at)


def _own(services: Services, caller: Caller) -> Account:
    account = services.accounts.account(caller.account)
    assert account is not None, "a valid token belongs to an account"
    return account


def _check_new(services: Services, caller: Caller, account: UUID, wanted: NewToken) -> UUID | None:
    """The member for whom the token is to act. Raises BadBody, Forbidden, NotFound."""
    if wanted.scopes == ():
        raise _wrong("scopes", text("name at least one of {scopes}", scopes=", ".join(SCOPES)))
    _check_passed_on(caller, wanted.scopes or ())
    if wanted.expires_at is not None:
        if wanted.expires_at.tzinfo is None:
            raise _wrong("expires_at", text("write the time with its zone, like 2026-01-31T20:15:00Z"))
        if wanted.expires_at <= datetime.now(UTC):
            raise _wrong("expires_at", text("that time has passed; give a later one"))
        _check_outlived(caller, wanted.expires_at)
    if wanted.on_behalf_of is None:
        return None
    if wanted.campaign is None:
        raise _wrong("campaign", text("a token that acts for a member needs `campaign`, the campaign of that member"))
    letting = [str(member) for member in services.grants.granting(wanted.campaign, account)]
    named = str(
        as_uuid(wanted.on_behalf_of) or only_one(wanted.on_behalf_of, called_so(services, letting, wanted.on_behalf_of))
    )
    if named not in letting:
        raise Forbidden(
            text(
                "no member called {on_behalf_of} lets this account act for them there; the member has to "
                "grant it first",
                on_behalf_of=wanted.on_behalf_of,
            )
        )
    return UUID(named)


def _check_passed_on(caller: Caller, scopes: Collection[Scope]) -> None:
    if beyond := set(scopes) - set(caller.credential.scopes):
        raise Forbidden(
            text(
                "this token has no scope {beyond} to pass on; name `scopes` that it has",
                beyond=", ".join(sorted(beyond)),
            )
        )


def _check_outlived(caller: Caller, until: datetime | None) -> None:
    end = caller.credential.expires_at
    if end is not None and (until is None or until > end):
        raise Forbidden(
            text(
                "this token ends at {end}, and the tokens it makes end with it; use one that lasts longer",
                end=end.isoformat(),
            )
        )


def _wrong(field: str, message: str) -> BadBody:
    return BadBody(text("`{field}`: {message}", field=field, message=message), fields=(FieldProblem(field, message),))
