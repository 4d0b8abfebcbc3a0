"""Entries, sheets, plans and decisions as messages, in the sentences of the command line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Final

from msgspec.structs import replace

from api.answering import address_of
from api.cli.exits import ProblemExit
from api.cli.output import plain_lines
from api.cli.printing import plans, sheets
from api.cli.session import CliSession
from api.discord.messages import Button, InteractionAnswer, Message, escaped
from api.languages.reader import spoken
from api.use_cases.characters import show_character
from api.use_cases.entries import show_entry
from projections.phrases.entries import event_sentences, gist, told
from projections.phrases.messages import Part
from projections.phrases.naming import Names
from projections.phrases.questions import asked, full, option, owner
from projections.phrases.rolls import roll
from projections.views.entry import Entry, EntryView, HiddenEntry
from projections.views.plans import PlanView
from projections.views.questions import OpenQuestion

WIDTH: Final = 56
"""Columns of a block: what a narrow window of Discord shows without breaking lines."""

OPEN: Final = "open"
"""The first word of the id of a button that shows the choices of a decision."""

TAKE: Final = "take"
"""The first word of the id of a button that answers a decision."""


def entry_shown(mine: CliSession, channel: CliSession, campaign: str, entry: Entry) -> InteractionAnswer:
    """Show an entry to the channel as far as everybody may see it, and to the user who gave it if they see more. A
    public answer shows the line that they typed, so it is public only where the whole command is."""
    number = entry.entry
    public = channel.ask(show_entry, campaign, entry=number)
    private = _entry(entry, mine.names(campaign), whole=True)
    if isinstance(public, HiddenEntry):
        return InteractionAnswer(private=private)
    shown = _entry(public, channel.names(campaign), whole=False)
    if _same(entry, public) and private == shown:
        return InteractionAnswer(public=shown)
    return InteractionAnswer(private=private, public=shown)


def _same(entry: Entry, public: EntryView) -> bool:
    """Whether everybody may see all that was typed for an entry. (Answers in advance cannot be typed.)"""
    if isinstance(entry, HiddenEntry) or entry.command is None or public.command is None:
        return False
    command = replace(entry.command, responses=public.command.responses)
    return (command, entry.reason) == (public.command, public.reason)


def _entry(entry: Entry, names: Names, *, whole: bool) -> Message:
    if isinstance(entry, HiddenEntry):
        return Message(lines=(escaped(f"Entry {entry.entry} is hidden from you."),))
    names = {**names, **entry.names}
    title = escaped(f"Entry {entry.entry} — {spoken(told(entry, names).title) or entry.kind}")
    lines = [escaped(line) for line in map(spoken, _parts(entry, names)) if line.strip(": ")]
    open_ = [decision for decision in entry.decisions if decision.open]
    mine = [decision for decision in open_ if decision.mine and whole]
    buttons = [button for decision in mine for button in option_buttons(decision, names)]
    buttons += [decision_button(decision, names) for decision in open_ if decision not in mine]
    return Message(lines=(f"**{title}**", *lines), buttons=tuple(buttons))


def _parts(entry: EntryView, names: Names) -> Iterator[Part]:
    """Yield what an entry came to: a line for each roll, for what happened, and for each decision."""
    if entry.refusal is not None or entry.revision is not None:
        yield gist(entry, names)
        return
    yield from (f"{refusal.sentence} ({refusal.rule})" for refusal in entry.overruled)
    yield from (roll(each, names, by_part=True) for each in entry.rolls)
    yield from event_sentences(entry, names)
    yield from (full(decision, names) for decision in entry.decisions)


def sheet_shown(mine: CliSession, channel: CliSession, campaign: str, character: str) -> InteractionAnswer:
    """Show a sheet to the channel if everybody there may see all that the user sees, else to the user alone."""
    private = _sheet(mine, campaign, character)
    try:
        public = _sheet(channel, campaign, character)
    except ProblemExit:  # nobody else may know of it
        return InteractionAnswer(private=private)
    return InteractionAnswer(public=public) if private == public else InteractionAnswer(private=private)


def _sheet(at: CliSession, campaign: str, character: str) -> Message:
    seen = at.ask(show_character, campaign, character=character)
    printed = plain_lines(sheets.sheet(seen, at.layout(campaign)), WIDTH)
    return Message(block=tuple(line for line in printed if line))


def plan_lines(plan: PlanView, names: Names, called: dict[int, str]) -> tuple[str, ...]:
    """Return a plan as lines for a block: values, what becomes of entries, and what stands in its way."""
    return tuple(plain_lines(plans.in_short(plan, names, called), WIDTH))


def decisions_shown(decisions: Sequence[OpenQuestion], names: Names) -> Message:
    """Show decisions that the user may answer, with a button for each choice."""
    lines = [escaped(f"{address_of(each)} — {spoken(full(each, names))}") for each in decisions]
    buttons = [button for each in decisions for button in option_buttons(each, names)]
    return Message(lines=tuple(lines), buttons=tuple(buttons))


def option_buttons(decision: OpenQuestion, names: Names) -> list[Button]:
    """Return a button for each choice of a decision; the default stands out."""
    return [
        Button(option_id(decision, each), spoken(option(each, names)), main=each == decision.default)
        for each in decision.options
    ]


def decision_button(decision: OpenQuestion, names: Names) -> Button:
    """Return a button that shows the choices of a decision to whom it asks, and to nobody else."""
    whose = spoken(owner(decision, names))
    return Button(decision_id(decision), spoken(asked(decision, names)) if decision.key else f"{whose}: …")


def option_id(decision: OpenQuestion, option: str) -> str:
    """Return the id of the button for a choice. It names the choice by a digest, because ids are short."""
    return f"{TAKE}|{decision.deed}|{_digest(decision.about, decision.key, option)}"


def decision_id(decision: OpenQuestion) -> str:
    """Return the id of the button that shows the choices of the decisions of a deed."""
    return f"{OPEN}|{decision.deed}"


def _digest(*parts: str) -> str:
    return blake2b("\0".join(parts).encode(), digest_size=16).hexdigest()
