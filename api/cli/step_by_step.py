"""A command asked for step by step at a terminal: which one, its fields, its dice, and whether to give it."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from typing import Final

import rich_click as click
from msgspec.structs import replace

from api.calling.values import typed_args
from api.cli.arguments import WrongArgument, args_given, field_at, guide_of, value_given
from api.cli.completion.values import offered
from api.cli.exits import Ended, Exit, ProblemExit
from api.cli.failures import tell
from api.cli.output import say, words
from api.cli.printing import entries, guides
from api.cli.printing.lines import members_called
from api.cli.prompts import agreed, prompted
from api.cli.session import CliSession
from api.problems import MissingRoll
from api.use_cases.command_guides import CampaignCommand, CommandGuide, list_campaign_commands
from api.use_cases.commands import CommandRequest, give_command
from projections.views.command_fields import CommandField

MOST: Final = 20
"""The number of commands or handles that one looks through at once."""

VEILED: Final = "veiled"
"""The rule that refuses a dry run which would tell what a roll has to reach."""


def request_asked(at: CliSession, campaign: str, request: CommandRequest) -> CommandRequest:
    """Ask for a command, try it, and return it when the person wants to give it. Raises Ended where they do not."""
    guide = _command(at, campaign)
    say(words(guide.about or guide.summary, "dim"))
    typed: dict[str, str] = {}
    for path, field in _needed(guide.fields):
        typed[path] = _value(at, campaign, path, field)
    _more(at, campaign, guide, typed)
    request = replace(request, type=guide.type, args=args_given(guide, _pairs(typed)))
    while (refused := _refusal(at, campaign, request)) is not None:
        if missing := refused.problem.missing:
            request = replace(request, dice=_with_rolled(request, missing))
            continue
        tell(refused)
        _more(at, campaign, guide, typed, "Field to change (Enter: give up)", last=True)
        request = replace(request, args=args_given(guide, _pairs(typed)))
    say(words(shlex.join(["retcon", "play", campaign, guide.type, *typed_args(guide, request.args)]), "dim"))
    if not agreed("Give it?"):
        raise Ended(Exit.NOTHING, "nothing was written")
    return request


def _command(at: CliSession, campaign: str) -> CommandGuide:
    """Ask for a command by its name or by words that find it."""
    known = at.listed(list_campaign_commands, campaign)
    names = {name: command.type for command in reversed(known) for name in (command.type, _bare(command.type))}
    while True:
        text = prompted("Command, or a word to find one").strip()
        if text in names:
            return guide_of(at, campaign, names[text])
        listed = at.listed(list_campaign_commands, campaign, word=text)
        if not listed:
            say(words(f"No command has {text!r} in its name, summary, rules, chapter or fields."))
        elif len(listed) == 1:
            say(words(f"{listed[0].type}: {listed[0].summary}"))
            return guide_of(at, campaign, listed[0].type)
        else:
            _list(listed)


def _bare(type: str) -> str:
    return type.partition(".")[2]


def _list(listed: Sequence[CampaignCommand]) -> None:
    for part in guides.commands(listed[:MOST]):
        say(part)
    if len(listed) > MOST:
        say(words(f"There are {len(listed) - MOST} more; say it with another word.", "dim"))


def _needed(fields: Iterable[CommandField], before: str = "") -> Iterable[tuple[str, CommandField]]:
    """Yield the fields that a command needs, those within others too, with their paths."""
    for field in fields:
        if field.required and field.type == "fields":
            yield from _needed(field.fields, f"{before}{field.name}.")
        elif field.required:
            yield f"{before}{field.name}", field


def _value(at: CliSession, campaign: str, path: str, field: CommandField) -> str:
    """Ask for the value of a field until it is one, and return it as it is typed."""
    item = field.item if field.type == "list" and field.item is not None and not field.choices else field
    choices = offered(at, campaign, item)
    kind = guides.value_of(field)
    say(words(f"{path}: {field.meaning or kind}" + (f" ({kind})" if field.meaning else ""), "dim"))
    if choices:
        more = f", and {len(choices) - MOST} more" if len(choices) > MOST else ""
        say(words(f"  {', '.join(choices[:MOST])}{more}"))
    while True:
        text: str = prompted(path).strip()
        try:
            value = value_given(field, text, path)
        except WrongArgument as wrong:
            say(words(wrong.message, "red"))
            continue
        named = value if isinstance(value, list) else [value]
        if item.refers_to and (unknown := [one for one in named if not _is_among(one, choices)]):
            sort = guides.SORTS.get(item.refers_to, item.refers_to)
            known = ", ".join(choices[:MOST]) or "none"
            say(words(f"There is no {sort} {unknown[0]!r}; there is {known}.", "red"))
            continue
        return text


def _is_among(value: object, choices: Sequence[str]) -> bool:
    return str(value).casefold() in {choice.casefold() for choice in choices}


def _more(
    at: CliSession,
    campaign: str,
    guide: CommandGuide,
    typed: dict[str, str],
    question: str = "Another field (Enter: none; ?: list them)",
    *,
    last: bool = False,
) -> None:
    """Ask for further fields by name, until there is none; one alone where it is the `last`. Raises Ended where that is none."""
    while True:
        path, _, text = prompted(question, default="", show_default=False).strip().partition("=")
        if not path and last:
            raise Ended(Exit.NOTHING, "nothing was written")
        if not path:
            return
        if path == "?":
            say(guides.fields_of(guide))
            continue
        try:
            field = field_at(guide, path)
            if text:
                value_given(field, text, path)
            typed[path] = text or _value(at, campaign, path, field)
        except WrongArgument as wrong:
            say(words(wrong.message, "red"))
            continue
        if last:
            return


def _pairs(typed: dict[str, str]) -> list[str]:
    return [f"{path}={text}" for path, text in typed.items()]


def _refusal(at: CliSession, campaign: str, request: CommandRequest) -> ProblemExit | None:
    """Try a command, and show what it would come to; return its refusal where it is refused. Raises ProblemExit."""
    try:
        entry = at.ask(give_command, campaign, data=replace(request, dry_run=True))
    except ProblemExit as refused:
        if refused.code is Exit.UNREACHABLE:
            raise
        return None if refused.problem.rule == VEILED else refused
    names = at.names(campaign)
    for part in entries.entry(entry, members_called(names, entries.members([entry])), names):
        say(part)
    return None


def _with_rolled(request: CommandRequest, missing: Sequence[MissingRoll]) -> dict[str, tuple[int, ...]]:
    """Return a command's dice with those of the first label that lacks some; the rest is asked when it is sure to come."""
    first = missing[0]
    dice = [die for die in missing if (die.label, die.roller) == (first.label, first.roller) and die.certain]
    shown = tuple(_shown(die, number, len(dice or [first])) for number, die in enumerate(dice or [first], 1))
    given = request.dice if isinstance(request.dice, dict) else {}
    return {**given, first.label: (*given.get(first.label, ()), *shown)}


def _shown(die: MissingRoll, number: int, of: int) -> int:
    which = f" (die {number} of {of})" if of > 1 else ""
    who = f"{die.roller} rolls" if die.roller else "Roll"
    shown: int = prompted(
        f"{who} {die.notation} for {die.label}{which}. What does the d{die.sides} show?",
        type=click.IntRange(1, die.sides),
    )
    return shown
