"""Signing in to a service elsewhere, and the profiles that keep its address and token."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import IO, Final
from urllib.parse import urlsplit

import msgspec
import rich_click as click
from rich.console import RenderableType

from api.cli.completing import completes
from api.cli.exits import Ended, Exit
from api.cli.named_profile import VARIABLE, named_profile
from api.cli.operations import PREFIX
from api.cli.output import as_json, row, say, show, table, words
from api.cli.profiles import (
    HERE,
    Profile,
    Profiles,
    chosen_profile,
    load_profiles,
    own_ledger,
    save_profiles,
)
from api.cli.service import ServiceSession, open_service
from api.storage.recoveries import RECOVERY_MARK
from api.use_cases.account import show_account
from api.use_cases.invitations import Acceptance, accept_invitation
from api.use_cases.recoveries import redeem_recovery

_LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")


class ProfileLine(msgspec.Struct, frozen=True, kw_only=True):
    """A profile without its token."""

    name: str
    url: str
    account: str
    current: bool


@click.command()
@click.argument("url")
@click.option("--profile", "name", metavar="NAME", help="What to call it; the service's host by default.")
@click.option(
    "--token-file",
    type=click.File("r"),
    metavar="FILE",
    help="Read the token or the code from a file (- for standard input); else it is asked for.",
)
@click.option("--join", metavar="NAME", help="Join by an invitation code, with a new account of this name.")
@as_json
def login(url: str, name: str | None, token_file: IO[str] | None, join: str | None) -> None:
    """Sign in to a service elsewhere: from then on, commands work there as they do at its own machine.

    The token is not shown while you type it. It is checked, and kept in a file that only you can read. A recovery code is
    taken in its place and, with --join, an invitation code.
    """
    secret = _secret(token_file, "Invitation code" if join else "Token")
    address = _address(url)
    profile = Profile(name=name or named_profile() or urlsplit(address).netloc, url=address, token=secret)
    if profile.name == HERE:
        raise Ended(Exit.NOTHING, f"{HERE!r} stands for the ledger of this machine; choose another name")
    with open_service(profile) as service:
        if join is not None or secret.startswith(RECOVERY_MARK):
            profile = msgspec.structs.replace(profile, token=_redeemed(service, secret, join))
    with open_service(profile) as service:
        account = service.ask(show_account)
    profile = msgspec.structs.replace(profile, account=account.name or "")
    save_profiles(load_profiles().with_profile(profile))
    show(_line(profile, current=True), lambda: [words(f"Signed in to {address} as {profile.account}.", "green")])
    _say_what_is_next(profile)


def _say_what_is_next(profile: Profile) -> None:
    if urlsplit(profile.url).scheme == "http" and urlsplit(profile.url).hostname not in _LOOPBACK:
        say(
            words(
                "The address begins with http://, so the token travels unencrypted; use https:// where you can.",
                "yellow",
            )
        )
    if variable := own_ledger():
        say(
            words(
                f"{variable} is set: commands work on this machine unless you say --profile {profile.name}.", "yellow"
            )
        )
    else:
        say(
            words(f"Commands work there now; `retcon --profile {HERE}` works on this machine, `retcon logout` ends it.")
        )


def _secret(file: IO[str] | None, what: str) -> str:
    """Return the token or the code: of a file, asked for without echo, or from standard input. Raises Ended."""
    if file is not None:
        secret = str(file.read()).strip()
    elif sys.stdin.isatty():
        secret = str(click.prompt(what, hide_input=True, err=True)).strip()
    else:
        secret = sys.stdin.readline().strip()
    if not secret or not secret.isascii() or not secret.isprintable() or " " in secret:
        raise Ended(Exit.NOTHING, "there is no token; type one, or give a file that holds one and nothing else")
    return secret


def _address(url: str) -> str:
    """Return the address of a service, without what comes below it. Raises Ended."""
    address = url.strip().rstrip("/").removesuffix(PREFIX)
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.username:
        raise Ended(Exit.NOTHING, f"{url!r} is no address of a service; write it as https://host or https://host/path")
    return address


def _redeemed(service: ServiceSession, code: str, join: str | None) -> str:
    """Return the token that a code is good for."""
    if join is None:
        return service.ask(redeem_recovery, code=code, caller=None).secret
    joined = service.ask(accept_invitation, caller=None, code=code, data=Acceptance(name=join))
    say(words(f"{joined.name} takes part in {joined.campaign_name!r} as {joined.role}.", "green"))
    assert joined.secret is not None, "a new account has a token"
    return joined.secret


@click.command()
@click.argument("name", required=False, shell_complete=completes("profiles"))
@as_json
def logout(name: str | None) -> None:
    """Forget a profile: NAME, or the one in use. The token stays valid; `retcon token revoke` ends one."""
    known = load_profiles()
    profile = known.profiles.get(name) if name is not None else chosen_profile()
    if profile is None:
        raise Ended(Exit.NOTHING, f"there is no profile {name!r}" if name else "you are signed in nowhere")
    save_profiles(known.without(profile.name))
    show(_line(profile, current=False), lambda: [words(f"Signed out of {profile.url}.", "green")])


@click.command()
@click.option(
    "--use",
    metavar="NAME",
    shell_complete=completes("profiles"),
    help=f"Use this one from now on; {HERE} is this machine.",
)
@as_json
def profiles(use: str | None) -> None:
    """List the services that you signed in to. `retcon --profile NAME …` uses another one for a single command."""
    known = load_profiles()
    if use is not None:
        if use != HERE and use not in known.profiles:
            raise Ended(Exit.NOTHING, f"there is no profile {use!r}; there are {', '.join([*known.profiles, HERE])}")
        known = Profiles(current=None if use == HERE else use, profiles=known.profiles)
        save_profiles(known)
    chosen = chosen_profile()
    lines = [
        _line(profile, current=chosen is not None and profile.name == chosen.name)
        for profile in known.profiles.values()
    ]
    show(lines, lambda: _listed(lines))


def _line(profile: Profile, *, current: bool) -> ProfileLine:
    return ProfileLine(name=profile.name, url=profile.url, account=profile.account, current=current)


def _listed(lines: Sequence[ProfileLine]) -> Iterator[RenderableType]:
    if not lines:
        yield words(
            f"You are signed in nowhere: commands work on this machine. `retcon login URL` signs in; {VARIABLE} names a profile."
        )
        return
    made = table("profile", "in use", "service", "as")
    for each in lines:
        row(made, each.name, "yes" if each.current else "", each.url, each.account)
    yield made
