"""Arguments of commands as they are typed: `who=ramjet targets=thug,knight stats.guts=4`, JSON, or the texts of files.

`play`, `insert` and `amend` take them alike. The fields of the command say of what type a value is.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

import msgspec
import rich_click as click
from msgspec import UNSET

from api.calling import values
from api.calling.values import WrongValue
from api.cli.completing import completes
from api.cli.options import Command, Json, texts_given
from api.cli.session import CliSession
from api.use_cases.campaigns import show_campaign
from api.use_cases.command_guides import CommandGuide, show_command
from projections.views.command_fields import CommandField

HINT: Final = "KEY=VALUE"


class WrongArgument(click.BadParameter):
    """A typed argument is none of the command, or its value does not fit."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, param_hint=HINT)


class TypedArgs(msgspec.Struct, frozen=True, kw_only=True):
    """A command's type and arguments as they are typed. `words` are the type, where it is given, and `key=value`."""

    words: tuple[str, ...]
    args: dict[str, Any] | None
    text: tuple[str, ...]

    @property
    def type(self) -> str | None:
        """The type of the command; None where none is typed."""
        return self.words[0] if self.words and "=" not in self.words[0] else None

    @property
    def pairs(self) -> tuple[str, ...]:
        """The arguments that are typed as `key=value`."""
        return self.words if self.type is None else self.words[1:]

    @property
    def is_empty(self) -> bool:
        """Whether no argument is typed in any way."""
        return not (self.pairs or self.text) and self.args is None


def takes_args(command: Command) -> Command:
    """A command's type and arguments, handed over as `typed`."""

    @click.argument("words", nargs=-1, metavar="[TYPE] [KEY=VALUE]...", shell_complete=completes("words"))
    @click.option(
        "--args",
        type=Json(dict[str, Any]),
        metavar="JSON",
        help="Arguments as a JSON object; null leaves one out.",
    )
    @click.option(
        "--text", multiple=True, metavar="FIELD=FILE", help="A field that is the text of a file: rows=powers.csv."
    )
    @functools.wraps(command)
    def with_args(*, words: tuple[str, ...], args: dict[str, Any] | None, text: tuple[str, ...], **given: Any) -> None:
        command(typed=TypedArgs(words=words, args=args, text=text), **given)

    return with_args


def guide_of(at: CliSession, campaign: str, type: str) -> CommandGuide:
    """Return everything about a command of a campaign; a name without a game is the game's own. Raises ProblemExit."""
    guide: CommandGuide = at.ask(show_command, system=at.ask(show_campaign, campaign).system, command=type)
    return guide


def command_typed(
    at: CliSession, campaign: str, type: str, typed: TypedArgs, before: Mapping[str, Any] | None = None
) -> tuple[str, dict[str, Any]]:
    """Return the full type and the arguments of a command as they are typed, on top of those that it had `before`.

    Raises BadParameter, ProblemExit.
    """
    pairs: dict[str, Any] = {}
    if typed.pairs or "." not in type:
        guide = guide_of(at, campaign, type)
        type, pairs = guide.type, args_given(guide, typed.pairs)
    whole, texts = typed.args or {}, texts_given(typed.text)
    if whole.keys() & pairs.keys() or texts.keys() & (whole.keys() | pairs.keys()):
        raise WrongArgument("a field is given twice; give it once, as key=value, in --args or as --text")
    if before is not None:
        whole = {name: value for name, value in {**before, **whole}.items() if whole.get(name, value) is not None}
    return type, merged(whole, pairs) | texts


def merged(args: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments with changes to them, also within their fields; a change to UNSET leaves a field out."""
    result = dict(args)
    for name, value in changes.items():
        if value is UNSET:
            result.pop(name, None)
        elif isinstance(value, dict):
            inner = result.get(name)
            result[name] = merged(inner if isinstance(inner, dict) else {}, value)
        else:
            result[name] = value
    return result


@contextmanager
def _as_argument() -> Iterator[None]:
    """Say of a value within the block that does not fit what the command line says of an argument. Raises WrongArgument."""
    try:
        yield
    except WrongValue as wrong:
        raise WrongArgument(str(wrong)) from wrong


def args_given(guide: CommandGuide, pairs: Iterable[str]) -> dict[str, Any]:
    """Return the arguments that are typed as `key=value`; UNSET for a field that is left out. Raises WrongArgument."""
    with _as_argument():
        return values.args_given(guide, pairs)


def field_at(guide: CommandGuide, path: str) -> CommandField:
    """Return the field at a path such as `stats.guts`. Raises WrongArgument."""
    with _as_argument():
        return values.field_at(guide, path)


def value_given(field: CommandField, text: str, name: str) -> Any:
    """Return the value that a text stands for; UNSET where the field is left out. Raises WrongArgument."""
    with _as_argument():
        return values.value_given(field, text, name)
