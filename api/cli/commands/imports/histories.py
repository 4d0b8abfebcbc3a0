"""Importing whole histories: what other programs kept of a campaign."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NoReturn

import rich_click as click
from rich.console import RenderableType

from api.cli.bringing_in import LISTED, READABLE, brought_in, columns_said, end_with, named_file
from api.cli.output import as_json, row, table, words
from api.imports.history.account import HistoryAccount, HistoryCounts
from api.imports.wanted import ImportKind, ImportOptions


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
    _bring_in("foundry", [path], ImportOptions(name=name, older=older, dry_run=dry_run, strict=strict), campaign)


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
    _bring_in("roll20", files, ImportOptions(name=name, dry_run=dry_run, strict=strict), campaign)


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
    wishes = ImportOptions(name=name, system=system, columns=columns_said(columns), dry_run=dry_run, strict=strict)
    with named_file(file, "Characters") as path:
        _bring_in("characters", [path], wishes, campaign)


def _bring_in(kind: ImportKind, files: Sequence[Path], wishes: ImportOptions, campaign: str | None) -> NoReturn:
    """Import a history, show the account, and end. Raises Ended."""
    done = brought_in(kind, files, wishes, campaign)
    account = done.history
    assert account is not None, "a history is reported as one"
    end_with(done, account, lambda: told_account(account, dry_run=wishes.dry_run))


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
