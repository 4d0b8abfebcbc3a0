"""Importing whole histories: what other programs kept of a campaign."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final
from uuid import UUID

import rich_click as click
from msgspec.structs import replace
from rich.console import RenderableType

from api.access import Access
from api.cli.commands.recordings import LISTED, READABLE, columns_said
from api.cli.exits import Ended, Exit
from api.cli.machine import MachineSession
from api.cli.opening import open_here
from api.cli.output import as_json, progress, row, show, table, words
from api.imports.characters.columns import WrongCharacterColumns
from api.imports.characters.reading import read_characters
from api.imports.files import lines_of
from api.imports.foundry.exports import NoExport, read_export
from api.imports.foundry.stores import FoundryMissing
from api.imports.foundry.world import NoWorld, read_world
from api.imports.history.account import HistoryAccount, HistoryCounts
from api.imports.history.importing import SYSTEM, HistoryImport, HistoryNotWhole
from api.imports.history.records import ToldHistory, ToldPerson
from api.imports.roll20.archive import NotOfRoll20, read_files
from api.problems import Forbidden, NotFound
from api.use_cases.campaigns import found_campaign
from api.use_cases.members import list_members
from domain.ledger.playing.acceptance import Actor
from domain.records.store import UnknownCampaign

_ADDING: Final = Access("gm", "play")
"""The right that adding to a campaign takes."""


@click.command()
@click.argument("path", type=click.Path(exists=True, readable=True, path_type=Path))
@click.option("--name", help="The name of a new campaign; the world's title by default.")
@click.option(
    "--campaign", help="The campaign to add to; by default the one that has some of it already, else a new one."
)
@click.option("--older", is_flag=True, help="Take messages of an older copy as well, which lies beside the newer one.")
@click.option("--dry-run", is_flag=True, help="Show what would be imported of the world, and write nothing.")
@click.option("--strict", is_flag=True, help="Import nothing unless every record is taken.")
@as_json
def foundry(path: Path, name: str | None, campaign: str | None, older: bool, dry_run: bool, strict: bool) -> None:
    """Import a world of Foundry Virtual Tabletop: the folder of its world.json. Exported actors (JSON) and chat logs
    (text) are accepted as well.

    Users, actors with their items, messages with their rolls, and combats become one campaign, which appears only when
    it is finished. Whispers and blind rolls stay as private as they were. Importing the world again adds its new
    records to the campaign. The folder is only read. Ends with 0 where every record was imported, 3 where some were, 2
    where none could be, and 1 where --strict refuses.
    """
    with open_here() as at:
        at.check(found_campaign)
        into = None if campaign is None else at.seat(campaign, _ADDING).campaign
        try:
            history = read_world(path, name=name, older=older) if path.is_dir() else read_export(path, name=name)
        except (NoWorld, NoExport, FoundryMissing) as refusal:
            raise Ended(Exit.NOTHING, str(refusal)) from refusal
        _brought_in(at, history, dry_run=dry_run, strict=strict, into=into)


@click.command()
@click.argument(
    "files", type=click.Path(exists=True, dir_okay=False, readable=True, path_type=Path), nargs=-1, required=True
)
@click.option("--name", help="The name of a new campaign; by default as in the files, else as the first of them.")
@click.option(
    "--campaign", help="The campaign to add to; by default the one that has some of the files already, else a new one."
)
@click.option("--dry-run", is_flag=True, help="Show what would be imported of the files, and write nothing.")
@click.option("--strict", is_flag=True, help="Import nothing unless every record is taken.")
@as_json
def roll20(files: tuple[Path, ...], name: str | None, campaign: str | None, dry_run: bool, strict: bool) -> None:
    """Import files saved from a game on Roll20: chat archives (pages), characters as JSON, whole exports as JSON or
    zip.

    Players, characters, messages and their rolls become one campaign, which appears only when it is finished. Whispers,
    and rolls for the game master, stay private; only you become its game master. More files of the same game are added
    to its campaign. Ends with 0 where every record was imported, 3 where some were, 2 where none could be, and 1 where
    --strict refuses.
    """
    with open_here() as at:
        at.check(found_campaign)
        into = None if campaign is None else at.seat(campaign, _ADDING).campaign
        try:
            history = read_files(files, name)
        except NotOfRoll20 as refusal:
            raise Ended(Exit.NOTHING, str(refusal)) from refusal
        _brought_in(at, history, dry_run=dry_run, strict=strict, into=into)


@click.command()
@click.argument("file", type=READABLE)
@click.option("--campaign", help="The campaign to add to; without it, the characters become a new one.")
@click.option("--name", help="The name of a new campaign; the file's name by default.")
@click.option("--system", help="The game of a new campaign; freeform by default.")
@click.option(
    "--column", "columns", multiple=True, metavar="WHAT=COLUMN", help="The columns by their parts: name=Hero, hp=LP."
)
@click.option("--dry-run", is_flag=True, help="Show what would be imported of the file, and write nothing.")
@click.option("--strict", is_flag=True, help="Import nothing unless every row is taken.")
@as_json
def characters(
    file: str,
    campaign: str | None,
    name: str | None,
    system: str | None,
    columns: tuple[str, ...],
    dry_run: bool,
    strict: bool,
) -> None:
    """Import characters from a table: CSV, TSV or JSON lines with a row for each of them.

    A column holds their names; others may hold their kind, their player, and whether they are hidden. Every other
    column is a value: a number, a number with its maximum (9/21, or a column `HP max` beside `HP`), or words. A
    character whose name the campaign already has is left out. Ends with 0 where every row was imported, 3 where some
    were, 2 where none could be, and 1 where --strict refuses.
    """
    called = name or ("Characters" if file == "-" else Path(file).stem)
    with click.open_file(file, "rb") as opened, open_here() as at:
        at.check(found_campaign)
        into = None if campaign is None else at.seat(campaign, _ADDING).campaign
        if into is not None and system not in (None, kept := at.services.ledger.store.campaign(into).system):
            raise Ended(Exit.NOTHING, f"The campaign is one of {kept}, not of {system}; leave out --system.")
        try:
            history, parts = read_characters(lines_of(opened), called, columns_said(columns), system=system or SYSTEM)
        except WrongCharacterColumns as wrong:
            raise Ended(Exit.NOTHING, str(wrong)) from wrong
        if into is not None:
            members = at.listed(list_members, str(into))
            history.members = {member.name.casefold(): str(member.member) for member in members if member.name}
        _brought_in(
            at,
            history,
            dry_run=dry_run,
            strict=strict,
            into=into,
            system=system or SYSTEM,
            columns={**parts.said, **parts.values, **{f"greatest {value}": of for value, of in parts.maxima.items()}},
        )


def _admitted(at: MachineSession, campaign: UUID) -> Actor | None:
    """Return the actor as whom this session may add to a campaign."""
    try:
        return at.seat(str(campaign), _ADDING).actor
    except (NotFound, Forbidden, UnknownCampaign):
        return None


def _brought_in(
    at: MachineSession,
    history: ToldHistory,
    *,
    dry_run: bool,
    strict: bool,
    into: UUID | None = None,
    system: str = SYSTEM,
    columns: Mapping[str, str] | None = None,
) -> None:
    """Import a history, show the account, and end."""

    def introduced(people: Iterable[tuple[UUID, ToldPerson]]) -> None:
        for member, person in people:
            at.services.accounts.introduce(member, person.name)

    ended: Ended | None = None
    with closing(history), progress("importing") as step:
        work = HistoryImport(
            at.services.ledger,
            history,
            founder=str(at.caller.account),
            admitted=partial(_admitted, at),
            into=into,
            system=system,
            strict=strict,
        )
        try:
            account = work.tried() if dry_run else work.done(introduced, step)
        except HistoryNotWhole as refusal:
            account, ended = replace(refusal.account, campaign=None), Ended(Exit.REFUSED, str(refusal))
    account = replace(account, columns=dict(columns or {}))
    show(account, lambda: told_account(account, dry_run=dry_run))
    raise ended or Ended(Exit(account.exit_code))


def told_account(account: HistoryAccount, *, dry_run: bool) -> Iterator[RenderableType]:
    """Yield the account in lines: imported records, and skipped ones with the reason."""
    yield words("Nothing was written: this was a dry run.", "yellow") if dry_run else _outcome(account)
    if account.columns:
        yield words(
            "Columns: " + ", ".join(f"{part} from {column!r}" for part, column in account.columns.items()) + "."
        )
    if account.records:
        yield words(f"{', '.join(_counted(account.written))}.")
    for label, count in (
        ("Known before, and left as they are", _many(account.known, "record")),
        ("No part of a history, such as tutorials", _many(account.skipped, "record")),
        ("In an older copy beside the newer one, which --older takes as well", _many(account.older, "message")),
    ):
        if not count.startswith("0 "):
            yield words(f"{label}: {count}.")
    if account.faults:
        made = table("record", "what is amiss")
        for fault in account.faults[:LISTED]:
            row(made, fault.record, fault.text)
        yield made
        if len(account.faults) > LISTED:
            yield words(f"and {len(account.faults) - LISTED:,} more; --json lists all of them")


def _outcome(account: HistoryAccount) -> RenderableType:
    if account.campaign is None:
        return words("Nothing was imported.", "red")
    if account.is_new:
        return words(
            f"Imported {account.name!r} as campaign {account.campaign}.", "green" if account.whole else "yellow"
        )
    if account.records:
        return words(f"Added to campaign {account.campaign} what is new in {account.name!r}.", "green")
    if account.whole:
        return words(f"Campaign {account.campaign} has all of {account.name!r} already.", "green")
    return words(f"Nothing new of {account.name!r} came into campaign {account.campaign}.", "yellow")


def _counted(written: HistoryCounts) -> Iterator[str]:
    if written.people:
        yield _many(written.people, "person", "people")
    if written.characters:
        yield _many(written.characters, "character")
    if written.things:
        yield _many(written.things, "thing")
    if written.messages:
        yield f"{_many(written.messages, 'message')} ({written.private:,} of them private)"
    if written.rolls:
        yield f"{_many(written.rolls, 'roll')} of {_many(written.dice, 'die', 'dice')}"
    if written.fights:
        yield _many(written.fights, "fight")


def _many(count: int, one: str, several: str = "") -> str:
    return f"{count:,} {one if count == 1 else several or f'{one}s'}"
