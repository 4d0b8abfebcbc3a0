"""Changing the past: undo, redo, amend, insert. The plan is shown first, and written only with a yes."""

from __future__ import annotations

import functools
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, get_args

import msgspec
import rich_click as click
from msgspec.structs import replace
from rich.console import RenderableType

from api.cli import prompts as supplying
from api.cli.exits import Ended, Exit, ProblemExit
from api.cli.opening import open_session
from api.cli.options import Command, Json, by_entry, campaign, dice_given, responses_given
from api.cli.output import as_json, console, say, show, wants_json, words, write_json
from api.cli.printing import plans
from api.cli.session import CliSession
from api.use_cases.entries import show_entry
from api.use_cases.forks import BroughtView
from api.use_cases.revisions import RevisionView
from api.use_cases.revisions import revise as revisions_route
from domain.commands import Envelope
from domain.history.plan import Amend, Group, Insert, Policy, RevisionRequest
from domain.ledger.forking.cherry_pick import BringBack
from projections.views.entry import EntryView
from projections.views.plans import PlanView

SHOWN: Final = 12
"""The number of characters of a plan's hash that are enough to name it."""


Ask = Callable[[CliSession, str, Any], Any]
"""Calls the route of a revision: in a dry run for its plan, else for the written revision."""


class RevisionWay(msgspec.Struct, frozen=True, kw_only=True):
    """Options of a revision, as given to its command."""

    policy: tuple[str, ...]
    dice: tuple[str, ...]
    response: tuple[str, ...]
    reason: str | None
    dry_run: bool
    plan: str | None
    yes: bool
    fill: bool


def ways(command: Command) -> Command:
    """The options that every change of the past takes, handed to the command as `way`."""

    @click.option(
        "--policy",
        multiple=True,
        metavar="[ENTRY=]POLICY",
        help="The treatment of entries that conflict: refuse (nothing is written, the default), cascade (they are struck "
        "too), keep (they are kept as they were). Write ENTRY= before it for one entry alone.",
    )
    @click.option(
        "--dice",
        multiple=True,
        metavar="[ENTRY:]LABEL=N,N",
        help="Dice rolled at the table, by label; with ENTRY: before it for another entry.",
    )
    @click.option(
        "--response",
        multiple=True,
        metavar="[ENTRY:]KEY=CHOICE",
        help="The answer to a question; for another with ENTRY:.",
    )
    @click.option("--reason", help="The reason; everyone who sees the revision can read it.")
    @click.option("--dry-run", is_flag=True, help="Only show the plan.")
    @click.option("--plan", metavar="HASH", help="Write just the plan that was shown under this hash, and no other.")
    @click.option("--yes", is_flag=True, help="Write it without asking.")
    @click.option(
        "--fill",
        is_flag=True,
        help="Fill what the changed past lacks: the server rolls, questions take their defaults.",
    )
    @functools.wraps(command)
    def with_way(**given: Any) -> None:
        fields = {field: given.pop(field) for field in RevisionWay.__struct_fields__}
        command(way=RevisionWay(**fields), **given)

    return with_way


class _Undone(click.ParamType[int | Group]):
    """An entry's number, or a group such as `session:2` or `turn:41`."""

    name = "n"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | Group:
        kind, colon, number = str(value).rpartition(":")
        if not number.isdecimal() or (colon and kind not in Group.__struct_fields__):
            groups = ", ".join(f"{field}:N" for field in Group.__struct_fields__)
            self.fail(f"{value!r} is neither an entry's number nor a group; groups are {groups}", param, ctx)
        return Group(**{kind: int(number)}) if colon else int(number)


@click.command()
@campaign
@click.argument("what", nargs=-1, required=True, type=_Undone(), metavar="N...")
@ways
@as_json
def undo(campaign: str, what: tuple[int | Group, ...], way: RevisionWay) -> None:
    """Undo entries, and decide every later entry again on the same dice.

    N is an entry's number, or a group: deed:N, turn:N and round:N (those of an entry), scene:K, session:K, phase:K.
    """
    numbers = tuple(each for each in what if isinstance(each, int))
    groups = [each for each in what if isinstance(each, Group)]
    if groups and len(what) > 1:
        raise click.UsageError("undo either single entries or one group")
    change(campaign, RevisionRequest(undo=groups[0] if groups else numbers), way)


