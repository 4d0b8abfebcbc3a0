"""The language that a command line names. Nothing is imported here that the help does not need."""

from __future__ import annotations

from typing import Final

import rich_click as click

LANGUAGE: Final = "api.cli.language"
"""The key of the language that a command line names, in its context."""


def note_language(ctx: click.Context, _: click.Parameter, named: str | None) -> None:
    """Note the language that is named. Raises click.BadParameter where there are no sentences in it."""
    if named is None:
        return
    from projections.translation.catalogues import languages  # noqa: PLC0415 - only who names one waits for it

    if named not in languages():
        raise click.BadParameter(f"there is no {named!r}; there are {', '.join(languages())}")
    ctx.meta[LANGUAGE] = named


named_in_option = click.option(
    "--language",
    metavar="CODE",
    expose_value=False,
    callback=note_language,
    help="The language of sentences, such as de; by default that of the environment (LC_ALL, LC_MESSAGES, LANG).",
)
"""The option of the root command that names a language."""
