"""Importing whole histories: what other programs kept of a campaign."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final
from uuid import UUID

import rich_click as click
from msgspec.structs import replace
from rich.console import RenderableType

from api.access import Access
from api.cli.desk import Desk, desk
from api.cli.exits import Ended, Exit
from api.cli.importing import LISTED
from api.cli.output import as_json, progress, row, show, table, words
from api.imports.foundry.stores import FoundryMissing
from api.imports.foundry.world import NoWorld, read_world
from api.imports.history.account import HistoryAccount
from api.imports.history.importing import HistoryImport, HistoryNotWhole
from api.imports.history.records import ToldHistory, ToldPerson
from api.imports.roll20.archive import NotOfRoll20, read_files
from api.problems import Forbidden, NotFound
from api.routes.campaigns import found_campaign
from domain.ledger.acceptance import Actor
from domain.ledger.store import UnknownCampaign

_ADDING: Final = Access("gm", "play")
"""What it takes to add to a campaign."""


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, readable=True, path_type=Path))
@click.option("--name", help="What the campaign is to be called; the world's title by default.")
@click.option("--older", is_flag=True, help="Take messages of an older copy as well, which lies beside the newer one.")
@click.option("--dry-run", is_flag=True, help="Show what is understood of the world, and write nothing.")
@click.option("--strict", is_flag=True, help="Import nothing unless every record is taken.")
@as_json
def foundry(folder: Path, name: str | None, older: bool, dry_run: bool, strict: bool) -> None:
    """Import a world of Foundry Virtual Tabletop: the folder in which its world.json lies.

    Users, actors with their items, messages with their rolls, and combats become one campaign, which appears only when it is
    finished. What was whispered or rolled blindly stays as private as it was. Imported again, the campaign gets what is new in
    the world. The folder is only read. Ends with 0 where every record came in, 3 where some did, 2 where there was nothing to
    take, and 1 where --strict refuses.
    """
    with desk() as at:
        at.check(found_campaign)
        try:
            history = read_world(folder, name=name, older=older)
        except (NoWorld, FoundryMissing) as refusal:
            raise Ended(Exit.NOTHING, str(refusal)) from refusal
        _brought_in(at, history, dry_run=dry_run, strict=strict)


@click.command()
@click.argument(
    "files", type=click.Path(exists=True, dir_okay=False, readable=True, path_type=Path), nargs=-1, required=True
)
@click.option(
    "--name", help="What a new campaign is to be called; by default as in the files, else as the first of them."
)
@click.option(
    "--campaign", help="The campaign to add to; by default the one that has some of the files already, else a new one."
)
@click.option("--dry-run", is_flag=True, help="Show what is understood of the files, and write nothing.")
@click.option("--strict", is_flag=True, help="Import nothing unless every record is taken.")
@as_json
def roll20(files: tuple[Path, ...], name: str | None, campaign: str | None, dry_run: bool, strict: bool) -> None:
    """Import what was saved of a game on Roll20: chat archives (pages), characters as JSON, whole exports as JSON or zip.

    Players, characters, messages and their rolls become one campaign, which appears only when it is finished. Whispers, and rolls for the
    game master, stay private; nobody becomes a game master but you. More files of the same game are added to its campaign. Ends with 0
    where every record came in, 3 where some did, 2 where there was nothing to take, and 1 where --strict refuses.
    """
    with desk() as at:
        at.check(found_campaign)
        into = None if campaign is None else at.seat(campaign, _ADDING).campaign
        try:
            history = read_files(files, name)
        except NotOfRoll20 as refusal:
            raise Ended(Exit.NOTHING, str(refusal)) from refusal
        _brought_in(at, history, dry_run=dry_run, strict=strict, into=into)


def _admitted(at: Desk, campaign: UUID) -> Actor | None:
    """Return as whom whoever works here may add to a campaign."""
    try:
        return at.seat(str(campaign), _ADDING).actor
    except (NotFound, Forbidden, UnknownCampaign):
        return None


def _brought_in(at: Desk, history: ToldHistory, *, dry_run: bool, strict: bool, into: UUID | None = None) -> None:
    """Import what was read, show the account, and end."""

    def introduced(people: Iterable[tuple[UUID, ToldPerson]]) -> None:
        for member, person in people:
            at.services.accounts.introduce(member, person.name)

    ended: Ended | None = None
    with closing(history), progress("importing") as told:
        work = HistoryImport(
            at.services.ledger,
            history,
            founder=str(at.caller.account),
            admitted=partial(_admitted, at),
            into=into,
            strict=strict,
        )
        try:
            account = work.tried() if dry_run else work.done(introduced, told)
        except HistoryNotWhole as refusal:
            account, ended = replace(refusal.account, campaign=None), Ended(Exit.REFUSED, str(refusal))
    show(account, lambda: told_account(account, dry_run=dry_run))
    raise ended or Ended(Exit(account.exit_code))


def told_account(account: HistoryAccount, *, dry_run: bool) -> Iterator[RenderableType]:
    """Tell what came in, and what did not and why."""
    if dry_run:
        yield words("Nothing was written: this was a dry run.", "yellow")
    elif account.campaign is None:
        yield words("Nothing was imported.", "red")
    elif account.is_new:
        said = f"Imported {account.name!r} as campaign {account.campaign}."
        yield words(said, "green" if account.whole else "yellow")
    elif account.records:
        yield words(f"Added to campaign {account.campaign} what is new in {account.name!r}.", "green")
    else:
        yield words(f"Campaign {account.campaign} has all of {account.name!r} already.", "green")
    if account.records:
        yield words(f"{_counted(account)}.")
    for number, said in (
        (account.known, "records were there before; they stay as they are."),
        (account.skipped, "records are no part of a history, such as tutorials."),
        (account.older, "messages of an older copy lie beside the newer one; --older takes them as well."),
    ):
        if number:
            yield words(f"{number:,} {said}")
    if account.faults:
        made = table("record", "what is amiss")
        for fault in account.faults[:LISTED]:
            row(made, fault.record, fault.text)
        yield made
        if len(account.faults) > LISTED:
            yield words(f"and {len(account.faults) - LISTED:,} more; --json lists all of them")


def _counted(account: HistoryAccount) -> str:
    written = account.written
    people, characters = _many(written.people, "person", "people"), _many(written.characters, "character")
    messages = f"{_many(written.messages, 'message')} ({written.private:,} of them private)"
    rolls = f"{_many(written.rolls, 'roll')} of {_many(written.dice, 'die', 'dice')}"
    return f"{people}, {characters} with {_many(written.things, 'thing')}, {messages} with {rolls}, {_many(written.fights, 'fight')}"


def _many(count: int, one: str, several: str = "") -> str:
    return f"{count:,} {one if count == 1 else several or f'{one}s'}"
