"""The installation itself: its games, its settings, and its users' tokens."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import get_args
from uuid import UUID

import msgspec
import rich_click as click
from rich.console import RenderableType

from api.catalogue import SystemLine, SystemView
from api.cli.completing import completes
from api.cli.exits import Ended, Exit
from api.cli.opening import open_here, open_session
from api.cli.output import as_json, row, show, table, words
from api.cli.printing.tokens import token_lines
from api.members import as_uuid
from api.proxy.networks import Networks
from api.settings import VARIABLES, Settings, load, source
from api.storage.accounts import SCOPES, Scope, Token
from api.storage.owner_token import renew_owner_token
from api.use_cases.account import IssuedToken, NewToken, issue_token, list_tokens, revoke_token
from api.use_cases.systems import list_systems, show_system


@click.command()
@click.argument("system", required=False, shell_complete=completes("systems"))
@as_json
def systems(system: str | None) -> None:
    """List the games that are installed; with SYSTEM, its commands and options."""
    with open_session() as at:
        if system is None:
            listed = at.listed(list_systems)
            show(listed, lambda: _systems(listed))
            return
        seen: SystemView = at.ask(show_system, system=system)
    show(seen, lambda: _system(seen))


def _systems(listed: Sequence[SystemLine]) -> Iterator[RenderableType]:
    made = table("id", "name", "rules version", right=("rules version",))
    for each in listed:
        row(made, each.id, each.name, each.version)
    yield made


def _system(seen: SystemView) -> Iterator[RenderableType]:
    yield words(f"{seen.name} ({seen.id})", "bold")
    made = table("command", "by", "what it does", "example")
    for each in (command for command in seen.commands if not command.instead):
        row(made, each.type, each.by, each.summary, msgspec.json.encode(each.example).decode())
    yield made
    made = table("option", "default", "choices", "what it decides")
    for option in seen.options:
        row(made, option.name, option.default, ", ".join(map(str, option.choices)), option.text)
    if seen.options:
        yield made


class Setting(msgspec.Struct, frozen=True):
    """A setting with the value in force; null where there is none, and `(set, not shown)` for a secret. `source` is the
    variable that decides it, which may name a file; null where it has its default."""

    variable: str
    value: str | None
    set: bool
    source: str | None
    meaning: str


@click.command()
@as_json
def config() -> None:
    """Show the settings in force and where they come from; secrets are not shown."""
    settings = load(os.environ)
    listing = [_setting(settings, variable) for variable in VARIABLES]
    show(listing, lambda: _config(listing))


def _setting(settings: Settings, variable: str) -> Setting:
    decided_by = source(os.environ, variable)
    return Setting(variable, _written(settings.shown(variable)), bool(decided_by), decided_by, VARIABLES[variable])


def _written(value: object) -> str | None:
    match value:
        case None:
            return None
        case bool():
            return "on" if value else "off"
        case Networks():
            return str(value) or None
        case _:
            return str(value)


def _config(listing: Sequence[Setting]) -> Iterator[RenderableType]:
    made = table("variable", "value", "from", "meaning")
    for each in listing:
        given = "default" if each.source is None else "environment" if each.source == each.variable else each.source
        row(made, each.variable, each.value or "—", given, each.meaning)
    yield made


@click.group()
def token() -> None:
    """The tokens of your account: yours by RETCON_TOKEN, else the installation owner's."""


@token.command(name="create")
@click.argument("label")
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    type=click.Choice(get_args(Scope)),
    help="The scopes of the token; every scope by default.",
)
@click.option("--campaign", help="Only this campaign.")
@click.option("--days", type=click.IntRange(min=1), help="How long it is valid; for ever by default.")
@as_json
def create_token(label: str, scopes: tuple[Scope, ...], campaign: str | None, days: int | None) -> None:
    """Make a token and show it, this once. LABEL says what it is for."""
    with open_session() as at:
        wanted = NewToken(
            label=label,
            scopes=scopes or SCOPES,
            campaign=None if campaign is None else at.campaign(campaign),
            expires_at=None if days is None else datetime.now(UTC) + timedelta(days=days),
        )
        issued: IssuedToken = at.ask(issue_token, data=wanted)
    show(issued, lambda: _issued(issued))


def _issued(issued: IssuedToken) -> Iterator[RenderableType]:
    yield words(f"Token {issued.token.label!r} for {', '.join(issued.token.scopes)}; it is shown this once:")
    yield words(issued.secret, "bold")
    yield words(f"`retcon token revoke {shlex.quote(issued.token.label)}` ends it.", "dim")


@token.command(name="renew")
@as_json
def renew_token() -> None:
    """Make a new owner token in the data folder, and end the one before: it was lost, or others may know it."""
    with open_here() as at:
        if not at.is_operator:
            raise Ended(Exit.REFUSED, "only who sits at the machine renews the owner token; unset RETCON_TOKEN")
        path = renew_owner_token(at.services.accounts, at.settings)
    show({"owner_token": str(path)}, lambda: [words(f"The owner token is in {path}; the one before has ended.")])


@token.command(name="list")
@as_json
def listed_tokens() -> None:
    """List the tokens of your account, without their secrets."""
    with open_session() as at:
        listing = at.listed(list_tokens)
    show(listing, lambda: token_lines(listing))


@token.command(name="revoke")
@click.argument("token", metavar="LABEL|ID")
@as_json
def end_token(token: str) -> None:
    """End a token of yours at once, given by its label or id."""
    with open_session() as at:
        id = as_uuid(token) or _labelled(at.listed(list_tokens), token)
        at.ask(revoke_token, token=id)
    show({"revoked": id}, lambda: [words(f"Token {token} is revoked.", "green")])


def _labelled(tokens: Sequence[Token], label: str) -> UUID:
    """Return the id of the only token in force with a label, in any case. Raises Ended."""
    valid = [token for token in tokens if token.revoked_at is None]
    ids = [token.id for token in valid if token.label.casefold() == label.casefold()]
    if len(ids) > 1:
        listed = ", ".join(map(str, ids))
        raise Ended(Exit.NOTHING, f"{label!r} is the label of several tokens; give the id of one of them: {listed}")
    if not ids:
        labels = ", ".join(dict.fromkeys(repr(token.label) for token in valid)) or "none"
        raise Ended(Exit.NOTHING, f"you have no token {label!r}; there is {labels}")
    return ids[0]
