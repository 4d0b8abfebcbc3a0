"""The rules of a campaign's game, in our own words: searched by word, and one by one with the commands that follow it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Annotated, Final

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from api.catalogue import RuleView
from api.pages.rendering import page
from api.pages.visits import PageGuard, Visit
from api.paging import MOST, ListRequest
from api.use_cases.campaigns import show_campaign
from api.use_cases.command_guides import list_campaign_commands
from api.use_cases.systems import list_rules, show_rule
from projections.translation.games import RULE

Word = Annotated[str | None, QueryParameter(max_length=200)]

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
    named = visit.listed(list_campaign_commands, word=seen.id)
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


ROUTES = (show_rules, show_one_rule)
