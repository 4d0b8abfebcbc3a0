"""Tokens as a terminal lists them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType

from api.cli.exits import Ended, Exit
from api.cli.output import row, table, words
from api.storage.accounts import SCOPES, Token


def token_lines(tokens: Sequence[Token]) -> Iterator[RenderableType]:
    """Yield a table of tokens: what each is good for, until when, and when it was used last."""
    if not tokens:
        yield words("There is no valid token.")
        return
    narrowed = any(each.campaign for each in tokens)
    made = table("label", "scopes", *(("campaign",) if narrowed else ()), "made", "last used", "valid", "id")
    for each in tokens:
        scopes = "all" if set(each.scopes) == set(SCOPES) else ", ".join(each.scopes)
        campaign = (each.campaign or "",) if narrowed else ()
        used = "never" if each.used_on is None else f"{each.used_on:%Y-%m-%d}"
        row(made, each.label, scopes, *campaign, f"{each.created_at:%Y-%m-%d}", used, _valid(each), each.id)
    yield made


def _valid(each: Token) -> str:
    if each.revoked_at is not None:
        return f"revoked {each.revoked_at:%Y-%m-%d}"
    return "for ever" if each.expires_at is None else f"until {each.expires_at:%Y-%m-%d %H:%M}"


def tokens_called(tokens: Sequence[Token], label: str, whose: str) -> list[Token]:
    """Return the tokens with this label or id, or `all`. Raises Ended where there is none."""
    called = [token for token in tokens if label in ("all", token.label, str(token.id))]
    if not called:
        raise Ended(Exit.NOTHING, f"{whose} has no valid token {label!r}; without --revoke, they are listed")
    return called
