"""Commands in lists, and one with everything that a person needs to give it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
from rich.console import RenderableType
from rich.text import Text

from api.calling.values import typed_args
from api.catalogue import QuestionKindView, RollKindView
from api.cli.output import row, table, words
from api.use_cases.command_guides import CampaignCommand, CommandGuide, CommandSummary
from projections.views.command_fields import CommandField

_TITLES: Final = {
    "now": "Now",
    "any-time": "At any time",
    "not-now": "For later",
    "not-yours": "Not yours to give",
}

_GIVERS: Final = {
    "gm": "the game master",
    "owner": "the owner of the character in `{actor}`, or the game master",
    "player": "any player",
    "member": "any member",
}

SORTS: Final[Mapping[str, str]] = {"thing": "character, encounter or enclave"}
"""The words for sorts of things that have no word of their own."""

_TYPES: Final = {
    "text": "text",
    "integer": "whole number",
    "number": "number",
    "yes-no": "yes or no",
    "map": "fields of your own names",
    "fields": "fields",
    "json": "JSON",
}


def commands(listed: Sequence[CommandSummary]) -> Iterator[RenderableType]:
    """Commands with their summaries, those of a campaign by whether one can give them."""
    for fit, title in _TITLES.items():
        if rows := [each for each in listed if isinstance(each, CampaignCommand) and each.fit == fit]:
            yield _lines(rows, title, reasons=fit.startswith("not"))
    if others := [each for each in listed if not isinstance(each, CampaignCommand)]:
        yield _lines(others)


def _lines(listed: Sequence[CommandSummary], title: str = "", *, reasons: bool = False) -> RenderableType:
    made = table("command", "what it does", *(["because"] if reasons else ["chapter"]), title=title)
    for each in listed:
        last = each.because if reasons and isinstance(each, CampaignCommand) else "; ".join(each.chapters[:2])
        row(made, each.type, each.summary, last)
    return made


def guide(shown: CommandGuide, campaign: str, steps: Mapping[str, CommandGuide]) -> Iterator[RenderableType]:
    """A command: who gives it, its fields, dice, questions and rules, and an example as it is typed.

    `steps` are the guides of the commands that come before the example, by type.
    """
    yield Text.assemble((shown.type, "bold"), f": {shown.summary}")
    if shown.about and shown.about != shown.summary:
        yield words(shown.about)
    yield words(_conditions(shown), "dim")
    if shown.fields:
        yield fields_of(shown)
    yield from _kinds("LABEL of --dice", "what is rolled", shown.rolls)
    yield from _kinds("KEY of --response", "what is asked", shown.questions)
    if shown.rules:
        rules = ", ".join(rule.id for rule in shown.rules)
        chapters = "; ".join(dict.fromkeys(rule.area for rule in shown.rules if rule.area))
        yield words(f"Rules: {rules}{f' ({chapters})' if chapters else ''}")
    yield Text("Example, with the characters of the documentation", "bold")
    for step in shown.before:
        yield words(f"  {_line(campaign, steps[step.type], step.args)}", "dim")
    yield words(f"  {_line(campaign, shown, shown.example)}")


def fields_of(shown: CommandGuide) -> RenderableType:
    """A table of the fields of a command, with what they take and mean."""
    made = table("field", "value", "by default", "meaning", lead=3)
    for field in shown.fields:
        _field(made, field, field.name)
    return made


def _conditions(shown: CommandGuide) -> str:
    sentences = [f"Given by {_GIVERS[shown.by].format(actor=shown.actor)}."]
    if shown.instead:
        sentences.append(f"This game has {' or '.join(shown.instead)} instead.")
    if shown.option:
        sentences.append(f"It belongs to the option {shown.option}.")
    if shown.scene:
        sentences.append("It belongs to an encounter: that of its actor, unless you name one with --encounter.")
    if shown.slots is not None:
        sentences.append(f"Downtime slots: {shown.slots}.")
    return " ".join(sentences)


def _field(made: Any, field: CommandField, path: str) -> None:
    """Add the row of a field, and those of the fields within it."""
    row(made, path, value_of(field), "(needed)" if field.required else _default(field), field.meaning)
    inner = field.item if field.type in ("list", "map") else field
    below = f"{path}.NAME" if field.type == "map" else path
    for each in inner.fields if inner else ():
        _field(made, each, f"{below}.{each.name}" if field.type != "list" else f"{path}[].{each.name}")


def value_of(field: CommandField) -> str:
    """The values that a field takes, in a few words."""
    choices = " | ".join(map(str, field.choices))
    match field:
        case CommandField(type="list", item=CommandField() as item):
            many = f"{field.size} × {value_of(item)}, as a,b" if field.size else f"{value_of(item)}, several as a,b"
            return f"{choices} | {many}" if choices else many
        case CommandField(type="map", item=CommandField() as item):
            return f"{value_of(item)} by name{f' ({field.keys})' if field.keys else ''}"
        case CommandField(type="integer" | "number", minimum=low, maximum=high) if not choices and low is not None:
            bounds = f"at least {_bound(low)}" if high is None else f"{_bound(low)} to {_bound(high)}"
            return f"{_TYPES[field.type]}, {bounds}"
        case _ if choices:
            return f"{choices} | other words" if field.open else choices
        case _:
            return SORTS.get(field.refers_to, field.refers_to) or _TYPES[field.type]


def _bound(number: float) -> str:
    """Return a bound; a whole number is one whether it comes from here or from a service."""
    return str(int(number) if number == int(number) else number)


def _default(field: CommandField) -> str:
    match field.default:
        case bool():
            return "yes" if field.default else "no"
        case None | "" | [] | {} | ():
            return "–"
        case list() | dict() | tuple():
            return _json(field.default)
        case _:
            return str(field.default)


def _kinds(
    name: str, meaning: str, kinds: Sequence[RollKindView] | Sequence[QuestionKindView]
) -> Iterator[RenderableType]:
    if kinds:
        made = table(name, meaning)
        for kind in kinds:
            row(made, kind.name, kind.text)
        yield made


def _line(campaign: str, shown: CommandGuide, args: Mapping[str, Any]) -> str:
    return shlex.join(["retcon", "play", campaign, shown.type, *typed_args(shown, args)])


def _json(value: Mapping[str, Any] | Sequence[Any]) -> str:
    return msgspec.json.encode(value).decode()