@click.command()
@campaign
@click.argument("number", type=click.IntRange(min=1), metavar="N")
@ways
@as_json
def redo(campaign: str, number: int, way: RevisionWay) -> None:
    """Let a struck entry stand again, or a revision that was undone; N is its number."""
    change(campaign, RevisionRequest(redo=number), way)


@click.command()
@campaign
@click.argument("number", type=click.IntRange(min=1), metavar="N")
@click.option("--args", type=Json(dict[str, Any]), metavar="JSON", help="Arguments to change; null removes one.")
@click.option("--command", "command", type=Json(Envelope), metavar="JSON", help="Another command altogether.")
@ways
@as_json
def amend(campaign: str, number: int, args: dict[str, Any] | None, command: Envelope | None, way: RevisionWay) -> None:
    """Say what entry N ought to have been: other dice, other answers, other arguments, or another command."""
    if args is not None and command is not None:
        raise click.UsageError("give other arguments (--args) or another command (--command), not both")
    if args is None and command is None and not way.dice and not way.response:
        raise click.UsageError("say what to change: --dice, --response, --args or --command")

    def request(at: CliSession) -> RevisionRequest:
        if args is None and command is None:
            return RevisionRequest()
        envelope = command or _with_args(at.ask(show_entry, campaign, entry=number), args or {})
        return RevisionRequest(amend=Amend(entry=number, command=envelope))

    change(campaign, request, way, own=number)


def _with_args(entry: EntryView, args: Mapping[str, Any]) -> Envelope:
    """Return the command of an entry, with these arguments in place of those of the same name."""
    ordered = entry.command
    if ordered is None or ordered.args is None:
        raise Ended(
            Exit.NOTHING, f"entry {entry.entry} holds no command, so it cannot be amended; amend an entry of play"
        )
    told = msgspec.to_builtins(ordered)
    told |= {"id": "", "reason": entry.reason, "responses": ordered.responses or {}}
    told["args"] = {key: value for key, value in {**ordered.args, **args}.items() if value is not None}
    return msgspec.convert(told, Envelope)


@click.command()
@campaign
@click.option("--after", type=click.IntRange(min=1), required=True, help="The entry that it comes directly after.")
@click.option(
    "--command", "command", type=Json(Envelope), required=True, metavar="JSON", help="The command, with its args."
)
@ways
@as_json
def insert(campaign: str, after: int, command: Envelope, way: RevisionWay) -> None:
    """Insert a command that was forgotten, directly after an entry.

    JSON is a command as the service takes it, written out, in a file (@path) or on standard input (-):
    {"type": "freeform.heal", "args": {"target": "sh1", "track": "hp", "amount": 4}}
    """
    dice = {key: values for key, values in by_entry(way.dice).items() if key is None}
    responses = {key: values for key, values in by_entry(way.response).items() if key is None}
    envelope = replace(
        command,
        dice=dice_given(dice[None]) if dice else command.dice,
        responses={**command.responses, **responses_given(responses.get(None, ()))},
    )
    change(campaign, RevisionRequest(insert=Insert(after=after, command=envelope)), way)


@click.command()
@campaign
@click.option(
    "--from", "from_", default="", metavar="PLACE", help="Only from a session (session:2) or an entry (41) on."
)
@ways
@as_json
def rules(campaign: str, from_: str, way: RevisionWay) -> None:
    """Decide the story anew under the current rules, and show the differences.

    A campaign keeps entries played under older rules until its game master applies newer ones: to all of it, or from a
    session on. This is a revision like any other: policies decide about entries that newer rules refuse, and it can be
    undone.
    """
    change(campaign, RevisionRequest(rules=True, from_=from_), way, telling=plans.by_rule)


def _revised(at: CliSession, campaign: str, request: Any) -> Any:
    return at.ask(revisions_route, campaign, data=request)


