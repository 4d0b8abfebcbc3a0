"""Options of many commands: a campaign, a point of time, JSON, dice and answers."""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
import rich_click as click

from api.cli.completing import completes
from api.reading import AS_OF, KNOWN_AT, VIEW, VIEWER, ReadRequest
from domain.commands import DiceGiven
from domain.history.plan import Group
from domain.history.points import Point, View, parse_point
from domain.misfits import misfit

Command = Callable[..., None]

VIEWS: Final = click.Choice(get_args(View))

campaign = click.argument("campaign", shell_complete=completes("campaigns"))


def reads(command: Command) -> Command:
    """Options for a point on the two axes of time, handed to the command as `wanted`."""

    @click.option("--as-of", metavar="POINT", help=f"{AS_OF}.")
    @click.option("--view", type=VIEWS, help=f"{VIEW}.")
    @click.option("--known-at", type=click.IntRange(min=0), metavar="ENTRY", help=f"{KNOWN_AT}.")
    @click.option("--viewer", metavar="MEMBER", help=f"{VIEWER}.", shell_complete=completes("members"))
    @functools.wraps(command)
    def reading(*, as_of: str | None, view: str | None, known_at: int | None, viewer: str | None, **given: Any) -> None:
        command(wanted=ReadRequest(parse_point(as_of, view, known_at), viewer), **given)

    return reading


def one_or_several(command: Command) -> Command:
    """An argument for the campaigns that a command is about, and `--all`, handed to it as `campaigns` and `every`."""
    command = click.option("--all", "every", is_flag=True, help="Every campaign that you take part in.")(command)
    return click.argument("campaigns", nargs=-1, metavar="[CAMPAIGN]...", shell_complete=completes("campaigns"))(
        command
    )


def check_named(campaigns: Sequence[str], *, every: bool) -> None:
    """Check that either campaigns or all of them are asked for. Raises click.UsageError."""
    if bool(campaigns) == every:
        raise click.UsageError("name a campaign or several, or say --all")


def is_of_now(wanted: ReadRequest) -> bool:
    """Whether a read is of the newest entry and through the caller's own eyes, in whichever view."""
    return wanted == ReadRequest(Point(view=wanted.point.view), None)


class Json(click.ParamType[Any]):
    """JSON of a type, written out, in a file (`@path`) or on standard input (`-`)."""

    name = "json"

    def __init__(self, kind: Any) -> None:
        self._kind = kind

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the value; a refusal says what is wrong and where."""
        if not isinstance(value, str):
            return value
        try:
            return msgspec.json.decode(_text(value), type=self._kind)
        except OSError as error:
            self.fail(f"{value[1:]} cannot be read ({error.strerror})", param, ctx)
        except msgspec.ValidationError as error:
            self.fail(misfit(self._kind, str(error)).sentence("this"), param, ctx)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            self.fail(f'this is not valid JSON ({error}); an object looks like {{"target": "sh1"}}', param, ctx)


def _text(value: str) -> bytes:
    if value == "-":
        return sys.stdin.buffer.read()
    return Path(value[1:]).read_bytes() if value.startswith("@") else value.encode()


_ENTRY: Final = re.compile(r"(?:(?P<entry>\d+):)?(?P<rest>.*)\Z", re.DOTALL)


def by_entry(values: Iterable[str], own: int | None = None) -> dict[int | None, list[str]]:
    """Return values given as `<entry>:<what>`, by entry; a value without an entry belongs to the entry `own`."""
    by_number: dict[int | None, list[str]] = {}
    for value in values:
        parts = _ENTRY.match(value)
        assert parts is not None, "the pattern fits any text"
        by_number.setdefault(int(parts["entry"]) if parts["entry"] else own, []).append(parts["rest"])
    return by_number


def undone(text: str) -> int | Group:
    """Return what is to be undone: an entry's number, or a group such as `session:2` or `turn:41`. Raises ValueError."""
    kind, colon, number = text.rpartition(":")
    if not number.isdecimal() or (colon and kind not in Group.__struct_fields__):
        groups = ", ".join(f"{field}:N" for field in Group.__struct_fields__)
        raise ValueError(f"{text!r} is neither an entry's number nor a group; groups are {groups}")
    return Group(**{kind: int(number)}) if colon else int(number)


def dice_given(values: Iterable[str]) -> DiceGiven:
    """Dice as they are typed: `attack=12` or `damage=3,4` by label, or `12,3,4` in rolling order."""
    labelled: dict[str, tuple[int, ...]] = {}
    listed: tuple[int, ...] = ()
    for value in values:
        label, equals, numbers = value.rpartition("=")
        rolled = _numbers(value, numbers)
        if equals:
            labelled[label] = (*labelled.get(label, ()), *rolled)
        else:
            listed = (*listed, *rolled)
    if labelled and listed:
        raise click.BadParameter("give all dice by label (attack=12), or all as one list (12,3,4)", param_hint="--dice")
    return labelled or listed


def responses_given(values: Iterable[str]) -> dict[str, str]:
    """Answers as they are typed: `key=choice`."""
    parts = [value.partition("=") for value in values]
    if wrong := next((key for key, equals, choice in parts if not (key and equals and choice)), None):
        raise click.BadParameter(f"an answer is written key=choice, not {wrong!r}", param_hint="--response")
    return {key: choice for key, _, choice in parts}


def texts_given(values: Iterable[str]) -> dict[str, str]:
    """Fields that are the texts of files: `field=path`. Raises BadParameter where there is no such file, or it is no text."""
    texts: dict[str, str] = {}
    for value in values:
        field, _, path = value.partition("=")
        if not (field and path):
            raise click.BadParameter(f"a text is written field=file, not {value!r}", param_hint="--text")
        try:
            texts[field] = Path(path).read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise click.BadParameter(f"{path} cannot be read as text ({error})", param_hint="--text") from error
    return texts


def _numbers(value: str, numbers: str) -> tuple[int, ...]:
    parts = [part.strip() for part in numbers.split(",")]
    if not all(part.isascii() and part.isdigit() for part in parts):
        sentence = f"{value!r} is no roll; write what the dice show, as attack=12, damage=3,4 or 12,3,4"
        raise click.BadParameter(sentence, param_hint="--dice")
    return tuple(map(int, parts))
