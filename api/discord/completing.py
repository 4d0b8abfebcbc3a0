"""Completions of options: names, types of commands, and the last word of what is typed, as on the command line."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator

from api.cli.arguments import guide_of
from api.cli.completion.values import field_names, field_values, handles, types
from api.discord.asking import Request
from api.discord.messages import shortened
from api.languages.reader import spoken
from api.use_cases.entries import entry_filter, list_decisions, list_entries
from projections.phrases.entries import brought_in, gist
from projections.phrases.questions import option, prompt
from projections.views.entry import EntryView

LONGEST = 100
"""Characters of a completion, at most."""

NEWEST = 25
"""Entries that are offered for an undo: Discord shows no more."""


def campaigns(request: Request, _: str) -> Iterable[tuple[str, str]]:
    """The campaigns of the user."""
    return _plain(row.name for row in request.at.campaigns())


def characters(request: Request, _: str) -> Iterable[tuple[str, str]]:
    """The handles of characters."""
    return _plain(handles(request.at, request.campaign, "character"))


def encounters(request: Request, _: str) -> Iterable[tuple[str, str]]:
    """The handles of encounters."""
    return _plain(handles(request.at, request.campaign, "encounter"))


def commands(request: Request, typed: str) -> Iterable[tuple[str, str]]:
    """The types of commands, those that the user can give now first."""
    return _plain(types(request.at, request.campaign, typed))


def arguments(request: Request, typed: str) -> Iterator[tuple[str, str]]:
    """The arguments as they are typed, with a field or a value in place of the last word."""
    type = str(request.given.get("type", ""))
    if not type:
        return
    before, _, last = typed.rpartition(" ")
    guide = guide_of(request.at, request.campaign, type)
    given = {word.partition("=")[0] for word in before.split()}
    if "=" in last:
        words = field_values(request.at, request.campaign, guide, last)
    else:
        words = [name for name in field_names(guide.fields) if name.rstrip("=.") not in given]
    for word in words:
        if word.casefold().startswith(last.casefold()):
            key, equals, value = word.partition("=")
            whole = f"{before} {key}{equals}{shlex.quote(value) if value else ''}".strip()
            yield whole, whole


def entries(request: Request, _: str) -> Iterator[tuple[str, str]]:
    """The newest entries of play, newest first."""
    only = entry_filter(limit=NEWEST, order="newest", entry_kind="play", status="standing")
    at, campaign = request.at, request.campaign
    for entry in at.ask(list_entries, campaign, only=only, character=None, most_bytes=None).entries:
        if isinstance(entry, EntryView):
            names = {**entry.names, **brought_in(entry, entry.names)}
            yield f"{entry.entry} — {spoken(gist(entry, names))}", str(entry.entry)


def choices(request: Request, _: str) -> Iterator[tuple[str, str]]:
    """The choices of the decisions that the user may answer."""
    names = request.names()
    for decision in request.at.listed(list_decisions, request.campaign):
        if decision.mine:
            for each in decision.options:
                yield f"{spoken(option(each, names))} — {spoken(prompt(decision, names))}", each


def offered(completions: Iterable[tuple[str, str]], typed: str) -> list[dict[str, str]]:
    """Return the completions that contain what is typed, as many and as long as Discord shows."""
    fitting = ((name, value) for name, value in completions if typed.casefold() in name.casefold())
    shown = {value: shortened(name, LONGEST) for name, value in fitting if 0 < len(value) <= LONGEST}
    return [{"name": name, "value": value} for value, name in list(shown.items())[:NEWEST]]


def _plain(values: Iterable[str]) -> Iterator[tuple[str, str]]:
    return ((value, value) for value in values)
