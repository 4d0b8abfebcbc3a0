"""Words of games in sentences: each is said in the reader's language, and names that people gave are not.

In the language of these tests every word that a catalogue has is marked. After the example of every command of a game, each word of the
timeline is marked, or a number, a name or what a person wrote. Names that a rulebook prints stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any, Final
from uuid import UUID

import msgspec
import pytest

from api.testing.contract import seated
from api.testing.table import GM, NOW
from domain.commands import Envelope
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import NotAllowed
from domain.ledger.playing.references import UnknownThing
from domain.play.deed import BadCommand
from domain.play.refusals import Refused
from domain.records.entries import EntryFilter
from domain.system import System
from domain.visibility.audience import GM as EVERYTHING
from projections.names import Name, WordName, plain
from projections.phrases.catalogue import catalogue, english
from projections.phrases.details import changing, field_value, spaced
from projections.phrases.durations import moments
from projections.phrases.entries import gist
from projections.phrases.events import event_sentence
from projections.phrases.messages import Part
from projections.phrases.naming import thing
from projections.translation.recognition import Templates
from projections.views.catalogue import entries_in
from projections.views.entry import EntryView
from tests.games.own import GAMES, REGISTRY
from tests.games.stories import Move, before, setup_of
from tests.projections.phrases.marked import LETTERS, marking, unmarked
from tests.timelines import timeline

NOTATION: Final = frozenset({"d", "kh", "kl"})
"""Letters of dice."""

NAMED: Final = ("title", "name", "called", "handle", "digest")
"""Fields that hold names, and what nobody reads as words."""

QUOTED: Final[dict[str, frozenset[str]]] = {
    "orcus": frozenset(["as", "far", "line", "melee", "no", "one", "or", "within", "write"])
}
"""Words of each game's report about a table that somebody brought, with the line that could not be read and why."""

RULE_ID: Final = re.compile(r"\b[A-Z]{2}-[A-Z]+-\d+\b")
"""The id of a rule, which is the same in every language."""


def german(part: Part) -> str:
    return catalogue("de", "systems.orcus", "systems.freeform").say(part)


@cache
def entries_of(game: System) -> tuple[EntryView, ...]:
    """The timeline of a table at which the example of every command was given, as far as each still can be."""
    steps = [*setup_of(game), *(step for type in game.kinds for step in (*before(game, type), _example(game, type)))]
    chance = Random(0)  # the same dice in every run
    ledger = Ledger(MemoryStore(), REGISTRY, now=lambda: NOW, entropy=chance.randbytes)
    campaign = ledger.found("The Long Night", game.id, "gm", {"dice": "server"}, UUID(int=1)).id
    for player in ("ana", "zoe"):
        ledger.take_part(campaign, GM, player, "player")
    for type, args in steps:
        with suppress(Refused, NotAllowed, UnknownThing, BadCommand):
            command = Envelope(
                id=str(UUID(bytes=chance.randbytes(16))), type=type, args=seated(dict(args), game.examples.player)
            )
            ledger.submit(campaign, GM, command)
    world = ledger.heads.fresh(campaign)
    seen = timeline(ledger.store, campaign, EntryFilter(limit=2_000), EVERYTHING, world=world, registry=REGISTRY)
    return tuple(entry for entry in seen if isinstance(entry, EntryView))


def _example(game: System, type: str) -> Move:
    return type, dict(game.kinds[type].example)


def written(entries: Iterable[EntryView]) -> set[str]:
    """The words that people wrote, and those of names."""
    texts = [text for entry in entries if entry.command for text in _texts(entry.command.args)]
    texts += [text for entry in entries for text in _named(msgspec.to_builtins(entry.events))]
    return {word for text in texts for each in (text, plain(text)) for word in LETTERS.findall(each)}


def printed(game: System) -> set[str]:
    """The words in names of what a game's rulebook prints."""
    return {word for entry in entries_in(game) for word in LETTERS.findall(entry.name)}


def _texts(json: Any) -> Iterator[str]:
    if isinstance(json, str):
        yield json
    elif isinstance(json, dict):
        yield from json
        yield from (text for item in json.values() for text in _texts(item))
    elif isinstance(json, list | tuple):
        yield from (text for item in json for text in _texts(item))


