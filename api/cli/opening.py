"""Opening sessions: at the service of a profile, or at this machine's own ledger."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from api.cli.exits import Ended, Exit
from api.cli.profiles import HERE, chosen_profile

if TYPE_CHECKING:
    from api.cli.machine import MachineSession
    from api.cli.session import CliSession
    from api.settings import Settings


@contextmanager
def open_session() -> Iterator[CliSession]:
    """Open the session that the profile and the environment name. Raises Ended, and as `open_machine` does.

    A session elsewhere imports nothing of the ledger.
    """
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
