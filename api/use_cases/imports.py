"""Imports: files of other programs, tables of rolls and characters, and exported ledgers, whatever way they come."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from uuid import UUID
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from msgspec.structs import replace

from api.access import Access, Caller, Seat, allowed
from api.imports.avrae import ImportReport, NotWhole, RecordedPerson, import_avrae
from api.imports.characters.columns import WrongCharacterColumns
from api.imports.foundry.exports import NoExport
from api.imports.foundry.stores import FoundryMissing
from api.imports.foundry.world import NoWorld
from api.imports.history.importing import SYSTEM, HistoryImport, HistoryNotWhole
from api.imports.history.records import ToldPerson
from api.imports.opening import opened_history, opened_lines
from api.imports.packed import DamagedZip, TooLarge
from api.imports.roll20.archive import NotOfRoll20
from api.imports.rolls.columns import WrongColumns
from api.imports.rolls.importer import UnderstoodRolls, Wishes, import_rolls
from api.imports.wanted import ADDING, TAKEN, FileImport, ImportKind, ImportOptions, LedgerReport, Progress
from api.languages.reader import reader
from api.members import Members, game_masters
from api.problems import ApiProblem, BadParameter, FieldProblem, Forbidden, speaking
from api.services import Services
from domain.ledger.playing.acceptance import Actor
from domain.ledger.upkeep.exported import DamagedExport, ExportSource, NotAnExport, Title
from domain.ledger.upkeep.importing import Imported, ParentMissing, import_ledger
from domain.messages import listed, sentence_of, text
from domain.records.store import CampaignExists, UnknownCampaign

_ADD: Final = Access("gm", "play")

Admitted = Callable[[UUID], Actor | None]
"""Tells as whom an account may add to a campaign; None where it may not."""


class UnreadableFile(ApiProblem):
    """A file is nothing that its kind of import reads. Nothing was written."""

    title = "The file cannot be read"

    def __init__(self, cause: Exception) -> None:
        self.slug = getattr(cause, "slug", "unreadable-file")
        super().__init__(sentence_of(cause))


class RefusedFile(UnreadableFile):
    """A file is of the right kind, and cannot be imported here. Nothing was written."""

    status = 422
    title = "The file cannot be imported"


class LedgerPresent(RefusedFile):
    """The campaign of a ledger is here already."""

    status = 409


class ImportWork(msgspec.Struct, frozen=True, kw_only=True):
    """One import: its files, its wishes, and the account that imports. `most` are the bytes that the files may unpack to."""

    services: Services
    kind: ImportKind
    files: Sequence[Path]
    options: ImportOptions
    founder: str
    admitted: Admitted
    is_known: Callable[[UUID], bool]
    progress: Progress
    into: UUID | None = None
    most: int | None = None
    is_operator: bool = False


def _silent(_done: int, _of: int) -> None:
    return None


@allowed(Access("founder", "admin"))
def import_file(
    services: Services,
    caller: Caller,
    kind: ImportKind,
    files: Sequence[Path],
    options: ImportOptions,
    *,
    progress: Progress = _silent,
    most: int | None = None,
    admitted: Admitted | None = None,
    language: str = "",
) -> FileImport:
    """Import files as a campaign, which appears when all of it is written, and never otherwise. Its importer becomes the game
    master. Histories of which the importer has a campaign already, as its game master, are added to that one.
    """
    work = ImportWork(
        services=services,
        kind=kind,
        files=files,
        options=options,
        founder=str(caller.account),
        admitted=admitted or (lambda campaign: _admitted(services, caller, campaign)),
        is_known=(lambda _: True) if admitted else (lambda campaign: _takes_part(services, caller, campaign)),
        progress=progress,
        most=most,
        is_operator=admitted is not None,
    )
    return _imported(work).said(speaking(language or reader().language))


@allowed(_ADD)
def import_into(
    services: Services,
    seat: Seat,
    kind: ImportKind,
    files: Sequence[Path],
    options: ImportOptions,
    *,
    progress: Progress = _silent,
    most: int | None = None,
    language: str = "",
) -> FileImport:
    """Add what files hold, and the campaign does not, to the campaign: characters of a table, or a history of another program."""
    if kind not in ADDING:
        right = text("only {kinds} can be added to a campaign", kinds=", ".join(sorted(ADDING)))
        raise BadParameter(
            text("`kind` is {kind!r}; {right}", kind=kind, right=right), fields=(FieldProblem("kind", right, "path"),)
        )
    if options.system not in (None, kept := services.ledger.store.campaign(seat.campaign).system):
        sentence = text(
            "The campaign is one of {kept}, not of {system}; leave out `system`.", kept=kept, system=options.system
        )
        raise BadParameter(sentence, fields=(FieldProblem("system", sentence, "query"),))
    work = ImportWork(
        services=services,
        kind=kind,
        files=files,
        options=options,
        founder=seat.actor.member,
        admitted=lambda campaign: seat.actor if campaign == seat.campaign else None,
        is_known=lambda campaign: campaign == seat.campaign,
        progress=progress,
        into=seat.campaign,
        most=most,
    )
    return _imported(work).said(speaking(language or reader().language))


def _admitted(services: Services, caller: Caller, campaign: UUID) -> Actor | None:
    """Return the actor as whom a caller may add to a campaign."""
    if _ADD.scope not in caller.credential.scopes:
        return None
    try:
        return _ADD.seated(services, caller, campaign).actor
    except (Forbidden, UnknownCampaign):
        return None


def _takes_part(services: Services, caller: Caller, campaign: UUID) -> bool:
    return services.ledger.heads.role(campaign, caller.account) is not None


def _imported(work: ImportWork) -> FileImport:
    _check_options(work.kind, work.options)
    with _unreadable():
        match work.kind:
            case "avrae":
                return _recording(work)
            case "rolls":
                return _rolls(work)
            case "ledger":
                return _ledger(work)
            case "foundry" | "roll20" | "characters":
                return _history(work)


def wished_columns(pairs: Iterable[str]) -> dict[str, str]:
    """Return the columns of a table by their parts, from pairs such as `who=Player`. Raises BadParameter."""
    parted = [pair.partition("=") for pair in pairs]
    if wrong := next((part for part, sign, of in parted if not (sign and part and of)), None):
        sentence = text("{part!r} names no column; write it as who=Player", part=wrong[:80])
        raise BadParameter(sentence, fields=(FieldProblem("column", sentence, "query"),))
    return {part.strip(): of.strip() for part, _, of in parted}


def _check_options(kind: ImportKind, options: ImportOptions) -> None:
    """Check that an import takes every wish: one that was left aside might have kept it from writing. Raises BadParameter."""
    plain = ImportOptions()
    for name in ImportOptions.__struct_fields__:
        if name not in TAKEN[kind] and getattr(options, name) != getattr(plain, name):
            sentence = text(
                "an import of {kind} takes no `{name}`; it takes {taken}",
                kind=kind,
                name=name,
                taken=", ".join(TAKEN[kind]) or text("none of these"),
            )
            raise BadParameter(sentence, fields=(FieldProblem(name, sentence, "query"),))


@contextmanager
def _unreadable() -> Iterator[None]:
    """Turn the errors of readers into problems. Raises UnreadableFile, RefusedFile, LedgerPresent."""
    try:
        yield
    except (NotAnExport, WrongColumns, WrongCharacterColumns, NotOfRoll20, NoExport, NoWorld, DamagedZip) as cause:
        raise UnreadableFile(cause) from cause
    except FoundryMissing as cause:
        raise UnreadableFile(cause) from cause
    except (DamagedExport, ParentMissing, TooLarge) as cause:
        raise RefusedFile(cause) from cause
    except CampaignExists as cause:
        raise LedgerPresent(cause) from cause


def _recording(work: ImportWork) -> FileImport:
    accounts = work.services.accounts

    def introduce(members: tuple[RecordedPerson, ...]) -> None:
        for person in members:
            accounts.introduce(UUID(person.member), person.name)

    def read(*, strict: bool) -> ImportReport:
        with opened_lines(work.files[0], work.most) as lines:
            return import_avrae(
                work.services.ledger,
                lines,
                name=work.options.name or work.files[0].stem,
                gm_account=work.founder,
                strict=strict,
                introduce=introduce,
                progress=work.progress,
                is_known=work.is_known,
            )

    try:
        report = read(strict=work.options.strict)
    except NotWhole as refused:
        # The report is of what would have been written; nothing was.
        report = replace(refused.report, campaign=None)
        return FileImport(kind=work.kind, exit_code=1, refused=sentence_of(refused), recording=report)
    return FileImport(kind=work.kind, exit_code=report.exit_code, recording=report)


def _rolls(work: ImportWork) -> FileImport:
    options = work.options
    wishes = Wishes(columns=options.columns, dice=options.dice, zone=_zone(options.zone))
    with opened_lines(work.files[0], work.most) as lines:
        understood = UnderstoodRolls(lines, options.name or work.files[0].stem, wishes)
    with understood:
        report, refused = understood.report, ""
        if options.strict and not report.whole:
            refused = text("Not every line can be taken, so nothing was imported.")
        elif not options.dry_run:
            report = import_rolls(
                work.services.ledger, understood, gm=work.founder, progress=work.progress, is_known=work.is_known
            )
    if report.earlier:
        refused = text("This file was imported before, as campaign {campaigns}.", campaigns=listed(report.earlier))
    return FileImport(kind=work.kind, exit_code=1 if refused else report.exit_code, refused=refused, rolls=report)


def _zone(name: str | None) -> ZoneInfo | None:
    if name is None:
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as wrong:
        sentence = text("there is no time zone {name!r}; one is Europe/Vienna", name=name[:80])
        raise BadParameter(sentence, fields=(FieldProblem("zone", sentence, "query"),)) from wrong


def _history(work: ImportWork) -> FileImport:
    services = work.services

    def introduce(people: Iterable[tuple[UUID, ToldPerson]]) -> None:
        for member, person in people:
            services.accounts.introduce(member, person.name)

    with opened_history(work.kind, work.files, work.options, work.most) as (history, columns):
        if work.kind == "characters" and work.into is not None:
            history.members = _members(services, work.into)
        importing = HistoryImport(
            services.ledger,
            history,
            founder=work.founder,
            admitted=work.admitted,
            into=work.into,
            system=work.options.system or SYSTEM,
            strict=work.options.strict,
        )
        refused = ""
        try:
            account = importing.tried() if work.options.dry_run else importing.done(introduce, work.progress)
        except HistoryNotWhole as refusal:
            account, refused = replace(refusal.account, campaign=None), sentence_of(refusal)
    account = replace(account, columns=columns)
    return FileImport(kind=work.kind, exit_code=1 if refused else account.exit_code, refused=refused, history=account)


def _members(services: Services, campaign: UUID) -> dict[str, str]:
    """Return the members of a campaign by their names, as keys of a history have them."""
    active = [UUID(member) for member, part in Members(services, campaign).parts.items() if part.active]
    return {name.casefold(): str(account) for account, name in services.accounts.names(active).items() if name}


def _ledger(work: ImportWork) -> FileImport:
    services = work.services
    with work.files[0].open("rb") as lines:
        if not work.is_operator:
            _check_parent(work, ExportSource(lines).title())
            lines.seek(0)
        done = import_ledger(
            services.ledger.store, services.registry, lines, through=work.founder, progress=work.progress
        )
    joined = not work.is_operator and _join(services, done.campaign.id, work.founder)
    return FileImport(kind=work.kind, exit_code=0, ledger=_report(done, joined=joined))


def _check_parent(work: ImportWork, title: Title) -> None:
    """Check that an account that imports a fork could have made one here: a fork shows its readers the past that it shares.
    Raises ParentMissing, as where there is no such campaign."""
    parent = title.campaign.forked_from
    if parent is None:
        return
    if work.admitted(parent) is None:
        raise ParentMissing(parent, title.follows.entry)


def _join(services: Services, campaign: UUID, account: str) -> bool:
    """Let an account that has no part in a campaign which it imported come in as its game master; whether it had none."""
    if services.ledger.heads.role(campaign, UUID(account)) is not None:
        return False
    inviter = next(iter(game_masters(services, campaign)), account)
    services.ledger.take_part(campaign, Actor(inviter, "gm", through=account), account, "gm")
    return True


def _report(done: Imported, *, joined: bool) -> LedgerReport:
    return LedgerReport(
        campaign=done.campaign.id,
        name=done.campaign.name,
        entries=done.entries,
        head=done.head.entry,
        hash=done.head.hash.hex(),
        erased=done.erased,
        renewed=done.renewed,
        joined=joined,
    )
