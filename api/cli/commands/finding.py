"""Finding commands of a game or a campaign by word, rule or chapter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import rich_click as click
from rich.console import RenderableType

from api.cli.completing import completes
from api.cli.opening import open_session
from api.cli.output import as_json, show, words
from api.cli.printing import guides
from api.use_cases.command_guides import CommandSummary, list_campaign_commands, list_commands
from api.use_cases.systems import list_systems


@click.command()
@click.argument("subject", metavar="SYSTEM|CAMPAIGN", shell_complete=completes("subjects"))
@click.argument("word", nargs=-1)
@as_json
def commands(subject: str, word: tuple[str, ...]) -> None:
    """Find commands of a game or a campaign by words, a rule's id or a chapter of the rulebook.

    Of a campaign, the commands that you can give now come first. `retcon play CAMPAIGN TYPE --help` explains one.
    """
    wanted = " ".join(word) or None
    with open_session() as at:
        if subject in {system.id for system in at.listed(list_systems)}:
            listed: Sequence[CommandSummary] = at.listed(list_commands, system=subject, word=wanted)
        else:
            listed = [*at.listed(list_campaign_commands, subject, word=wanted)]
    show(listed, lambda: _commands(listed, subject, wanted))


def _commands(listed: Sequence[CommandSummary], subject: str, wanted: str | None) -> Iterator[RenderableType]:
    if not listed:
        yield words(f"No command of {subject} has {wanted!r} in its name, summary, rules, chapter or fields.")
        return
    yield from guides.commands(listed)
