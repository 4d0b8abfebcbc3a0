"""Open questions and offers as a page shows them: who is asked, what it costs, until when, and a button for every answer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from api.pages.visits import Visit
from api.use_cases.names import show_names
from projections.names import INSTANCE, Name, plain
from projections.phrases.catalogue import Catalogue
from projections.phrases.messages import Part, phrase, row, term
from projections.phrases.questions import option, owner, prompt
from projections.translation.terms import VALUE
from projections.views.questions import OpenQuestion

_OWNED: Final = re.compile(rf"(?P<handle>[a-z0-9-]+)\.(?P<instance>{INSTANCE})")
_NUMBER: Final = re.compile(r"-(\d+)\Z")


class AnswerButton(msgspec.Struct, frozen=True):
    """An answer that can be given: what is sent, what a person reads, and whether it is the usual one."""

    value: str
    title: str
    usual: bool


class QuestionRow(msgspec.Struct, frozen=True, kw_only=True):
    """A question or an offer. `until` says when an offer closes. Without `answers`, one writes what one likes."""

    address: str
    deed: int
    key: str
    who: str
    prompt: str
    mine: bool
    offer: bool
    price: str
    until: str
    default: str
    answers: tuple[AnswerButton, ...]


def question_rows(visit: Visit, questions: Sequence[OpenQuestion]) -> list[QuestionRow]:
    """Return open questions as rows, the visitor's own first, and then offers, the newest first."""
    if not questions:
        return []
    names = visit.ask(show_names)
    made = [question_row(each, names, visit.catalogue) for each in questions]
    return sorted(made, key=lambda row: (not row.mine, row.offer, -row.deed if row.offer else row.deed))


def question_row(question: OpenQuestion, names: Mapping[str, Name], words: Catalogue) -> QuestionRow:
    """Return a question in the words of a catalogue."""
    called = {name.handle: name.name for name in names.values() if name.handle}
    closes = f"question.until_{question.until.replace(' ', '_')}"
    return QuestionRow(
        address=f"{question.deed}/{question.key}" if question.key else str(question.deed),
        deed=question.deed,
        key=question.key,
        who=words.say(owner(question, names)),
        prompt=words.say(prompt(question, names)),
        mine=question.mine,
        offer=question.kind == "offer",
        price=words.say(phrase("question.price", price=term(question.price, VALUE))) if question.price else "",
        until=words.say(phrase(closes)) if question.until else "",
        default=question.default,
        answers=tuple(
            AnswerButton(one, title, one == question.default)
            for one, title in zip(question.options, _titles(question.options, called, names, words), strict=True)
        ),
    )


def _titles(
    options: Sequence[str], called: Mapping[str, str], names: Mapping[str, Name], words: Catalogue
) -> list[str]:
    """Return what people read for answers: names for handles, and words for what belongs to somebody, such as
    `gnasher.conditions.marked-74`; the entry of it stands behind where the words are the same.
    """
    titles = [words.say(_title(one, called, names)) for one in options]
    return [
        f"{title} ({number[1]})" if titles.count(title) > 1 and (number := _NUMBER.search(one)) else title
        for one, title in zip(options, titles, strict=True)
    ]


def _title(choice: str, called: Mapping[str, str], names: Mapping[str, Name]) -> Part:
    owned = _OWNED.fullmatch(choice)
    if owned is None or owned["handle"] not in called:
        return option(choice, names)
    return row(called[owned["handle"]], ": ", term(plain(owned["instance"].partition(".")[2])))
