"""Finding commands of a game or a campaign by word, rule or chapter, and entries of its catalogue."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import rich_click as click
from rich.console import RenderableType

from api.cli.completing import completes
from api.cli.opening import open_session
from api.cli.output import as_json, show, words
from api.cli.printing import catalogue as catalogue_lines
from api.cli.printing import guides
from api.use_cases.command_guides import CommandSummary, list_campaign_commands, list_commands
from api.use_cases.systems import list_campaign_catalogue, list_catalogue, list_systems
from projections.views.catalogue import CatalogueEntry, has_word


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


@click.command()
@click.argument("subject", metavar="SYSTEM|CAMPAIGN", shell_complete=completes("subjects"))
@click.argument("word", nargs=-1)
@click.option("--kind", help="Only entries of this kind, as in `power`.")
@click.option("--rule", help="Only entries of the rule with this id.")
@as_json
def catalogue(subject: str, word: tuple[str, ...], kind: str | None, rule: str | None) -> None:
    """Find powers, monsters, gear and whatever a game brings.

    Of a campaign, what it has added is there as well. A first word that is a kind narrows to it: `retcon catalogue SYSTEM power fire`.
    A single entry that fits is shown with its fields, and with the commands that take its key.
    """
    with open_session() as at:
        if subject in {system.id for system in at.listed(list_systems)}:
            listed: Sequence[CatalogueEntry] = at.listed(list_catalogue, system=subject, rule=rule)
        else:
            listed = at.listed(list_campaign_catalogue, subject, rule=rule)
    kinds = dict.fromkeys(entry.kind for entry in listed)
    if kind is None and word and word[0] in kinds:
        kind, word = word[0], word[1:]
    fitting = [entry for entry in listed if kind in (None, entry.kind)]
    fitting = [entry for entry in fitting if all(has_word(entry, each.casefold()) for each in word)]
    show(fitting, lambda: _entries(fitting, subject))


def _entries(listed: Sequence[CatalogueEntry], subject: str) -> Iterator[RenderableType]:
    match listed:
        case []:
            yield words(f"Nothing in the catalogue of {subject} fits.")
        case [entry]:
            yield from catalogue_lines.entry(entry)
        case _:
            yield from catalogue_lines.listed(listed)
