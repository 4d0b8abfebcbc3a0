"""Members of a campaign: how they come in, their roles, and how they leave."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import get_args

import rich_click as click
from rich.console import RenderableType

from api.cli.completing import completes
from api.cli.exits import Ended, Exit
from api.cli.opening import open_session
from api.cli.options import campaign, reads
from api.cli.output import as_json, row, say, show, table, words
from api.cli.printing.lines import members_called
from api.cli.session import CliSession
from api.reading import ReadRequest
from api.storage.invitations import Invitation
from api.storage.recoveries import RECOVERY_MARK
from api.things import ThingLine
from api.use_cases.characters import list_characters
from api.use_cases.invitations import (
    Acceptance,
    Accepted,
    IssuedInvitation,
    NewInvitation,
    accept_invitation,
    list_invitations,
    withdraw_invitation,
)
from api.use_cases.invitations import invite as make_invitation
from api.use_cases.members import DepartureView, MemberView, RoleChange, change_role, end_part, list_members
from api.use_cases.recoveries import (
    IssuedRecovery,
    OpenRecovery,
    Recovered,
    list_recoveries,
    offer_recovery,
    redeem_recovery,
    withdraw_recovery,
)
from domain.vocabulary.chronicle import Role

member_argument = click.argument("member", shell_complete=completes("members"))


@click.command()
@campaign
@click.option(
    "--as",
    "role",
    type=click.Choice(get_args(Role)),
    default="player",
    show_default=True,
    help="The role of the new members.",
)
@click.option("--uses", type=click.IntRange(1, 1000), default=1, show_default=True, help="How many people may use it.")
@click.option("--days", type=click.IntRange(1, 365), default=14, show_default=True, help="How long it holds.")
@as_json
def invite(campaign: str, role: Role, uses: int, days: int) -> None:
    """Print a code that lets people into a campaign, this once.

    They redeem it with `retcon join CODE --name NAME`, or over HTTP with POST /api/v1/invitations/CODE.
    """
    with open_session() as at:
        wanted = NewInvitation(role=role, uses=uses, days=days)
        issued: IssuedInvitation = at.ask(make_invitation, campaign, data=wanted)
    show(issued, lambda: [words(issued.code)])
    whom = f"a {role}" if uses == 1 else f"{uses} people, each as {role}"
    say(words(f"This code lets in {whom}, until {issued.invitation.expires_at:%Y-%m-%d}. It is shown this once."))
    say(words("They redeem it with: retcon join CODE --name NAME"))


@click.command()
@campaign
@click.option("--withdraw", metavar="CODE|all", help="End an invitation, by its code, or all of them.")
@as_json
def invitations(campaign: str, withdraw: str | None) -> None:
    """List the invitations to a campaign that can still be used."""
    with open_session() as at:
        if withdraw is not None:
            _withdraw(at, campaign, withdraw)
        open_ = at.listed(list_invitations, campaign)
        names = members_called(at.names(campaign), (str(each.invited_by) for each in open_))
    show(open_, lambda: _invitations(open_, names))


def _withdraw(at: CliSession, campaign: str, withdraw: str) -> None:
    if withdraw != "all":
        at.ask(withdraw_invitation, campaign, invitation=withdraw)
        return
    for each in at.listed(list_invitations, campaign):
        at.ask(withdraw_invitation, campaign, invitation=str(each.id))


def _invitations(open_: Sequence[Invitation], names: Mapping[str, str]) -> Iterator[RenderableType]:
    if not open_:
        yield words("No invitation is open.")
        return
    made = table("as", "uses left", "by", "made", "until", right=("uses left",))
    for each in open_:
        by = names[str(each.invited_by)]
        row(made, each.role, each.uses_left, by, f"{each.created_at:%Y-%m-%d}", f"{each.expires_at:%Y-%m-%d}")
    yield made


@click.command()
@campaign
@click.option("--withdraw", metavar="MEMBER", help="Withdraw the code of a member.")
@as_json
def recoveries(campaign: str, withdraw: str | None) -> None:
    """List the recovery codes of a campaign that can still be redeemed: whose they are, and until when."""
    with open_session() as at:
        if withdraw is not None:
            at.ask(withdraw_recovery, campaign, member=withdraw)
        open_ = at.listed(list_recoveries, campaign)
    show(open_, lambda: _recoveries(open_))


def _recoveries(open_: Sequence[OpenRecovery]) -> Iterator[RenderableType]:
    if not open_:
        yield words("No recovery code is open.")
        return
    made = table("for", "by", "until")
    for each in open_:
        row(made, each.name, each.made_by_name, f"{each.expires_at:%Y-%m-%d %H:%M}")
    yield made


@click.command()
@click.argument("code")
@click.option("--name", help="Your name, for a new account; without it you join with the account of RETCON_TOKEN.")
@as_json
def join(code: str, name: str | None) -> None:
    """Come into a campaign by a code that its game master gave you, or come back by a recovery code.

    With --name you get a new account. Its token is printed, this once: set RETCON_TOKEN to it.
    """
    with open_session() as at:
        if code.startswith(RECOVERY_MARK):
            _come_back(at, code)
            return
        if name is None and at.is_operator:
            raise Ended(Exit.NOTHING, "say who joins: --name for a new account, or RETCON_TOKEN for one that you have")
        newcomer = {} if name is None else {"caller": None}
        joined: Accepted = at.ask(accept_invitation, code=code, data=Acceptance(name=name), **newcomer)
    show(joined, lambda: [words(joined.secret)] if joined.secret else [])
    say(words(f"{joined.name} takes part in {joined.campaign_name!r} as {joined.role}.", "green"))
    if joined.secret:
        say(words("The token is shown this once. Set RETCON_TOKEN to it to act as this account."))


def _come_back(at: CliSession, code: str) -> None:
    back: Recovered = at.ask(redeem_recovery, code=code)
    show(back, lambda: [words(back.secret)])
    say(
        words(
            f"{back.name} is back in {back.campaign_name!r}. The token is for this campaign alone, and is shown this once.",
            "green",
        )
    )


@click.command()
@campaign
@member_argument
@as_json
def recover(campaign: str, member: str) -> None:
    """Print a code for a member who lost their token. They redeem it within a day: `retcon join CODE`.

    It gives them a token for this campaign alone. Everybody sees in the ledger that it was made and used.
    """
    with open_session() as at:
        issued: IssuedRecovery = at.ask(offer_recovery, campaign, member=member)
    show(issued, lambda: [words(issued.code)])
    say(words(f"This code brings {issued.member.name} back, until {issued.expires_at:%Y-%m-%d %H:%M} UTC."))
    say(words("They redeem it with: retcon join CODE"))


@click.command()
@campaign
@reads
@as_json
def members(campaign: str, wanted: ReadRequest) -> None:
    """List the members of a campaign: their roles, and the characters they play."""
    with open_session() as at:
        listed = at.listed(list_members, campaign, wanted=wanted)
        characters = at.listed(list_characters, campaign, wanted=wanted)
        names = members_called(at.names(campaign), (str(each.member) for each in listed))
    show(listed, lambda: _members(listed, characters, names))


def _members(
    listed: Sequence[MemberView], characters: Sequence[ThingLine], names: Mapping[str, str]
) -> Iterator[RenderableType]:
    made = table("name", "role", "plays")
    roles = get_args(Role)
    for each in sorted(listed, key=lambda each: (roles.index(each.role), names[str(each.member)].casefold())):
        plays = [thing.name for thing in characters if str(each.member) in thing.owners]
        row(made, names[str(each.member)], each.role, ", ".join(plays))
    yield made


@click.command()
@campaign
@member_argument
@click.argument("role", type=click.Choice(get_args(Role)))
@as_json
def role(campaign: str, member: str, role: Role) -> None:
    """Give a member of a campaign another role."""
    with open_session() as at:
        changed: MemberView = at.ask(change_role, campaign, member=member, data=RoleChange(role=role))
    show(changed, lambda: [words(f"{changed.name or member} is now {changed.role}.", "green")])


with_forks = click.option("--forks", is_flag=True, help="From the campaign's forks as well.")


@click.command()
@campaign
@member_argument
@with_forks
@as_json
def dismiss(campaign: str, member: str, forks: bool) -> None:
    """End a member's part in a campaign. Their entries stay, and an invitation brings them back."""
    with open_session() as at:
        left: DepartureView = at.ask(end_part, campaign, member=member, forks=forks)
    show(left, lambda: _departed(f"{member} takes part no more.", left))


@click.command()
@campaign
@with_forks
@as_json
def leave(campaign: str, forks: bool) -> None:
    """Leave a campaign. Your entries stay; only a new invitation brings you back."""
    with open_session() as at:
        me = str(at.account)
        if all(str(each.member) != me for each in at.listed(list_members, campaign)):
            raise Ended(Exit.NOTHING, f"you are no member of {campaign}, so you cannot leave it")
        left: DepartureView = at.ask(end_part, campaign, member=me, forks=forks)
    show(left, lambda: _departed(f"You have left {campaign}.", left))


def _departed(sentence: str, left: DepartureView) -> Iterator[RenderableType]:
    yield words(sentence, "green")
    if left.forks:
        listed = ", ".join(repr(fork.name) for fork in left.forks)
        yield words(f"The part in these forks goes on: {listed}. Leave them with --forks, or one by one.", "yellow")
