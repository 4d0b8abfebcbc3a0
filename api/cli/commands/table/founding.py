"""Founding a campaign, and its options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import rich_click as click
from rich.console import RenderableType

from api.calling.values import YES
from api.catalogue import OptionView
from api.cli.completing import completes
from api.cli.exits import Ended, Exit
from api.cli.opening import open_session
from api.cli.output import as_json, row, say, show, table, words
from api.cli.session import CliSession
from api.use_cases.campaigns import CampaignView, NewCampaign, OptionNow, found_campaign, list_options
from api.use_cases.commands import BatchRequest, CommandRequest, give_batch
from api.use_cases.systems import list_systems, show_system
from domain.messages import closest, either
from domain.vocabulary.base import Scalar


@click.command()
@click.argument("name")
@click.option(
    "--game",
    required=True,
    metavar="SYSTEM",
    help="The game; `retcon systems` lists them.",
    shell_complete=completes("systems"),
)
@click.option(
    "--option",
    "chosen",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option that is not to have its default; `retcon options SYSTEM` explains them.",
)
@as_json
def found(name: str, game: str, chosen: tuple[str, ...]) -> None:
    """Found a campaign, and become its game master."""
    with open_session() as at:
        if name.casefold() in {row.name.casefold() for row in at.known(name)}:
            raise Ended(Exit.NOTHING, f"there is a campaign {name!r} already; choose another name")
        options = _values(at.ask(show_system, system=game).options, chosen)
        wanted = NewCampaign(name=name, system=game, options=options)
        founded: CampaignView = at.ask(found_campaign, data=wanted)
    show(founded, lambda: [words(f"{founded.name!r} is founded, and you are its game master.", "green")])
    say(
        words(
            f"`retcon invite {founded.name!r}` lets a player in; `retcon options {founded.name!r}` shows the options."
        )
    )


@click.command()
@click.argument("subject", metavar="SYSTEM|CAMPAIGN", shell_complete=completes("subjects"))
@click.argument("chosen", nargs=-1, metavar="[NAME=VALUE]...")
@as_json
def options(subject: str, chosen: tuple[str, ...]) -> None:
    """Explain the options of a game, or of a campaign with the values in force; NAME=VALUE sets one of a campaign.

    Entries that were played before stay as they were. Where options are set, the table has these alone.
    """
    with open_session() as at:
        if subject in {system.id for system in at.listed(list_systems)}:
            if chosen:
                raise click.UsageError("a game has only defaults; name a campaign to set its options")
            defaults: tuple[OptionView, ...] = at.ask(show_system, system=subject).options
            show(defaults, lambda: _explained(defaults))
            return
        if chosen:
            _set(at, subject, chosen)
        current = at.listed(list_options, subject)
    named = {text.partition("=")[0] for text in chosen} or {option.name for option in current}
    show(current, lambda: _explained([option for option in current if option.name in named]))


def _set(at: CliSession, campaign: str, chosen: Sequence[str]) -> None:
    """Set options of a campaign, all of them or none; each becomes an entry."""
    options: Sequence[OptionView] = at.ask(list_options, campaign).rows
    values = _values(options, chosen)
    commands = tuple(
        CommandRequest(type="freeform.set_option", args={"option": name, "value": value})
        for name, value in values.items()
    )
    at.ask(give_batch, campaign, data=BatchRequest(commands=commands))


def _values(options: Sequence[OptionView], chosen: Sequence[str]) -> dict[str, Scalar]:
    """Return the values of options that are given as `name=value`. Raises BadParameter."""
    known = {option.name: option for option in options}
    values: dict[str, Scalar] = {}
    for text in chosen:
        name, equals, value = text.partition("=")
        if not equals:
            raise click.BadParameter(f"an option is written name=value, not {text!r}", param_hint="NAME=VALUE")
        if name not in known:
            near = closest(name, known)
            hint = f"did you mean {either(near)}?" if near else f"there is {', '.join(known)}"
            raise click.BadParameter(f"there is no option {name!r}; {hint}", param_hint="NAME=VALUE")
        values[name] = _value(known[name], value)
    return values


def _value(option: OptionView, text: str) -> Scalar:
    """Return the value that a text stands for; a text that fits nothing stays one, and is refused as such."""
    for choice in option.choices:
        if text.casefold() == str(choice).casefold() or YES.get(text.casefold()) is choice:
            return choice
    if isinstance(option.default, bool):
        return YES.get(text.casefold(), text)
    if isinstance(option.default, int | float):
        try:
            return type(option.default)(text)
        except ValueError:
            return text
    return text


def _explained(options: Sequence[OptionView]) -> Iterator[RenderableType]:
    """A table of options; those of a campaign with their values."""
    current = [option for option in options if isinstance(option, OptionNow)]
    made = table("option", *(["value"] if current else []), "default", "choices", "what it decides", lead=2)
    made.columns[0].no_wrap = True
    for option in options:
        value = [_word(option.value)] if isinstance(option, OptionNow) else []
        choices = ", ".join(map(_word, option.choices)) or _KINDS.get(type(option.default), "a text")
        row(made, option.name, *value, _word(option.default), choices, option.text)
    yield made


_KINDS: Final = {int: "a whole number", float: "a number", bool: "on, off"}


def _word(value: Scalar) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)
