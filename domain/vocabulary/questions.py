"""Questions and offers: the decisions that deeds wait for."""

from __future__ import annotations

from typing import ClassVar, Literal, assert_never, get_args

from domain.vocabulary.base import Component, Event, EventCategory, Instance, created, gone

Closes = Literal["", "turn", "scene", "encounter", "session"]
"""The end at which an offer may close: of the turn or encounter that it was made in, of the scene, of the session."""


class Question(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A decision: one that a waiting deed needs (`blocking`), or an offer that took its default and may be taken later.

    An open one is an instance of the encounter, character or campaign whose play it holds up, named `<deed>/<number>`.
    `deed` is the entry that began it, `owner` who must answer ("gm" or a member), `prompt` what is asked. `holds` are the
    characters whose play a question of the campaign holds up: those whom the waiting deed names or has changed. Of an offer
    `price` says what taking it costs, in words, and `closes` whose end closes it ("": the scene's).
    """

    deed: int
    key: str
    owner: str
    options: tuple[str, ...]
    default: str
    blocking: bool = True
    prompt: str = ""
    holds: tuple[str, ...] = ()
    price: str = ""
    closes: Closes = ""


class QuestionChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a question."""

    component: ClassVar[str] = "questions"
    kind: ClassVar[EventCategory] = EventCategory.NOTE


class QuestionAsked(QuestionChange, frozen=True, kw_only=True, omit_defaults=True, tag="question_asked"):
    """It came to be."""

    question: Question


class QuestionAnswered(QuestionChange, frozen=True, kw_only=True, omit_defaults=True, tag="question_answered"):
    """Its owner, or the default, decided it; it no longer holds anything up."""

    choice: str


AnyQuestionChange = QuestionAsked | QuestionAnswered


def evolve_question(question: Question | None, event: AnyQuestionChange) -> Question | None:
    """A question after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case QuestionAsked():
            return created(question, event, event.question)
        case QuestionAnswered():
            gone(question, event)
            return None
        case _:
            assert_never(event)


QUESTIONS = Component(Question, get_args(AnyQuestionChange), evolve_question)
