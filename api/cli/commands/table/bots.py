"""Bots: programs with accounts of their own, and the members for whom they act."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import get_args

import rich_click as click
from rich.console import RenderableType

from api.cli.opening import open_session
from api.cli.options import campaign
from api.cli.output import as_json, row, say, show, table, words
from api.cli.printing.lines import members_called
from api.cli.printing.tokens import token_lines, tokens_called
from api.cli.session import CliSession
from api.storage.accounts import Account, Scope
from api.storage.invitations import GRANTED, Grant
from api.use_cases.account import (
    IssuedToken,
    Naming,
    NewBot,
    NewToken,
    erase_bot,
    issue_bot_token,
    list_bot_tokens,
    list_bots,
    make_bot,
    revoke_bot_token,
)
from api.use_cases.campaigns import show_campaign
from api.use_cases.members import GrantWanted, end_grant, give_grant, list_grants, list_members

bot_argument = click.argument("bot")


@click.group()
def bot() -> None:
    """The bots of your account, and what they may do for you in a campaign."""


@bot.command("create")
@click.argument("name")
@as_json
def create_bot(name: str) -> None:
    """Make a bot, and print its token, this once. It does nothing until a member lets it act for them."""
    with open_session() as at:
        made: NewBot = at.ask(make_bot, data=Naming(name=name))
    show(made, lambda: [words(made.secret)])
    say(words(f"This is the token of the bot {name!r}; it is shown this once."))
    say(words(f"Let it act for you with: retcon bot allow CAMPAIGN {name!r}"))


@bot.command("list")
@as_json
def listed_bots() -> None:
    """List the bots of your account."""
    with open_session() as at:
        bots = at.listed(list_bots)
    show(bots, lambda: _bots(bots))


def _bots(bots: Sequence[Account]) -> Iterator[RenderableType]:
    made = table("name", "made", "id")
    for each in bots:
        if each.erased_at is None:
            row(made, each.name, f"{each.created_at:%Y-%m-%d}", each.id)
    yield made


@bot.command("token")
@bot_argument
@click.option("--label", default="from its maker", show_default=True, help="The purpose of the token.")
@as_json
def another_token(bot: str, label: str) -> None:
    """Print a further token of a bot of yours, such as in place of a lost one. End that one with `bot tokens`."""
    with open_session() as at:
        issued: IssuedToken = at.ask(issue_bot_token, bot=bot, data=NewToken(label=label))
    show(issued, lambda: [words(issued.secret)])
    say(words(f"This is a token of the bot {bot!r}; it is shown this once."))


@bot.command("tokens")
@bot_argument
@click.option("--revoke", metavar="LABEL|ID|all", help="End the tokens with this label, or all.")
@as_json
def listed_tokens(bot: str, revoke: str | None) -> None:
    """List the valid tokens of a bot of yours, without their secrets."""
    with open_session() as at:
        tokens = at.listed(list_bot_tokens, bot=bot, valid=True)
        if revoke is not None:
            for token in tokens_called(tokens, revoke, bot):
                at.ask(revoke_bot_token, bot=bot, token=token.id)
            tokens = at.listed(list_bot_tokens, bot=bot, valid=True)
    show(tokens, lambda: token_lines(tokens))


@bot.command("end")
@bot_argument
@as_json
def end_bot(bot: str) -> None:
    """Delete a bot of yours: its tokens and permissions end at once."""
    with open_session() as at:
        at.ask(erase_bot, bot=bot)
    show({"ended": bot}, lambda: [words(f"The bot {bot!r} is gone.", "green")])


@bot.command("allow")
@campaign
@bot_argument
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    type=click.Choice(get_args(Scope)),
    help=f"What it may do; {' and '.join(GRANTED)} by default. The scopes given replace the earlier ones.",
)
@as_json
def allow_bot(campaign: str, bot: str, scopes: tuple[Scope, ...]) -> None:
    """Let a bot act for you in a campaign. Give another person's bot by its id."""
    wanted = GrantWanted(scopes=scopes or GRANTED)
    with open_session() as at:
        at.ask(give_grant, campaign, member=_me(at), bot=bot, data=wanted)
    show(wanted, lambda: [words(f"{bot} may now act for you in {campaign}: {', '.join(wanted.scopes)}.", "green")])


@bot.command("forbid")
@campaign
@bot_argument
@as_json
def forbid_bot(campaign: str, bot: str) -> None:
    """Let a bot act for you no longer, in a campaign and its forks."""
    with open_session() as at:
        at.ask(end_grant, campaign, member=_me(at), bot=bot)
    show({"forbidden": bot}, lambda: [words(f"{bot} no longer acts for you in {campaign}.", "green")])


@bot.command("grants")
@campaign
@as_json
def listed_grants(campaign: str) -> None:
    """List the bots that act for you in a campaign; for a game master, those of every member."""
    with open_session() as at:
        is_gm = at.ask(show_campaign, campaign).role == "gm"
        listed = [str(each.member) for each in at.listed(list_members, campaign)] if is_gm else [_me(at)]
        grants: dict[str, list[Grant]] = {each: at.listed(list_grants, campaign, member=each) for each in listed}
        names = members_called(at.names(campaign), listed)
    show(grants, lambda: _grants(grants, names))


def _grants(grants: Mapping[str, Sequence[Grant]], names: Mapping[str, str]) -> Iterator[RenderableType]:
    made = table("bot", "acts for", "may", "since")
    for member, given in grants.items():
        for grant in given:
            row(made, grant.name, names[member], ", ".join(grant.scopes), f"{grant.created_at:%Y-%m-%d}")
    yield made


def _me(at: CliSession) -> str:
    return str(at.account)