def _named(json: Any) -> Iterator[str]:
    if isinstance(json, dict):
        yield from (str(json[key]) for key in NAMED if key in json)
        yield from (text for item in json.values() for text in _named(item))
    elif isinstance(json, list | tuple):
        yield from (text for item in json for text in _named(item))


@pytest.mark.parametrize("game", [REGISTRY.base, *GAMES], ids=lambda game: game.id)
def test_each_word_of_a_timeline_is_translated_or_was_written_by_a_person(game: System) -> None:
    entries, say = entries_of(game), marking(game, REGISTRY.base).say
    names = moments(game.layout.moments) if game.layout else {}
    sentences = " ".join(say(gist(entry, names, say)) for entry in entries)
    words = {*unmarked(RULE_ID.sub("", re.sub(r"[0-9a-f]{64}", "", sentences)))}
    theirs = {word.casefold() for word in written(entries)}
    english_words = {word for word in words if word.casefold() not in theirs} - NOTATION - printed(game)
    assert english_words - {game.id, *LETTERS.findall(game.id)} - QUOTED.get(game.id, frozenset()) == set()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_sentence_in_english_is_what_it_was_without_words(game: System) -> None:
    """The words of games are looked up in other languages only."""
    names = moments(game.layout.moments) if game.layout else {}
    say = catalogue("en", "systems.freeform").say
    assert [say(gist(entry, names)) for entry in entries_of(game)] == [
        english(gist(e, names)) for e in entries_of(game)
    ]


BRYN: Final = "character/c-1"
AXE: Final = f"{BRYN}.items.axe-4"
DAZED: Final = f"{BRYN}.conditions.dazed-5"
NAMES: Final = {
    BRYN: Name(ref=BRYN, handle="prone", name="prone"),
    AXE: Name(ref=AXE, handle="axe-4", name="prone", kind="items"),
    DAZED: WordName(ref=DAZED, handle="dazed-5", name="dazed", kind="conditions"),
}


@pytest.mark.parametrize(
    ("part", "sentence"),
    [
        (thing(AXE, NAMES), "prone"),
        (thing(DAZED, NAMES), "benommen"),
        (thing(f"{BRYN}.conditions.prone-9", NAMES), "liegend"),
        (field_value("title", "prone", NAMES), "prone"),
        (field_value("text", "prone", NAMES), "prone"),
        (field_value("what", "prone", NAMES), "liegend"),
        (spaced(BRYN, NAMES), "prone"),
        (changing({"path": "tracks.hp.maximum", "amount": -2}, NAMES), "TP (Maximum) −2"),
    ],
)
def test_a_name_that_a_person_gave_is_never_translated(part: Part, sentence: str) -> None:
    assert german(part) == sentence


@pytest.mark.parametrize(
    ("because", "sentence"),
    [
        ("let go", "prone: nicht mehr benommen (losgelassen)"),
        ("retrained as Long Stride", "prone: nicht mehr benommen (umgelernt zu Long Stride)"),
        ("for want of better", "prone: nicht mehr benommen (for want of better)"),
    ],
)
def test_a_reason_of_a_rule_is_said_with_what_it_names(because: str, sentence: str) -> None:
    event = {"type": "condition_ended", "aggregate_id": BRYN, "name": "dazed-5", "because": because}
    assert german(event_sentence(event, NAMES)) == sentence


@pytest.mark.parametrize(
    ("sentence", "template", "fields"),
    [
        ("Bryn attacks Ana.", "{who} attacks {whom}.", {"who": "Bryn", "whom": "Ana"}),
        ("There is no 'rope' here.", "There is no {what!r} here.", {"what": "'rope'"}),
        ("Bryn and Bryn are one person.", "{who} and {who} are one person.", {"who": "Bryn"}),
        ("Roll {a} now, Ana.", "Roll {{a}} now, {who}.", {"who": "Ana"}),
    ],
)
def test_a_sentence_is_recognized_by_its_template(sentence: str, template: str, fields: dict[str, str]) -> None:
    recognized = Templates([template, "{anything}", "{who} {what}"]).recognize(sentence)
    assert recognized is not None
    assert (recognized.template, recognized.fields) == (template, fields)


@pytest.mark.parametrize("sentence", ["Bryn and Ana are one person.", "a word"])
def test_a_sentence_that_no_template_makes_is_not_recognized(sentence: str) -> None:
    assert Templates(["{who} and {who} are one person.", "{anything}"]).recognize(sentence) is None
