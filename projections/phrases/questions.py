"""Questions and offers: their prompts, their owners, and the possible answers."""

from __future__ import annotations

from projections.phrases.messages import Part, phrase, row
from projections.phrases.naming import Names
from projections.phrases.rolls import label
from projections.views.questions import OpenQuestion


def asked(question: OpenQuestion, names: Names) -> Part:
    """A question with the one whom it asks: `asks Ana: Do you spend a point?`."""
    prompt = question.prompt or label(question.key, names)
    return phrase("question.asks", whom=owner(question, names), prompt=prompt)


def owner(question: OpenQuestion, names: Names) -> Part:
    """Return the owner of a question; the game master where no other is named."""
    return names[question.owner].name if question.owner in names else phrase("name.game_master")


def choices(question: OpenQuestion) -> Part:
    """The options of a question; of an offer also its price and until when it may be taken: ` [yes, no], for 1 Stamina,
    until the end of the scene`."""
    options = f" [{', '.join(question.options)}]" if question.options else ""
    price = phrase("question.price", price=question.price) if question.price else ""
    closes = phrase(f"question.until_{question.until.replace(' ', '_')}") if question.until else ""
    return row(options, *(row(", ", condition) for condition in (price, closes) if condition))


def full(question: OpenQuestion, names: Names) -> Part:
    """A question by its key, with its prompt and what may be answered."""
    return row(label(question.key, names), f": {question.prompt}", choices(question))
