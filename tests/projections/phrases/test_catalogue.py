"""Catalogues: every message has a text, and every field that a text names is given."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, get_args

import msgspec
import pytest

from domain.history.plan import Outcome
from domain.ledger.reading.open_offers import Until
from domain.vocabulary import EVENTS
from domain.vocabulary.base import Instance
from projections import phrases, recaps
from projections.analytics import luck, reports
from projections.analytics.luck.counted import DONE, SOURCES
from projections.analytics.reports.spotlight import CHARACTER, MEMBER
from projections.phrases.catalogue import Text, catalogue, english, english_texts
from projections.phrases.details import carrying_fields, vocabulary_fields
from projections.phrases.downtime import STATES
from projections.phrases.durations import UNITS
from projections.phrases.entries import CHANGES
from projections.phrases.events import SILENT, message_of
from projections.phrases.messages import Joined, Part, Quantity, listed, phrase, row
from projections.phrases.naming import COUNTED
from projections.phrases.plans import COMING, NUMBERED, OUTCOMES
from projections.phrases.recap import ACHIEVED
from projections.phrases.words import WORDS
from projections.recaps.recap import Mark

TAGS = {str(event.__struct_config__.tag): event for event in EVENTS}
COMPUTED = {
    **{f"field.{field}": frozenset[str]() for field in vocabulary_fields()},
    **{f"plan.{outcome}": frozenset[str]() for outcome in OUTCOMES},
    **{f"plan.{name}_{edge}": frozenset({"subject", "it", "number"}) for name in COMING for edge in ("gone", "there")},
    **{f"plan.{component}": frozenset({"number"}) for component in NUMBERED},
    **{f"entry.{change}": frozenset({"entries", "count", "also"}) for change in CHANGES},
    **{f"duration.{unit}": frozenset({"count"}) for unit in UNITS},
    **{f"duration.{edge}_of_whose": frozenset({"whose", "what"}) for edge in ("start", "end")},
    **{f"modifier.{operation}": frozenset({"value", "amount"}) for operation in ("set", "cap", "floor")},
    **{f"downtime.{state}": frozenset[str]() for state in STATES},
    **{f"recap.{word.replace(' ', '_')}": frozenset[str]() for word in ACHIEVED},
    **{f"recap.milestone_{word.replace(' ', '_')}": frozenset({"who", "what", "times"}) for word in ACHIEVED},
    **{f"recap.{done}": frozenset({"who", "otherwise", "reason"}) for done in ("changes", "withdraws")},
    **{
        f"recap.{sort}_{done}": frozenset({"number", "title"})
        for sort in ("scene", "downtime")
        for done in ("begins", "ends")
    },
    **{f"recap.secret_{done}": frozenset({"title"}) for done in ("sealed", "unsealed")},
    **{f"recap.mark_{mark}": frozenset({"revision"}) for mark in get_args(Mark)},
    **{f"recap.column_{column}": frozenset[str]() for column in ("entry", "when", "hash")},
    **{f"harm.{done}": frozenset({"count"}) for done in ("harmed", "wounded", "healed")},
    **{f"harm.{most}": frozenset({"who", "points", "pool"}) for most in ("most_harm", "most_healed")},
    **{f"resources.most_{done}": frozenset({"who", "points", "sort", "thing"}) for done in ("spent", "gained")},
    **{f"spotlight.one_{sort}": frozenset({"who", "entries"}) for sort in (MEMBER, CHARACTER)},
    **{f"spotlight.several_{sort}s": frozenset({"count", "entries", "who", "share"}) for sort in (MEMBER, CHARACTER)},
    **{f"luck.dice_{source}": frozenset[str]() for source in (*SOURCES, "mixed")},
    **{message: frozenset[str]() for message in ("luck.succeeded", *DONE.values())},
    **{f"word.{sense}_{text}": frozenset[str]() for sense, texts in WORDS.items() for text in texts},
    **{f"counted.{component}": frozenset[str]() for component in COUNTED},
    **{f"value.{bound}": frozenset({"of"}) for bound in ("minimum", "maximum")},
    "name.wound": frozenset({"severity", "kind"}),
    **{f"question.until_{until.replace(' ', '_')}": frozenset[str]() for until in get_args(Until)},
}
"""The messages whose ids are put together, with their fields."""


OTHER_FIELDS: Final = frozenset(
    {
        *("who", "bearer", "own", "called", "thing", "change", "formula", "computed", "cause", "duration", "time"),
        *("details", "square"),
    }
)
"""Placeholders beside fields in the text of an event: `who` has the event, `thing` is the instance's name and `own` its
id.
"""

PLACES = (phrases, recaps, reports, luck)
"""The packages whose modules make sentences."""


def calls(name: str) -> Iterator[ast.Call]:
    for module in sorted(module for place in PLACES for module in Path(place.__path__[0]).glob("*.py")):
        for node in ast.walk(ast.parse(module.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield node


@cache
def written() -> dict[str, frozenset[str]]:
    """The messages whose ids are written out, with the fields that every use of them gives."""
    fields: dict[str, frozenset[str]] = {}
    for call in calls("phrase"):
        match call.args[0]:
            case ast.Constant(str(message)):
                given = frozenset(keyword.arg for keyword in call.keywords if keyword.arg)
                if any(keyword.arg is None for keyword in call.keywords):
                    given |= OTHER_FIELDS
                fields[message] = fields.get(message, given) & given
            case ast.Name("CHANGED"):
                fields["event.changed"] = frozenset(keyword.arg for keyword in call.keywords if keyword.arg)
    return fields


def test_every_instance_that_an_event_brings_is_among_its_fields() -> None:
    fields = (field for event in EVENTS for field in msgspec.structs.fields(event))
    instances = {
        each.name: each.type for each in fields if isinstance(each.type, type) and issubclass(each.type, Instance)
    }
    assert carrying_fields() == instances


@cache
def separators() -> set[str]:
    """The messages that stand between the items of a list."""
    source = "".join(module.read_text() for module in Path(phrases.__path__[0]).glob("*.py"))
    return {message for message in catalogue("en").texts if message.startswith("list.") and f'"{message}"' in source}


def fields_of_event(event: type) -> frozenset[str]:
    """The fields that the text of an event may name."""
    own = msgspec.structs.fields(event)
    brought = (kind for field in own if (kind := carrying_fields().get(field.name)))
    inner = (field.name for kind in brought for field in msgspec.structs.fields(kind))
    return frozenset({*(field.name for field in own), *inner}) | OTHER_FIELDS


def messages() -> dict[str, frozenset[str]]:
    """Every message, with its fields."""
    own = {f"event.{tag}": fields_of_event(event) for tag, event in TAGS.items() if message_of(tag) == f"event.{tag}"}
    own = {message: fields for message, fields in own.items() if message.removeprefix("event.") not in SILENT}
    return {**own, **COMPUTED, **written(), **{message: frozenset() for message in separators()}}


def fields_of(template: str) -> frozenset[str]:
    return frozenset(re.findall(r"\{([^{}\[\]]*)\}", template))


def templates(text: Text) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())


def test_every_message_has_a_text_and_every_text_a_message() -> None:
    assert set(english_texts()) == set(messages())


def test_every_field_that_a_text_names_is_given() -> None:
    given = messages()
    texts = english_texts()
    named = {
        message: fields_of(template) - given[message] for message, text in texts.items() for template in templates(text)
    }
    assert {message: fields for message, fields in named.items() if fields} == {}


@pytest.mark.parametrize("tag", sorted(set(TAGS) - SILENT))
def test_every_event_type_has_a_text(tag: str) -> None:
    assert message_of(tag) in catalogue("en").texts


def test_every_outcome_of_a_plan_has_a_text() -> None:
    assert set(OUTCOMES) == set(get_args(Outcome)) - {"untouched"}


def test_every_text_with_plural_forms_has_one_for_all_other_numbers() -> None:
    forms = [text for text in catalogue("en").texts.values() if isinstance(text, dict)]
    assert all("other" in text for text in forms)


@pytest.mark.parametrize(
    ("count", "words"),
    [
        *[(1, "1 day"), (2, "2 days"), (0, "0 days"), (21, "21 days")],
        *[(Quantity(1), "1 day"), (Quantity(1.5, decimals=1), "1.5 days"), (Quantity(2_000), "2,000 days")],
    ],
)
def test_a_count_chooses_the_plural_form(count: Part, words: str) -> None:
    assert english(phrase("duration.day", count=count)) == words


@pytest.mark.parametrize(
    ("nth", "words"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (23, "23rd")]
)
def test_an_ordinal_chooses_its_own_forms(nth: int, words: str) -> None:
    assert english(phrase("duration.nth", nth=nth)) == words


def test_an_optional_part_stands_only_where_its_fields_say_something() -> None:
    assert english(phrase("plan.reason", sentence="It is taken.", rule="")) == "It is taken."
    assert english(phrase("plan.reason", sentence="It is taken.", rule="SO-ENT-01")) == "It is taken. (SO-ENT-01)"


def test_a_list_leaves_out_what_is_empty() -> None:
    assert listed(("", "a", "", "b")) == Joined(("a", "b"), "list.comma")
    assert (listed(()), row("a", "")) == ("", "a")


def test_a_sentence_is_sent_as_message_ids_and_fields() -> None:
    sentence = phrase("roll.against", target=phrase("name.possessive", who="Ana"))
    inner = {"message": "name.possessive", "fields": {"who": "Ana"}}
    assert msgspec.to_builtins(sentence) == {"message": "roll.against", "fields": {"target": inner}}
