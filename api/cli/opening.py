"""Opening sessions: at the service of a profile, or at this machine's own ledger."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import rich_click as click

from api.cli.exits import Ended, Exit
from api.cli.named_language import LANGUAGE
from api.cli.profiles import HERE, chosen_profile

if TYPE_CHECKING:
    from api.cli.machine import MachineSession
    from api.cli.session import CliSession
    from api.settings import Settings


def speak_as_asked() -> None:
    """Speak the language that `--language` names, else the one that the environment asks for."""
    from api.languages.reader import language_in, speak  # noqa: PLC0415 - the help speaks English

    context = click.get_current_context(silent=True)
    speak((context and context.meta.get(LANGUAGE)) or language_in(os.environ))


@contextmanager
def open_session() -> Iterator[CliSession]:
    """Open the session that the profile and the environment name. Raises Ended, and as `open_machine` does.

    A session elsewhere imports nothing of the ledger.
    """
    speak_as_asked()
    if (profile := chosen_profile()) is not None:
        from api.cli.service import open_service  # noqa: PLC0415

        with open_service(profile) as session:
            yield session
        return
    from api.cli.machine import open_machine  # noqa: PLC0415

    with open_machine() as session:
        yield session


@contextmanager
def open_here(settings: Settings | None = None) -> Iterator[MachineSession]:
    """Open the installation of this machine. Raises Ended where a service is chosen, and as `open_machine` does."""
    check_here()
    speak_as_asked()
    from api.cli.machine import open_machine  # noqa: PLC0415

    with open_machine(settings) as session:
        yield session


def check_here() -> None:
    """Check that commands are meant for this machine. Raises Ended where a service is chosen."""
    if (profile := chosen_profile()) is not None:
        raise Ended(
            Exit.REFUSED,
            f"only the machine that keeps the ledger can do this, and you are signed in to {profile.url}; run it there, or "
            f"with `retcon --profile {HERE}` for the ledger of this machine",
        )
