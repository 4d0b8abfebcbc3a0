"""Accounts: the people of the installation, for its owner."""

from __future__ import annotations

from uuid import UUID

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from api.pages.rendering import onward, page
from api.pages.routes.keys import token_page
from api.pages.visits import PageGuard, Visit
from api.use_cases.accounts import (
    AccountChange,
    NewAccount,
    TokenLabel,
    change_account,
    end_account,
    issue_account_token,
    list_account_tokens,
    list_accounts,
    open_account,
    revoke_account_token,
)


@get("/accounts", guards=[PageGuard("owner")], sync_to_thread=True)
def show_accounts(visit: NamedDependency[Visit]) -> Response[bytes]:
    """The accounts, and a form for another."""
    return _accounts(visit)


@post("/accounts", guards=[PageGuard("owner", "admin")], sync_to_thread=True)
def take_account(visit: NamedDependency[Visit]) -> Response[bytes]:
    """Make an account for a person, and show its token this once."""
    form = visit.form
    wanted = NewAccount(name=form.needed("name")[:80], may_found=form.ticked("may_found"))
    return _accounts(visit, secret=visit.ask(open_account, data=wanted).secret)


@post("/accounts/{account:uuid}/rights", guards=[PageGuard("owner", "admin")], sync_to_thread=True)
def take_rights(visit: NamedDependency[Visit], account: FromPath[UUID]) -> Response[bytes]:
    """Let an account found campaigns, or no longer."""
    visit.ask(change_account, account=str(account), data=AccountChange(may_found=visit.form.ticked("may_found")))
    return onward(visit, "/accounts")


@post("/accounts/{account:uuid}/token", guards=[PageGuard("owner", "admin")], sync_to_thread=True)
def take_account_token(visit: NamedDependency[Visit], account: FromPath[UUID]) -> Response[bytes]:
    """Make a token for a person who has lost theirs, and show it this once."""
    issued = visit.ask(issue_account_token, account=str(account), data=TokenLabel())
    return _accounts(visit, secret=issued.secret)


@get("/accounts/{account:uuid}/tokens", guards=[PageGuard("owner")], sync_to_thread=True)
def show_account_tokens(visit: NamedDependency[Visit], account: FromPath[UUID]) -> Response[bytes]:
    """The tokens of an account, to end those that were lost."""
    tokens = visit.listed(list_account_tokens, account=str(account), valid=True)
    name = next((each.name for each in visit.listed(list_accounts) if each.id == account), None)
    return token_page(visit, tokens, f"/accounts/{account}/tokens", above="/accounts", whose=name or "…")


@post("/accounts/{account:uuid}/tokens/{token:uuid}/end", guards=[PageGuard("owner", "admin")], sync_to_thread=True)
def take_account_token_end(
    visit: NamedDependency[Visit], account: FromPath[UUID], token: FromPath[UUID]
) -> Response[bytes]:
    """End a token of an account at once."""
    visit.ask(revoke_account_token, account=str(account), token=token)
    return onward(visit, f"/accounts/{account}/tokens")


@post("/accounts/{account:uuid}/end", guards=[PageGuard("owner", "admin")], sync_to_thread=True)
def take_account_end(visit: NamedDependency[Visit], account: FromPath[UUID]) -> Response[bytes]:
    """End an account for good."""
    visit.ask(end_account, account=str(account))
    return onward(visit, "/accounts")


def _accounts(visit: Visit, secret: str = "") -> Response[bytes]:
    return page(visit, "accounts.html", accounts=visit.listed(list_accounts), secret=secret)


ROUTES = (
    show_accounts,
    take_account,
    take_rights,
    take_account_token,
    show_account_tokens,
    take_account_token_end,
    take_account_end,
)
