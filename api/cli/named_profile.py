"""The profile that the command line, or its environment, names. The root command notes it, and imports nothing for it."""

from __future__ import annotations

from typing import Final

import rich_click as click

VARIABLE: Final = "RETCON_PROFILE"

_NOTED: Final = "retcon.profile"


def note_profile(context: click.Context, _: click.Parameter, value: str | None) -> None:
    """Remember the name that was given."""
    context.find_root().meta[_NOTED] = value


def named_profile() -> str | None:
    """Return the name that was given; None where there is none."""
    context = click.get_current_context(silent=True)
    return None if context is None else context.find_root().meta.get(_NOTED)
