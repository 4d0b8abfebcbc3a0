"""Changing the past: undo, redo, amend, insert. The plan is shown first, and written only with a yes."""

from __future__ import annotations

import functools
import shlex
import sys
from collections.abc import Callable, Iterator
from typing import Any, Final, get_args

import msgspec
import rich_click as click
from msgspec.structs import replace
from rich.console import RenderableType

from api.cli import prompts as supplying
from api.cli.arguments import TypedArgs, command_typed, takes_args
from api.cli.exits import Ended, Exit, ProblemExit
from api.cli.opening import open_session
from api.cli.options import Command, Json, by_entry, campaign, dice_given, responses_given, undone
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
        try:
            return undone(str(value))
        except ValueError as wrong:
            self.fail(str(wrong), param, ctx)


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
@takes_args
@click.option("--command", "command", type=Json(Envelope), metavar="JSON", help="Another command altogether.")
@ways
@as_json
def amend(campaign: str, number: int, typed: TypedArgs, command: Envelope | None, way: RevisionWay) -> None:
    """Say what entry N ought to have been: other dice, other answers, other arguments, or another command.

    KEY=VALUE changes an argument, and KEY=null leaves it out. With a TYPE before them, they are those of another command.
    """
    _check_one(typed, command)
    if typed.is_empty and typed.type is None and command is None and not way.dice and not way.response:
        raise click.UsageError("say what to change: KEY=VALUE, --dice, --response, --args or --command")

    def request(at: CliSession) -> RevisionRequest:
        if typed.type is not None:
            type, args = command_typed(at, campaign, typed.type, typed)
            return RevisionRequest(amend=Amend(entry=number, command=Envelope(type=type, args=args)))
        if command is None and typed.is_empty:
            return RevisionRequest()
        envelope = command or _with_changes(at, campaign, at.ask(show_entry, campaign, entry=number), typed)
        return RevisionRequest(amend=Amend(entry=number, command=envelope))

    change(campaign, request, way, own=number)


def _check_one(typed: TypedArgs, command: Envelope | None) -> None:
    """Check that a command is given in one way. Raises click.UsageError."""
    if command is not None and (typed.type is not None or not typed.is_empty):
        raise click.UsageError("give the command as TYPE and KEY=VALUE, or as --command, not both")


def _with_changes(at: CliSession, campaign: str, entry: EntryView, typed: TypedArgs) -> Envelope:
    """Return the command of an entry, with the typed arguments in place of those of the same name."""
    ordered = entry.command
    if ordered is None or ordered.args is None:
        raise Ended(
            Exit.NOTHING, f"entry {entry.entry} holds no command, so it cannot be amended; amend an entry of play"
        )
    _, args = command_typed(at, campaign, ordered.type, typed, ordered.args)
    fields = msgspec.to_builtins(ordered)
    fields |= {"id": "", "reason": entry.reason, "responses": ordered.responses or {}, "args": args}
    return msgspec.convert(fields, Envelope)


@click.command()
@campaign
@click.option("--after", type=click.IntRange(min=1), help="The entry that it comes directly after.")
@click.option("--before", type=click.IntRange(min=1), help="The entry that it comes directly before.")
@takes_args
@click.option("--command", "command", type=Json(Envelope), metavar="JSON", help="The command as one JSON document.")
@ways
@as_json
def insert(
    campaign: str,
    after: int | None,
    before: int | None,
    typed: TypedArgs,
    command: Envelope | None,
    way: RevisionWay,
) -> None:
    """Insert a command that was forgotten, directly after an entry, or directly before one.

    TYPE and KEY=VALUE are those of `retcon play`: `retcon insert CAMPAIGN --after 12 freeform.heal target=sh1 track=hp
    amount=4`. JSON is the command as the service takes it, written out, in a file (@path) or on standard input (-).
    """
    _check_one(typed, command)
    if typed.type is None and command is None:
        raise click.UsageError("name the command: TYPE with KEY=VALUE, or --command")
    if (after is None) == (before is None):
        raise click.UsageError("say where it comes: --after N or --before N")
    given = {name: by_entry(values).get(None, []) for name, values in (("dice", way.dice), ("answers", way.response))}

    def request(at: CliSession) -> RevisionRequest:
        envelope = command
        if envelope is None:
            type, args = command_typed(at, campaign, typed.type or "", typed)
            envelope = Envelope(type=type, args=args)
        responses = {**envelope.responses, **responses_given(given["answers"])}
        dice = dice_given(given["dice"]) or envelope.dice
        whole = replace(envelope, dice=dice, responses=responses)
        return RevisionRequest(insert=Insert(after=after, before=before, command=whole))

    change(campaign, request, way)


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
