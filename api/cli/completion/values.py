"""The values that a parameter may have at the prompt: campaigns, handles, members, commands and their arguments."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

import rich_click as click

from api.cli.arguments import field_at, guide_of
from api.cli.exits import Ended, Exit
from api.cli.opening import open_session
from api.cli.profiles import HERE, chosen_profile, load_profiles
from api.cli.session import CliSession
from api.settings import load
from api.storage.embedded import exists
from api.use_cases.command_guides import CommandGuide, list_campaign_commands
from api.use_cases.members import list_members
from api.use_cases.systems import list_systems
from api.use_cases.webhooks import list_webhooks
from projections.views.command_fields import CommandField

_THINGS: Final = ("character", "encounter", "enclave")


@contextmanager
def _session() -> Iterator[CliSession]:
    """Open a session at a service, or where an installation stands; the tab key makes none. Raises Ended."""
    if chosen_profile() is None:
        settings = load(os.environ)
        if settings.database_url is None and not exists(settings.data_dir):
            raise Ended(Exit.NOTHING)
    with open_session() as at:
        yield at


def profiles(_context: click.Context, _incomplete: str) -> Iterable[str]:
    """The names of the services that the person signed in to, and the one that stands for this machine."""
    return [*load_profiles().profiles, HERE]


def campaigns(_: click.Context, incomplete: str) -> Iterable[str]:
    """The names of campaigns."""
    with _session() as at:
        return [row.name for row in at.known(incomplete)]


def systems(_context: click.Context, _incomplete: str) -> Iterable[str]:
    """The ids of the games that are installed."""
    with _session() as at:
        return [system.id for system in at.listed(list_systems)]


def subjects(context: click.Context, incomplete: str) -> Iterable[str]:
    """The ids of games, and the names of campaigns."""
    return [*systems(context, incomplete), *campaigns(context, incomplete)]


def things(context: click.Context, _incomplete: str) -> Iterable[str]:
    """The handles of characters, encounters and enclaves."""
    with _session() as at:
        return handles(at, _campaign(context), "thing")


def characters(context: click.Context, _incomplete: str) -> Iterable[str]:
    """The handles of characters."""
    with _session() as at:
        return handles(at, _campaign(context), "character")


def encounters(context: click.Context, _incomplete: str) -> Iterable[str]:
    """The handles of encounters."""
    with _session() as at:
        return handles(at, _campaign(context), "encounter")


def enclaves(context: click.Context, _incomplete: str) -> Iterable[str]:
    """The handles of groups."""
    with _session() as at:
        return handles(at, _campaign(context), "enclave")


def members(context: click.Context, _incomplete: str) -> Iterable[str]:
    """The names of members."""
    with _session() as at:
        return handles(at, _campaign(context), "member")


def webhooks(context: click.Context, _incomplete: str) -> Iterable[str]:
    """The addresses of one's webhooks in the campaign."""
    with _session() as at:
        return [hook.url for hook in at.listed(list_webhooks, _campaign(context))]


def words(context: click.Context, incomplete: str) -> Iterable[str]:
    """The types of commands, then the fields of the one that is typed, and their values."""
    typed = context.params.get("words") or ()
    with _session() as at:
        if not typed:
            return types(at, _campaign(context), incomplete)
        guide = guide_of(at, _campaign(context), typed[0])
        if "=" in incomplete:
            return field_values(at, _campaign(context), guide, incomplete)
    given = {word.partition("=")[0] for word in typed[1:]}
    return [name for name in field_names(guide.fields) if name.rstrip("=.") not in given]


def dice(context: click.Context, _incomplete: str) -> Iterable[str]:
    """The labels of the dice of the command that is typed."""
    return [f"{roll.name}=" for roll in _guide(context).rolls]


def responses(context: click.Context, _incomplete: str) -> Iterable[str]:
    """The keys of the questions of the command that is typed."""
    return [f"{question.name}=" for question in _guide(context).questions]


def _guide(context: click.Context) -> CommandGuide:
    with _session() as at:
        return guide_of(at, _campaign(context), context.params["words"][0])


def _campaign(context: click.Context) -> str:
    return str(context.params["campaign"])


def types(at: CliSession, campaign: str, incomplete: str) -> list[str]:
    """Return types of commands: with their game where one is typed, else their names alone."""
    listed = at.listed(list_campaign_commands, campaign)
    return [command.type if "." in incomplete else command.type.partition(".")[2] for command in listed]


def field_names(fields: Iterable[CommandField], before: str = "") -> Iterator[str]:
    """Yield the paths of fields as they are typed, up to where a value or another step follows."""
    for field in fields:
        if field.type == "fields":
            yield from field_names(field.fields, f"{before}{field.name}.")
        else:
            yield f"{before}{field.name}{'.' if field.type == 'map' else '='}"


def field_values(at: CliSession, campaign: str, guide: CommandGuide, incomplete: str) -> Iterable[str]:
    """Return the values of the field that is typed up to its `=` and further, with what stands before them."""
    path, _, text = incomplete.partition("=")
    field = field_at(guide, path)
    before = ""
    if field.type == "list" and field.item is not None:
        before = text[: text.rfind(",") + 1]
        field = field.item if before or not field.choices else field
    return [f"{path}={before}{value}" for value in offered(at, campaign, field)]


def offered(at: CliSession, campaign: str, field: CommandField) -> list[str]:
    """Return the values to choose from for a field; none where any will do."""
    if field.choices:
        return [str(choice) for choice in field.choices]
    if field.type == "yes-no":
        return ["yes", "no"]
    return handles(at, campaign, field.refers_to) if field.refers_to else []


def handles(at: CliSession, campaign: str, sort: str) -> list[str]:
    """Return the handles of things of a sort, or the names of members."""
    if sort == "member":
        return [member.name for member in at.listed(list_members, campaign) if member.name]
    sorts = _THINGS if sort == "thing" else (sort,)
    return [name.handle for ref, name in at.names(campaign).items() if name.handle and ref.partition("/")[0] in sorts]
