"""Serving over HTTP, with the demo campaign where it is wanted."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Final, NoReturn
from uuid import UUID

import rich_click as click
from msgspec.structs import replace
from rich.console import RenderableType
from rich.table import Table

from api.cli.exits import Exit
from api.cli.machine import MachineSession
from api.cli.opening import open_here
from api.cli.output import console, say, waiting, words
from api.imports.avrae import RecordedPerson, fireball_lines, import_avrae
from api.observability import logs
from api.serving.server import serve as serve_over_http
from api.settings import MOST_WORKERS, Settings, load
from api.storage.alone import alone
from api.storage.owner_token import FILE, ensure_owner_token

DEMO: Final = "The Sea Hag"
"""The name of the demo campaign: a real combat, recorded by the bot Avrae (api/imports/avrae/CREDITS.md)."""

TO_TRY: Final = {
    f'sheet "{DEMO}" sh1': "the sea hag as the fight left her",
    f'sheet "{DEMO}" sh1 --as-of 100': "… and as she stood at entry 100",
    f'log "{DEMO}" --kind wound': "every wound, with its dice",
    f'explain "{DEMO}" sh1 hp': "why her hit points are what they are",
    f'undo "{DEMO}" 218 --dry-run': "what if that greataxe had missed?",
}
"""Commands to try with the demo, each with a description of its output."""


@click.command()
@click.option("--demo", is_flag=True, help="Import the demo campaign first, if it is missing.")
@click.option("--host", help="Address to listen on; RETCON_HOST by default.")
@click.option("--port", type=click.IntRange(1, 65535), help="Port to listen on; RETCON_PORT by default.")
@click.option(
    "--workers", type=click.IntRange(1, MOST_WORKERS), help="Processes that answer; RETCON_WORKERS by default."
)
def serve(demo: bool, host: str | None, port: int | None, workers: int | None) -> None:
    """Serve the HTTP interface until told to stop (Ctrl-C, SIGTERM)."""
    # Until the service itself listens for it: what is open is closed, the embedded database included.
    signal.signal(signal.SIGTERM, _stop)
    settings = load(os.environ)
    # A token is for commands: the service is the owner's.
    settings = replace(settings, host=host or settings.host, port=port or settings.port, token=None)
    settings = replace(settings, workers=workers or settings.workers)
    logs.configure()
    with ExitStack() as stack:
        with waiting("opening the database"):
            at = stack.enter_context(open_here(settings))
        campaign = demo_campaign(at) if demo else None
        is_here = settings.owner_token is None and ensure_owner_token(at.services.accounts, settings) is not None
        token = settings.data_dir / FILE if is_here else None
        # The session stays open, so that the database does not stop and start again in between.
        serve_over_http(settings, ready=lambda: _ready(settings, token, campaign))
    say(words("Stopped.", "dim"))


def demo_campaign(at: MachineSession) -> UUID:
    """Return the session's demo campaign, and import it where it is missing."""
    with alone(at.services.pool, "import the demo campaign"):
        if (known := next((row.id for row in at.known() if row.name == DEMO), None)) is not None:
            return known
        report = import_avrae(
            at.services.ledger,
            fireball_lines(),
            name=DEMO,
            gm_account=str(at.caller.account),
            introduce=partial(_introduce, at),
        )
    assert report.campaign is not None, "the recording that is shipped is whole"
    return report.campaign


def _introduce(at: MachineSession, people: Iterable[RecordedPerson]) -> None:
    for person in people:
        at.services.accounts.introduce(UUID(person.member), person.name)


def _stop(*_: object) -> NoReturn:
    sys.exit(Exit.DONE)


def _ready(settings: Settings, token: Path | None, campaign: UUID | None) -> None:
    with suppress(SystemExit):  # how rich ends a program whose output nobody reads (any more): a service goes on
        _announce(settings, token, campaign)


def _announce(settings: Settings, token: Path | None, campaign: UUID | None) -> None:
    address = f"http://{_reachable(settings.host)}:{settings.port}"
    out = console()
    out.print(words(f"Retcon serves on {address}", "bold green"))
    out.print(words(f"  in a browser: open {address} and sign in with the owner token"))
    out.print(words(f"  every route of the API: {address}/docs"))
    out.print(words(f"  owner token{_owner_token(settings, token, shown=out.is_terminal)}"), soft_wrap=True)
    for line in _with_curl(address, token, campaign):
        out.print(line, soft_wrap=True)


def _owner_token(settings: Settings, token: Path | None, *, shown: bool) -> str:
    """Say where the owner token is, and what it is if it may be shown: what goes to no terminal goes to a log."""
    if token is not None:
        return f" ({token}): {token.read_text().strip()}" if shown else f": {token}"
    if settings.owner_token is not None:
        return ": the one in RETCON_OWNER_TOKEN"
    return ": kept elsewhere; `retcon token renew` makes a new one here, and ends that one"


def _with_curl(address: str, token: Path | None, campaign: UUID | None) -> Iterator[RenderableType]:
    path = "campaigns" if campaign is None else f"campaigns/{campaign}/characters/sh1"
    secret = "$token" if token is None else f"$(cat '{token}')"
    yield words("Try:", "bold")
    yield words(f'  curl -H "Authorization: Bearer {secret}" {address}/api/v1/{path}')
    yield from () if campaign is None else list(to_try())[1:]
    yield words("Ctrl-C stops it.", "dim")


def to_try(commands: Mapping[str, str] = TO_TRY) -> Iterator[RenderableType]:
    """Commands to try, as the words after `retcon`, each with what it shows."""
    yield words("Try:", "bold")
    called = "retcon" if shutil.which("retcon") else shlex.quote(sys.argv[0])
    made = Table.grid(padding=(0, 2), pad_edge=True)
    for command, meaning in commands.items():
        made.add_row(words(f"{called} {command}"), words(meaning, "dim"))
    yield made


def _reachable(host: str) -> str:
    """An address that a browser on this machine can open."""
    if host in ("0.0.0.0", "::"):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host
