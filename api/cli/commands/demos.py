"""The demo: a recorded combat that is imported, or an evening of a game that is played over HTTP."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any
from uuid import UUID

import httpx
import msgspec
import rich_click as click
from msgspec.structs import replace
from rich.console import RenderableType

from api.cli.commands.serving import DEMO, demo_campaign, to_try
from api.cli.completing import completes
from api.cli.exits import Ended, Exit
from api.cli.opening import open_here
from api.cli.output import as_json, console, show, waiting, wants_json, words, write_json
from api.cli.printing import narration
from api.demo.player import DemoFailed, Player
from api.demo.reading import demo_of, read
from api.demo.script import Demo, WrongDemo
from api.demo.table import DemoPerson, DemoTable, Unexpected
from api.serving.server import served
from api.settings import load
from api.storage.owner_token import ensure_owner_token
from systems.registry import home

PATIENCE = 60
"""Seconds that the service has for one answer."""


class PlayedDemo(msgspec.Struct, frozen=True, kw_only=True):
    """A demo that was played: its campaign, who takes part, how many steps it took, and the entries that it names."""

    campaign: UUID
    name: str
    system: str
    steps: int
    people: tuple[DemoPerson, ...]
    entries: dict[str, int]


@click.command()
@click.argument("system", required=False, shell_complete=completes("systems"))
@click.option("--file", type=click.File("r", encoding="utf-8"), help="Play the demo in this file, not the game's own.")
@click.option("--url", help="Address of a running service, such as http://127.0.0.1:8765; without it, one of its own.")
@click.option(
    "--token", help="With --url: the owner's token at that service, or of an account that may found campaigns."
)
@as_json
def demo(system: str | None, file: Any, url: str | None, token: str | None) -> None:
    """Play the demo of a game; without SYSTEM, import the demo campaign, unless it is there, and say what to try.

    The demo of a game is an evening at a table: a game master and players, each with a token of their own, play it step by
    step over HTTP, with dice that were rolled beforehand, and correct its past. It is told as it goes, and the campaign
    stays. Without --url, a service runs for the duration, on the database that every other command uses.

    Without SYSTEM it is a real combat: a party against a sea hag, as a Discord bot recorded it, with every die.
    """
    if bool(url) != bool(token):
        raise click.UsageError("give --url and --token together, or neither")
    if system is not None:
        _play(system, _script(system, file), url, token)
        return
    if file is not None or url is not None:
        raise click.UsageError("name the game whose demo to play")
    with open_here() as at:
        campaign = demo_campaign(at)
    show(
        {"campaign": campaign, "name": DEMO}, lambda: (words(f"The campaign {DEMO!r} is there: {campaign}"), *to_try())
    )


def _script(system: str, file: Any) -> Demo:
    """The demo to play. Raises Ended."""
    try:
        if file is not None:
            return read(file.read(), file.name)
        demo = None if (module := home(system)) is None else demo_of(module)
    except WrongDemo as wrong:
        raise Ended(Exit.NOTHING, str(wrong)) from wrong
    if demo is None:
        raise Ended(
            Exit.NOTHING, f"there is no demo of {system!r}; `retcon systems` lists the games that are installed"
        )
    return demo


def _play(system: str, script: Demo, url: str | None, token: str | None) -> None:
    try:
        with _service(url, token) as (http, secret):
            table = DemoTable(http, secret, script, system)
            entries = _tell(script, table, narration.Narrator(table, quiet=wants_json()))
    except DemoFailed as failed:
        raise Ended(Exit.REFUSED, str(failed)) from failed
    except Unexpected as unexpected:
        raise Ended(Exit.REFUSED, str(unexpected)) from unexpected
    except httpx.HTTPError as error:
        raise Ended(Exit.UNREACHABLE, f"the service cannot be asked: {error}") from error
    played = PlayedDemo(
        campaign=table.campaign,
        name=table.name,
        system=system,
        steps=len(script.step),
        people=tuple(table.people.values()),
        entries=entries,
    )
    if wants_json():
        write_json(played)
        return
    for part in _afterwards(script, played, here=url is None):
        console().print(part, soft_wrap=True)


def _tell(script: Demo, table: DemoTable, teller: narration.Narrator) -> dict[str, int]:
    """Play, and tell it step by step; the entries that it names. Raises DemoFailed."""
    teller.begin(script)
    player = Player(script, table)
    for happened in player.play():
        teller.tell(happened)
    return {name: number for number, name in player.references.called.items()}


@contextmanager
def _service(url: str | None, token: str | None) -> Iterator[tuple[httpx.Client, str]]:
    """The service to play at, and the token to found the campaign with."""
    if url is not None and token is not None:
        with httpx.Client(base_url=url.rstrip("/"), timeout=PATIENCE) as http:
            yield http, token
        return
    # A service of one's own counts nobody's dice.
    settings = replace(load(os.environ), dice_per_minute=0, guesses_per_minute=0)
    with ExitStack() as stack:
        with waiting("opening the database"):
            at = stack.enter_context(open_here(settings))
        secret = settings.token or ensure_owner_token(at.services.accounts, settings)
        if secret is None:
            raise Ended(Exit.REFUSED, f"the owner token is not in {settings.data_dir}; set RETCON_TOKEN to it")
        address = stack.enter_context(served(settings, at.services))
        yield stack.enter_context(httpx.Client(base_url=address, timeout=PATIENCE)), secret


def _afterwards(script: Demo, played: PlayedDemo, *, here: bool) -> Iterator[RenderableType]:
    yield words(f"\nThe campaign {played.name!r} stays: {played.campaign}", "bold green")
    if console().is_terminal:  # what goes to no terminal goes to a log, where no token belongs
        yield words("Who played, each with a token of their own (RETCON_TOKEN):", "bold")
        for person in played.people:
            yield words(f"  {person.name} ({person.role}): {person.token}")
    if script.trials and here:
        campaign = shlex.quote(played.name)
        yield from to_try({_words(trial.words, campaign, played.entries): trial.shows for trial in script.trials})


def _words(text: str, campaign: str, entries: Mapping[str, int]) -> str:
    """Return the words to type, with the campaign's name and entry numbers in place of the file's names."""
    parts = (str(entries.get(word[1:], word)) if word.startswith("@") else word for word in text.split())
    return " ".join(parts).format(campaign=campaign)
