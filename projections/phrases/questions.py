"""Questions and offers: their prompts, their owners, and the possible answers."""

from __future__ import annotations

from projections.phrases.messages import Part, listed, phrase, row, term
from projections.phrases.naming import Names, called_by_handle, name_of, named
from projections.phrases.rolls import label
from projections.translation.terms import CHOSEN, PROMPT, VALUE
from projections.views.questions import OpenQuestion


def asked(question: OpenQuestion, names: Names) -> Part:
    """A question with the one whom it asks: `asks Ana: Do you spend a point?`."""
    return phrase("question.asks", whom=owner(question, names), prompt=prompt(question, names))


def prompt(question: OpenQuestion, names: Names) -> Part:
    """Return the words in which a question asks; where it has none, its key in words."""
    return term(question.prompt, PROMPT) or label(question.key, names)


def owner(question: OpenQuestion, names: Names) -> Part:
    """Return the owner of a question; the game master where no other is named."""
    return name_of(names[question.owner]) if question.owner in names else phrase("name.game_master")


def choices(question: OpenQuestion) -> Part:
    """The options of a question; of an offer also its price and until when it may be taken: ` [yes, no], for 1 Stamina,
    until the end of the scene`."""
    options = row(" [", listed(option(each, {}) for each in question.options), "]") if question.options else ""
    price = phrase("question.price", price=term(question.price, VALUE)) if question.price else ""
    closes = phrase(f"question.until_{question.until.replace(' ', '_')}") if question.until else ""
    return row(options, *(row(", ", condition) for condition in (price, closes) if condition))


def option(choice: str, names: Names) -> Part:
    """Return an option of a question: a name, or a word of the game."""
    part = named(called_by_handle(names).get(choice, choice), names)
    return term(choice, CHOSEN) if part == choice else part


def full(question: OpenQuestion, names: Names) -> Part:
    """A question by its key, with its prompt and what may be answered."""
    return row(label(question.key, names), ": ", term(question.prompt, PROMPT), choices(question))