def change(
    campaign: str,
    asked: RevisionRequest | BringBack | Callable[[CliSession], RevisionRequest | BringBack],
    way: RevisionWay,
    own: int | None = None,
    *,
    ask: Ask = _revised,
    telling: Callable[[PlanView, Any], Iterator[RenderableType]] = plans.plan,
) -> None:
    """Plan a change of the past, show the plan, and write it where that is wanted. `own` is the entry that dice and answers
    belong to which name none."""
    with open_session() as at:
        names = {} if wants_json() else at.names(campaign)
        request = _told(asked(at) if callable(asked) else asked, way, own)
        seen: PlanView = ask(at, campaign, replace(request, dry_run=True))
        while seen.owed and isinstance(request, RevisionRequest) and _is_asked(way):
            request = supplying.asked_for(request, seen, names)
            seen = ask(at, campaign, replace(request, dry_run=True))
        if way.dry_run:
            show(seen, lambda: telling(seen, names))
            raise Ended(Exit.REFUSED if seen.conflicts or seen.owed else Exit.DONE)
        if not way.yes and way.plan is None:
            show(seen, lambda: telling(seen, names))
            _agreed(seen)
        hash = _full(seen, way.plan)
        try:
            done: RevisionView | BroughtView = ask(at, campaign, replace(request, plan=hash))
        except ProblemExit as ended:
            _show_refused(ended, names)
            raise
    written = (
        f"Written as entry {done.entry.entry}; `retcon undo {shlex.quote(campaign)} {done.entry.entry}` takes it back."
    )
    if wants_json():
        write_json(done)
        return
    if way.yes or way.plan is not None:
        console().print(*plans.plan(seen, names), sep="\n")
    console().print(words(written, "green"))


def _told(request: RevisionRequest | BringBack, way: RevisionWay, own: int | None) -> RevisionRequest | BringBack:
    """The request with what the options say."""
    policies = dict(map(_policy, way.policy))
    dice = {str(n): dice_given(values) for n, values in by_entry(way.dice, own).items() if n is not None}
    answers = {str(n): responses_given(values) for n, values in by_entry(way.response, own).items() if n is not None}
    return replace(
        request,
        policy=policies.pop("", "refuse"),
        policies=policies,
        dice=dice,
        responses=answers,
        owed="fill" if way.fill else "ask",
        reason=way.reason,
    )


def _policy(value: str) -> tuple[str, Policy]:
    entry, _, name = value.rpartition("=")
    for policy in get_args(Policy):
        if policy == name and (not entry or entry.isdecimal()):
            return entry, policy
    known = ", ".join(get_args(Policy))
    raise click.BadParameter(
        f"{value!r} is no policy; it is one of {known}, or 17=cascade for one entry", param_hint="--policy"
    )


def _agreed(seen: PlanView) -> None:
    """Ask the person at the terminal. Raises Ended where there is no terminal, where they say no, and where it cannot
    be done.
    """
    if seen.conflicts:
        raise Ended(
            Exit.REFUSED,
            "nothing was written: the revision conflicts with later entries; see the plan, or give a --policy",
        )
    if seen.owed:
        raise Ended(Exit.REFUSED, "nothing was written: it lacks dice or answers; give them, or add --fill")
    if wants_json() or not sys.stdin.isatty():
        raise Ended(
            Exit.NOTHING, f"nothing was written; add --yes, or --plan {seen.plan[:SHOWN]} to write just this plan"
        )
    if not supplying.agreed("Write this change of the past?"):
        raise Ended(Exit.NOTHING, "nothing was written")


def _is_asked(way: RevisionWay) -> bool:
    """Whether there is a person at the terminal to ask."""
    return not (way.yes or way.dry_run or way.plan is not None or wants_json()) and sys.stdin.isatty()


def _full(seen: PlanView, given: str | None) -> str:
    """The hash of the plan to write: the whole one, where the beginning that was given is this plan's."""
    if given is None or (len(given) >= SHOWN and seen.plan.startswith(given)):
        return seen.plan
    return given


def _show_refused(ended: ProblemExit, names: Any) -> None:
    if not wants_json() and isinstance(ended.problem.plan, PlanView):
        for part in plans.plan(ended.problem.plan, names):
            say(part)
