"""The rules of a campaign's game, in our own words, and its catalogue: searched by word, and one by one with the commands that
follow a rule or take an entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Annotated, Any, Final

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from api.catalogue import CatalogueKindView, RuleView
from api.pages.fights.own import NOW
from api.pages.rendering import page
from api.pages.visits import PageGuard, Visit
from api.paging import MOST, WHOLE, ListRequest
from api.use_cases.campaigns import show_campaign
from api.use_cases.command_guides import list_campaign_commands
from api.use_cases.systems import (
    list_campaign_catalogue,
    list_rules,
    show_campaign_catalogue_entry,
    show_rule,
    show_system,
)
from projections.translation.games import CHOICE, ENTRY, NAME, RULE, in_words
from projections.views.catalogue import CatalogueEntry

Word = Annotated[str | None, QueryParameter(max_length=200)]

FEW: Final = 40
"""Up to so many entries of the catalogue are all seen at once; more are folded up by their kinds."""

SHOWN: Final = 200
"""The number of rules that a page shows."""


@get("/campaigns/{campaign:uuid}/rules", guards=[PageGuard("member")], sync_to_thread=True)
def show_rules(visit: NamedDependency[Visit], words: Word = None) -> Response[bytes]:
    """The rules of the game by chapter: those with a word in their id, chapter or text, in the reader's language or in English."""
    campaign = visit.ask(show_campaign)
    sought = (words or "").casefold().split()
    fitting = [rule for rule in _rules(visit, campaign.system) if all(word in _text(visit, rule) for word in sought)]
    chapters = [(area, list(rules)) for area, rules in groupby(fitting[:SHOWN], lambda rule: rule.area)]
    return page(
        visit, "rules.html", campaign=campaign, chapters=chapters, count=len(fitting), most=SHOWN, words=words or ""
    )


@get("/campaigns/{campaign:uuid}/rules/{rule:str}", guards=[PageGuard("member")], sync_to_thread=True)
def show_one_rule(visit: NamedDependency[Visit], rule: FromPath[str]) -> Response[bytes]:
    """A rule, and the commands that follow it."""
    campaign = visit.ask(show_campaign)
    seen = visit.ask(show_rule, system=campaign.system, rule=rule)
    named = visit.listed(list_campaign_commands, word=seen.id, language=visit.language)
    commands = [line for line in named if seen.id in line.rules]
    return page(visit, "rule.html", campaign=campaign, rule=seen, commands=commands)


def _rules(visit: Visit, system: str) -> Iterator[RuleView]:
    request: ListRequest | None = ListRequest(limit=MOST)
    while request is not None:
        part = visit.ask(list_rules, system=system, page=request)
        yield from part.rows
        request = ListRequest(after=part.next, limit=MOST) if part.next else None


def _text(visit: Visit, rule: RuleView) -> str:
    translated = visit.game_texts.say(RULE, rule.text)
    return f"{rule.id} {rule.area} {rule.text} {translated}".casefold()


@get("/campaigns/{campaign:uuid}/catalogue", guards=[PageGuard("member")], sync_to_thread=True)
def show_catalogue(visit: NamedDependency[Visit], kind: Word = None, words: Word = None) -> Response[bytes]:
    """The catalogue of the game with what the campaign has added: by kind, or by words in the reader's language or in
    English.
    """
    campaign = visit.ask(show_campaign)
    entries = visit.listed(list_campaign_catalogue, wanted=NOW, page=WHOLE)
    sought = (words or "").casefold().split()
    fitting = [
        entry
        for entry in entries
        if (not kind or entry.kind == kind) and all(word in _words_of(visit, entry) for word in sought)
    ]
    kinds = visit.ask(show_system, system=campaign.system).catalogue
    return page(
        visit,
        "catalogue.html",
        campaign=campaign,
        kinds=kinds,
        titles=_titles(kinds),
        kind=kind or "",
        named=_by_key(entries),
        groups=[(name, list(group)) for name, group in groupby(fitting[:SHOWN], lambda entry: entry.kind)],
        count=len(fitting),
        most=SHOWN,
        few=FEW,
        words=words or "",
    )


@get("/campaigns/{campaign:uuid}/catalogue/{kind:str}/{entry:str}", guards=[PageGuard("member")], sync_to_thread=True)
def show_entry_of_catalogue(
    visit: NamedDependency[Visit], kind: FromPath[str], entry: FromPath[str]
) -> Response[bytes]:
    """An entry of the catalogue: its fields and rules, and the forms of the commands that take it."""
    campaign = visit.ask(show_campaign)
    seen = visit.ask(show_campaign_catalogue_entry, wanted=NOW, kind=kind, entry=entry)
    commands = visit.listed(list_campaign_commands, language=visit.language)
    given = {line.type: line for line in commands if line.fit != "not-yours"}
    uses = {use.command: use for use in seen.uses if use.command in given}
    return page(
        visit,
        "catalogue_entry.html",
        campaign=campaign,
        title=_titles(visit.ask(show_system, system=campaign.system).catalogue).get(kind, kind),
        entry=seen,
        named=_by_key(visit.listed(list_campaign_catalogue, wanted=NOW, page=WHOLE)),
        uses=[(given[type], _filled(use.field, seen.key)) for type, use in uses.items()],
    )


def _by_key(entries: Iterable[CatalogueEntry]) -> dict[tuple[str, Any], CatalogueEntry]:
    return {(entry.kind, entry.key): entry for entry in entries}


def _titles(kinds: Sequence[CatalogueKindView]) -> dict[str, str]:
    return {kind.name: kind.title for kind in kinds}


def _filled(field: str, key: str) -> str:
    """Return what fills an entry into the form of a command; nothing for a field within a list."""
    return "" if "[" in field else f"{field}={key}"


def _words_of(visit: Visit, entry: CatalogueEntry) -> str:
    """Return all words of an entry, in the reader's language and in English, in lower case."""
    say = visit.game_texts.say
    texts: list[Any] = [
        entry.key,
        entry.name,
        entry.text,
        say(CHOICE, entry.name),
        say(ENTRY, entry.text),
        *entry.rules,
    ]
    for field in entry.fields:
        texts += [*field.label, *field.values, *(say(NAME, label) for label in field.label)]
        texts += [say(CHOICE, in_words(str(value))) for value in field.values]
    return " ".join(map(str, texts)).casefold()


ROUTES = (show_rules, show_one_rule, show_catalogue, show_entry_of_catalogue)
