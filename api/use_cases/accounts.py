"""The accounts of the installation, which its owner manages."""

from __future__ import annotations

from uuid import UUID

import msgspec

from api.access import Access, allowed
from api.members import NameTaken, as_uuid, called_so, free_name, only_one, taking_name
from api.paging import ListPage, ListRequest, first_page
from api.problems import Forbidden, NotFound
from api.services import Services
from api.storage.accounts import Account, Token, TokenWanted
from api.storage.alone import alone
from api.use_cases.account import IssuedToken, Name, OnlyValid
from domain.messages import text

_READ = Access("owner", "read")
_ADMIN = Access("owner", "admin")


class NewAccount(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An account for a person. `may_found` is whether they may found campaigns."""

    name: Name
    may_found: bool = False


class OpenedAccount(msgspec.Struct, frozen=True):
    """A new account with its first token. `secret` is shown this once."""

    account: Account
    token: Token
    secret: str


class AccountChange(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A change of an account's rights: whether it may found campaigns."""

    may_found: bool


class TokenLabel(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The label for a token that the owner makes for another person."""

    label: Name = "from the owner"


@allowed(_READ)
def list_accounts(services: Services, page: ListRequest) -> ListPage[Account]:
    """List the accounts of the installation, oldest first, without erased ones."""
    rows = services.accounts.every(page.stretch())
    return first_page(rows, lambda account: (account.created_at, account.id), page)


@allowed(_ADMIN)
def open_account(services: Services, data: NewAccount) -> OpenedAccount:
    """Make an account for a person, with a first token for them. No other account may have the name: the installation's owner
    names accounts by it."""
    with alone(services.pool, *taking_name(data.name)):
        known = {str(each.id): each.name or "" for each in services.accounts.every()}
        if called_so(services, known, data.name):
            free = free_name(data.name, known.values())
            template = "there is an account {name!r} already; choose another name, such as {free!r}"
            raise NameTaken(text(template, name=data.name.strip(), free=free))
        account = services.accounts.open("person", data.name)
    if data.may_found:
        account = services.accounts.let_found(account.id, allowed=True) or account
    return OpenedAccount(account, *services.accounts.issue(account.id, TokenWanted(label="first token")))


@allowed(_ADMIN)
def change_account(services: Services, account: str, data: AccountChange) -> Account:
    """Let an account found campaigns, or no longer. Its campaigns stay."""
    changed = services.accounts.let_found(_account(services, account).id, allowed=data.may_found)
    assert changed is not None, "an account that was found was not erased"
    return changed


@allowed(_ADMIN)
def end_account(services: Services, account: str) -> None:
    """End an account for good: its name is erased, and its tokens and bots end. Its deeds in campaigns stay."""
    ended = _account(services, account)
    if ended.kind == "owner":
        raise Forbidden("the installation's owner cannot be erased: the owner token needs an account; end another one")
    services.accounts.erase(ended.id)


@allowed(_READ)
def list_account_tokens(
    services: Services, account: str, page: ListRequest, valid: OnlyValid = False
) -> ListPage[Token]:
    """List the tokens of an account, oldest first, including expired and revoked ones. The secrets are not shown."""
    rows = services.accounts.tokens(_account(services, account).id, page.stretch(), only_valid=valid)
    return first_page(rows, lambda token: (token.created_at, token.id), page)


@allowed(_ADMIN)
def issue_account_token(services: Services, account: str, data: TokenLabel) -> IssuedToken:
    """Make a token for an account whose holder has lost theirs. Its other tokens stay: revoke those that are lost."""
    return IssuedToken(*services.accounts.issue(_account(services, account).id, TokenWanted(label=data.label)))


@allowed(_ADMIN)
def revoke_account_token(services: Services, account: str, token: UUID) -> None:
    """End a token of an account at once."""
    if not services.accounts.revoke(_account(services, account).id, token):
        raise NotFound("this account has no valid token of that id; list its tokens at /accounts/<account>/tokens")


def _account(services: Services, named: str) -> Account:
    """Return the account of this id or name. Raises NotFound, also where several accounts have the name."""
    known = [str(each.id) for each in services.accounts.every()]
    id = as_uuid(named) or as_uuid(only_one(named, called_so(services, known, named), of="accounts") or "")
    account = None if id is None else services.accounts.account(id)
    if account is None or account.erased_at is not None:
        raise NotFound(text("there is no account {named!r}; those that exist are listed under accounts", named=named))
    return account
