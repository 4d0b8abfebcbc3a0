"""The accounts of the installation at the command line: its people, their rights and their tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import rich_click as click
from rich.console import RenderableType

from api.cli.exits import Ended, Exit
from api.cli.opening import open_session
from api.cli.output import as_json, row, say, show, table, words
from api.cli.printing.tokens import token_lines, tokens_called
from api.cli.prompts import agreed
from api.storage.accounts import Account
from api.use_cases.account import IssuedToken, Naming, rename_account, show_account
from api.use_cases.accounts import (
    AccountChange,
    NewAccount,
    OpenedAccount,
    TokenLabel,
    change_account,
    end_account,
    issue_account_token,
    list_account_tokens,
    list_accounts,
    open_account,
    revoke_account_token,
)

name_argument = click.argument("name")


@click.group()
def account() -> None:
    """The accounts of the installation. All but `show` and `rename` are for its owner."""


@account.command("show")
@as_json
def shown_account() -> None:
    """Show the account that you act as."""
    with open_session() as at:
        own: Account = at.ask(show_account)
    show(own, lambda: _accounts([own]))


@account.command("rename")
@name_argument
@as_json
def renamed_account(name: str) -> None:
    """Take another name. In each of your campaigns it must be free: members go by name there."""
    with open_session() as at:
        own: Account = at.ask(rename_account, data=Naming(name=name))
    show(own, lambda: [words(f"You are called {own.name} now.", "green")])


@account.command("list")
@as_json
def listed_accounts() -> None:
    """List the accounts of the installation."""
    with open_session() as at:
        accounts = at.listed(list_accounts)
    show(accounts, lambda: _accounts(accounts))


def _accounts(accounts: Sequence[Account]) -> Iterator[RenderableType]:
    made = table("name", "kind", "may found campaigns", "since", "id")
    for each in accounts:
        row(made, each.name, each.kind, "yes" if each.may_found else "", f"{each.created_at:%Y-%m-%d}", each.id)
    yield made


@account.command("create")
@name_argument
@click.option("--founder", is_flag=True, help="Let them found campaigns.")
@as_json
def create_account(name: str, founder: bool) -> None:
    """Make an account for a person, and print its token, this once."""
    with open_session() as at:
        made: OpenedAccount = at.ask(open_account, data=NewAccount(name=name, may_found=founder))
    show(made, lambda: [words(made.secret)])
    say(words(f"This is the token of {name}; it is shown this once. They set RETCON_TOKEN to it."))


@account.command("founder")
@name_argument
@click.option("--no-longer", is_flag=True, help="Take the right back. Their campaigns stay.")
@as_json
def let_found(name: str, no_longer: bool) -> None:
    """Let somebody found campaigns."""
    with open_session() as at:
        changed: Account = at.ask(change_account, account=name, data=AccountChange(may_found=not no_longer))
    verb = "may" if changed.may_found else "may no longer"
    show(changed, lambda: [words(f"{changed.name} {verb} found campaigns.", "green")])


@account.command("token")
@name_argument
@click.option("--label", default="from the owner", show_default=True, help="The purpose of the token.")
@as_json
def issue_token(name: str, label: str) -> None:
    """Print a new token for somebody who has lost theirs. Revoke the lost one with `account tokens`."""
    with open_session() as at:
        issued: IssuedToken = at.ask(issue_account_token, account=name, data=TokenLabel(label=label))
    show(issued, lambda: [words(issued.secret)])
    say(words(f"This is a token of {name}; it is shown this once."))


@account.command("tokens")
@name_argument
@click.option("--revoke", metavar="LABEL|ID|all", help="End the tokens with this label, or all.")
@as_json
def listed_tokens(name: str, revoke: str | None) -> None:
    """List somebody's valid tokens, without their secrets."""
    with open_session() as at:
        tokens = at.listed(list_account_tokens, account=name, valid=True)
        if revoke is not None:
            for token in tokens_called(tokens, revoke, name):
                at.ask(revoke_account_token, account=name, token=token.id)
            tokens = at.listed(list_account_tokens, account=name, valid=True)
    show(tokens, lambda: token_lines(tokens))


@account.command("end")
@name_argument
@click.option("--yes", is_flag=True, help="Do not ask.")
@as_json
def end(name: str, yes: bool) -> None:
    """End somebody's account for good: its name is erased, and its tokens and bots end. Campaigns keep their entries."""
    with open_session() as at:
        at.listed(list_account_tokens, account=name)  # before anything is asked: is there such an account?
        if not (yes or agreed(f"Erase the account {name}? This cannot be undone.")):
            raise Ended(Exit.NOTHING, "nothing was done; add --yes to end the account")
        at.ask(end_account, account=name)
    show({"ended": name}, lambda: [words(f"The account {name} is gone.", "green")])
