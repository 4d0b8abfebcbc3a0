"""Keys: the name of one's account, its tokens, and its bots."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from api.pages.rendering import onward, page
from api.pages.scopes import chosen_scopes
from api.pages.visits import PageGuard, Visit
from api.storage.accounts import SCOPES
from api.use_cases.account import (
    Naming,
    NewToken,
    erase_bot,
    issue_token,
    list_bots,
    list_tokens,
    make_bot,
    rename_account,
    revoke_token,
)

LASTS: Final = (30, 90, 365)
"""The days after which a token may end, as the form offers them."""


@post("/account/name", guards=[PageGuard("account", "admin")], sync_to_thread=True)
def take_name(visit: NamedDependency[Visit]) -> Response[bytes]:
    """Take another name."""
    visit.ask(rename_account, data=Naming(visit.form.needed("name")[:80]))
    return onward(visit, "/account")


@get("/account/tokens", guards=[PageGuard("account")], sync_to_thread=True)
def show_tokens(visit: NamedDependency[Visit]) -> Response[bytes]:
    """One's tokens, and a form for another."""
    return _tokens(visit)


@post("/account/tokens", guards=[PageGuard("account", "admin")], sync_to_thread=True)
def take_token(visit: NamedDependency[Visit]) -> Response[bytes]:
    """Make a token, and show it this once."""
    form = visit.form
    days = form.whole("days")
    wanted = NewToken(
        label=form.needed("label")[:80],
        scopes=chosen_scopes(form),
        expires_at=None if not days else datetime.now(UTC) + timedelta(days=min(days, 3650)),
    )
    return _tokens(visit, secret=visit.ask(issue_token, data=wanted).secret)


@post("/account/tokens/{token:uuid}/end", guards=[PageGuard("account", "admin")], sync_to_thread=True)
def take_token_end(visit: NamedDependency[Visit], token: FromPath[UUID]) -> Response[bytes]:
    """End a token at once, and the sessions that stand on it."""
    visit.ask(revoke_token, token=token)
    return onward(visit, "/account/tokens")


@get("/account/bots", guards=[PageGuard("account")], sync_to_thread=True)
def show_bots(visit: NamedDependency[Visit]) -> Response[bytes]:
    """One's bots, and a form for another."""
    return _bots(visit)


@post("/account/bots", guards=[PageGuard("account", "admin")], sync_to_thread=True)
def take_bot(visit: NamedDependency[Visit]) -> Response[bytes]:
    """Make a bot, and show its token this once."""
    made = visit.ask(make_bot, data=Naming(visit.form.needed("name")[:80]))
    return _bots(visit, secret=made.secret)


@post("/account/bots/{bot:uuid}/end", guards=[PageGuard("account", "admin")], sync_to_thread=True)
def take_bot_end(visit: NamedDependency[Visit], bot: FromPath[UUID]) -> Response[bytes]:
    """Delete a bot, with its tokens and permissions."""
    visit.ask(erase_bot, bot=str(bot))
    return onward(visit, "/account/bots")


def _tokens(visit: Visit, secret: str = "") -> Response[bytes]:
    assert visit.session is not None, "the guard has let somebody in"
    tokens = visit.listed(list_tokens, valid=True)
    return page(
        visit, "tokens.html", tokens=tokens, secret=secret, own=visit.session.token, scopes=SCOPES, lasting=LASTS
    )


def _bots(visit: Visit, secret: str = "") -> Response[bytes]:
    return page(visit, "bots.html", bots=visit.listed(list_bots), secret=secret)


ROUTES = (take_name, show_tokens, take_token, take_token_end, show_bots, take_bot, take_bot_end)
