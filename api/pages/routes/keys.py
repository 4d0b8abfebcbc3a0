"""Keys: the name of one's account, its tokens, and its bots."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from api.pages.rendering import onward, page
from api.pages.scopes import chosen_scopes
from api.pages.visits import PageGuard, Visit
from api.storage.accounts import SCOPES, Token
from api.use_cases.account import (
    Naming,
    NewToken,
    erase_bot,
    issue_bot_token,
    issue_token,
    list_bot_tokens,
    list_bots,
    list_tokens,
    make_bot,
    rename_account,
    revoke_bot_token,
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
    return _tokens(visit, secret=visit.ask(issue_token, data=_wanted(visit)).secret)


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


@get("/account/bots/{bot:uuid}/tokens", guards=[PageGuard("account")], sync_to_thread=True)
def show_bot_tokens(visit: NamedDependency[Visit], bot: FromPath[UUID]) -> Response[bytes]:
    """The tokens of a bot of one's own, and a form for another."""
    return _bot_tokens(visit, bot)


@post("/account/bots/{bot:uuid}/tokens", guards=[PageGuard("account", "admin")], sync_to_thread=True)
def take_bot_token(visit: NamedDependency[Visit], bot: FromPath[UUID]) -> Response[bytes]:
    """Make a token for a bot, and show it this once."""
    return _bot_tokens(visit, bot, secret=visit.ask(issue_bot_token, bot=str(bot), data=_wanted(visit)).secret)


@post("/account/bots/{bot:uuid}/tokens/{token:uuid}/end", guards=[PageGuard("account", "admin")], sync_to_thread=True)
def take_bot_token_end(visit: NamedDependency[Visit], bot: FromPath[UUID], token: FromPath[UUID]) -> Response[bytes]:
    """End a token of a bot at once."""
    visit.ask(revoke_bot_token, bot=str(bot), token=token)
    return onward(visit, f"/account/bots/{bot}/tokens")


@post("/account/bots/{bot:uuid}/end", guards=[PageGuard("account", "admin")], sync_to_thread=True)
def take_bot_end(visit: NamedDependency[Visit], bot: FromPath[UUID]) -> Response[bytes]:
    """Delete a bot, with its tokens and permissions."""
    visit.ask(erase_bot, bot=str(bot))
    return onward(visit, "/account/bots")


def _wanted(visit: Visit) -> NewToken:
    """Return the token that a form wants. Raises BadBody."""
    form = visit.form
    days = form.whole("days")
    return NewToken(
        label=form.needed("label")[:80],
        scopes=chosen_scopes(form),
        expires_at=None if not days else datetime.now(UTC) + timedelta(days=min(days, 3650)),
    )


def _tokens(visit: Visit, secret: str = "") -> Response[bytes]:
    return token_page(visit, visit.listed(list_tokens, valid=True), "/account/tokens", secret=secret)


def _bot_tokens(visit: Visit, bot: UUID, secret: str = "") -> Response[bytes]:
    tokens = visit.listed(list_bot_tokens, bot=str(bot), valid=True)
    name = next((each.name for each in visit.listed(list_bots) if each.id == bot), None)
    path = f"/account/bots/{bot}/tokens"
    return token_page(visit, tokens, path, secret=secret, above="/account/bots", whose=name or "…")


def token_page(
    visit: Visit, tokens: Sequence[Token], path: str, *, secret: str = "", above: str = "/account", whose: str = ""
) -> Response[bytes]:
    """Return the page with the tokens of an account, and a form for another: one's own, or `whose` it is."""
    assert visit.session is not None, "the guard has let a visitor in"
    return page(
        visit,
        "tokens.html",
        tokens=tokens,
        secret=secret,
        own=visit.session.token,
        scopes=SCOPES,
        lasting=LASTS,
        path=path,
        above=above,
        whose=whose,
    )


def _bots(visit: Visit, secret: str = "") -> Response[bytes]:
    return page(visit, "bots.html", bots=visit.listed(list_bots), secret=secret)


ROUTES = (
    take_name,
    show_tokens,
    take_token,
    take_token_end,
    show_bots,
    take_bot,
    take_bot_end,
    show_bot_tokens,
    take_bot_token,
    take_bot_token_end,
)
