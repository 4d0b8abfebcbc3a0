"""The one place that turns errors into problem details (RFC 9457), for HTTP and the command line alike.

`type` is `/problems/<slug>` and stable; `detail` is a sentence for the sender of the request, in words that their role
may read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import msgspec

from api.languages.reader import reader
from api.storage import StorageFailed
from api.storage.database import FULL, GIVEN_UP, UNREACHABLE
from api.storage.room import DiskFull
from domain.aggregates import UnknownComponent
from domain.dice.notation import NotationError
from domain.dice.supply import Missing
from domain.history.plan import AlreadySo, PlanMoved, RevisionRefused, StillOwed
from domain.history.points import BadPoint
from domain.ledger.ledger import Busy
from domain.ledger.playing.acceptance import ClosedCampaign, NotAllowed
from domain.ledger.playing.draft import TooMuchAsked
from domain.ledger.playing.references import UnknownThing
from domain.ledger.playing.requests import BatchStopped, HeadMoved
from domain.ledger.revising.requested import Ambiguous
from domain.messages import in_language, sentence_of, text
from domain.misfits import misfit
from domain.play.deed import BadCommand
from domain.play.refusals import Absent, DiceNeeded, Refused
from domain.records.entries import RefusalRecord
from domain.records.store import CommandIdTaken, OutcomeUnknown, Stale, UnknownCampaign, UnknownEpoch
from domain.system import UnknownCommand, UnknownSystem
from projections.translation.catalogues import SOURCE
from projections.translation.refusals import Refusals
from projections.views.plans import OwedView, PlanView

LONGEST: Final = 600
"""Characters of a sentence, at most."""


class FieldProblem(msgspec.Struct, frozen=True, omit_defaults=True):
    """A problem with one field of a request. `source` is the part it was sent in: body, query or path."""

    field: str
    message: str
    source: str = "body"


class MissingRoll(msgspec.Struct, frozen=True):
    """A die that has to be rolled at the table and sent along, by the handle of its `roller`. One that is not `certain` is
    asked for only if the dice before it come out so that it is."""

    label: str
    index: int
    sides: int
    notation: str
    roller: str = ""
    certain: bool = True


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Problem details. The fields after `instance` are present where they apply.

    `rule` is the rule that refused; `entry` is the entry concerned; `entries` are the entries in conflict; `standing`
    are the entries of a batch that stand although a later command was refused, because the server had rolled; `missing`
    are the rolls that are needed; `owed` are the dice and answers that a revision lacks, by entry; `path` does not
    exist; `fields` lists the problems field by field; `plan` is a revision's plan; `request` is the id under which the
    log has the error.
    """

    type: str
    title: str
    status: int
    detail: str
    instance: str = ""
    rule: str | None = None
    entry: int | None = None
    entries: tuple[int, ...] = ()
    standing: tuple[int, ...] = ()
    missing: tuple[MissingRoll, ...] = ()
    path: str | None = None
    fields: tuple[FieldProblem, ...] = ()
    owed: tuple[OwedView, ...] = ()
    plan: PlanView | None = None
    request: str | None = None


class ApiProblem(Exception):
    """Base of what only the interface can find wrong. Subclasses give their slug, status and title."""

    slug = "bad-request"
    status = 400
    title = "The request cannot be read"
    headers: Mapping[str, str] = MappingProxyType({})

    def __init__(self, detail: str, *, fields: tuple[FieldProblem, ...] = (), entry: int | None = None) -> None:
        self.fields = fields
        self.entry = entry
        super().__init__(detail)


class BadBody(ApiProblem):
    """The body is no JSON, or not of the form that the route takes."""

    slug = "bad-body"
    title = "The body does not have the required form"


class BadParameter(ApiProblem):
    """A query parameter is unknown or cannot be used."""

    slug = "bad-parameter"
    title = "A parameter cannot be used"


class NotInstalled(ApiProblem):
    """The request needs a part of Retcon that is not installed."""

    slug = "not-installed"
    status = 501
    title = "Part of Retcon is not installed"


class NotSignedIn(ApiProblem):
    """The request carries no token, or one that is not valid (any more)."""

    slug = "not-signed-in"
    status = 401
    title = "A valid token is needed"


class NotFound(ApiProblem):
    """There is no such thing, or the caller may not know that there is."""

    slug = "not-found"
    status = 404
    title = "There is no such thing"


class Forbidden(ApiProblem):
    """The caller may know that it exists, and may not do this with it."""

    slug = "not-allowed"
    status = 403
    title = "You may not do this"


class NotReady(ApiProblem):
    """The service is alive and cannot serve."""

    slug = "not-ready"
    status = 503
    title = "Not ready"


class RefusedEntry(Refused):
    """A command drew dice and was refused then: the entry stands in the ledger with its dice, and did nothing."""

    def __init__(self, entry: int, refusal: RefusalRecord, standing: tuple[int, ...] = ()) -> None:
        self.entry = entry
        self.standing = standing
        super().__init__(refusal.rule, refusal.player, refusal.gm or None, missing=refusal.missing)


class MovedEntry(RefusedEntry):
    """A command drew dice, and what it reads had changed since its sender looked: its entry stands with the dice."""

    slug = "moved"


class PlanRefused(ApiProblem):
    """A change of the past was not written: its plan, as far as the caller may see it, says why. Where nothing stands in
    its way, and only dice or answers are lacking, it is a 422."""

    def __init__(self, error: RevisionRefused | PlanMoved | StillOwed, plan: PlanView) -> None:
        self.slug = error.slug
        self.plan = plan
        self.status, self.title = (
            (422, "Dice or answers are missing") if isinstance(error, StillOwed) else (409, "Revision conflicts")
        )
        super().__init__(str(error))


class _Told(NamedTuple):
    status: int
    title: str


_KNOWN: Final[dict[type[Exception], _Told]] = {
    Refused: _Told(422, "A rule does not allow it"),
    Absent: _Told(422, "Something in the command does not exist"),
    DiceNeeded: _Told(422, "Dice are missing"),
    BadCommand: _Told(400, "The command does not have the required form"),
    UnknownCommand: _Told(400, "There is no such command"),
    NotationError: _Told(400, "The notation cannot be read"),
    BadPoint: _Told(400, "The point in time does not exist"),
    NotAllowed: _Told(403, "You may not do this"),
    UnknownThing: _Told(404, "There is no such thing"),
    UnknownCampaign: _Told(404, "There is no such thing"),
    UnknownSystem: _Told(404, "There is no such system"),
    UnknownComponent: _Told(404, "There is no such thing"),
    UnknownEpoch: _Told(404, "There is no such thing"),
    HeadMoved: _Told(409, "It has changed meanwhile"),
    MovedEntry: _Told(409, "It has changed meanwhile"),
    Stale: _Told(409, "It has changed meanwhile"),
    Busy: _Told(409, "Concurrent changes"),
    CommandIdTaken: _Told(409, "The command id is taken"),
    ClosedCampaign: _Told(409, "The campaign is closed"),
    AlreadySo: _Told(409, "It is already so"),
    Ambiguous: _Told(409, "Several revisions strike it"),
    OutcomeUnknown: _Told(503, "The database's answer was lost"),
    TooMuchAsked: _Told(422, "The request asks for too much"),
    DiskFull: _Told(503, "The disk is full"),
    StorageFailed: _Told(503, "The database cannot be reached"),
}
"""Answers to the domain's refusals; a subclass is answered like the nearest class listed here."""


def problem_of(error: Exception, *, is_gm: bool = False, language: str | None = None) -> Problem | None:
    """The problem that an error amounts to, in the words for a game master or for anybody else, and in their language (without
    one, in that of the reader); None for a defect.
    """
    say = speaking(reader().language if language is None else language)
    if isinstance(error, ApiProblem):
        more = _of_plan(error.plan) if isinstance(error, PlanRefused) else {}
        title, detail = say(error.title), say(sentence_of(error))
        fields = _fields_in(error.fields, say)
        return problem_with(error.slug, error.status, title, detail, fields=fields, entry=error.entry, **more)
    if isinstance(error, BatchStopped):
        problem = problem_of(error.cause, is_gm=is_gm, language=language)
        return None if problem is None else msgspec.structs.replace(problem, standing=error.standing)
    for kinds, slug, title, detail in _OF_THE_DATABASE:
        if isinstance(error, kinds):
            return problem_with(slug, 503, say(title), say(detail))
    known = next((kind for kind in type(error).__mro__ if kind in _KNOWN), None)
    if known is None:
        return None
    known_problem = _KNOWN[known]
    return problem_with(
        getattr(error, "slug", "refused"),
        known_problem.status,
        say(known_problem.title),
        _sentence_of_refusal(error, say, is_gm=is_gm) if isinstance(error, Refused) else say(sentence_of(error)),
        **_particulars(error, is_gm),
    )


def _fields_in(fields: tuple[FieldProblem, ...], say: Callable[[str], str]) -> tuple[FieldProblem, ...]:
    """Return the problems of single fields in a language."""
    return tuple(msgspec.structs.replace(wrong, message=say(wrong.message)) for wrong in fields)


@cache
def refusals_in(language: str) -> Refusals:
    """Return the translations of refusals into a language, of all installed games. They are read at the first refusal in
    that language: a command line that reads elsewhere has no games."""
    from systems.registry import home, load  # noqa: PLC0415

    packages = (home(game) for game in load().systems)
    return Refusals(tuple(package for package in packages if package is not None), language)


def speaking(language: str) -> Callable[[str], str]:
    """Return a function that says a sentence in a language."""
    if language == SOURCE:
        return str
    translations = refusals_in(language)
    return lambda sentence: in_language(sentence, translations)


def _sentence_of_refusal(refused: Refused, say: Callable[[str], str], *, is_gm: bool) -> str:
    return refused.wording(say(refused.gm_message if is_gm else refused.message))


def _of_plan(plan: PlanView) -> dict[str, Any]:
    """A plan, with what it lacks beside it."""
    rolls = (MissingRoll(die.label, die.index, die.sides, die.notation) for owed in plan.owed for die in owed.dice)
    return {"plan": plan, "missing": tuple(rolls), "owed": plan.owed}


def _particulars(error: Exception, is_gm: bool) -> dict[str, Any]:
    match error:
        case DiceNeeded():
            return {"rule": error.rule, "missing": tuple(MissingRoll(*_roll(roll)) for roll in error.rolls)}
        case RefusedEntry():
            return {"rule": error.rule, "entry": error.entry, "standing": error.standing}
        case Refused():
            return {"rule": error.rule, "path": (error.missing or None) if is_gm else None}
        case HeadMoved():
            return {"entries": error.entries}
        case Ambiguous():
            return {"entry": error.entry, "entries": error.strikers}
        case CommandIdTaken() | AlreadySo():
            return {"entry": error.entry}
        case BadCommand(__cause__=msgspec.ValidationError() as wrong):
            args = misfit(None, str(wrong), within="args")
            return {"fields": (FieldProblem(args.field, args.problem),)}
        case _:
            return {}


def wrong_body(message: str, kind: Any) -> BadBody:
    """Return the problem of a body that does not fit its type, from a validation message."""
    wrong = misfit(kind, message)
    return BadBody(wrong.sentence(text("the body")), fields=(FieldProblem(wrong.field, wrong.problem),))


def _roll(roll: Missing) -> tuple[str, int, int, str, str, bool]:
    return roll.label, roll.index, roll.sides, roll.notation, roll.roller, roll.certain


def problem_with(slug: str, status: int, title: str, detail: str, **particulars: Any) -> Problem:
    """Return a problem whose `detail` is a whole sentence of a readable length."""
    detail = short(detail)
    sentence = detail[:1].upper() + detail[1:] if detail.partition(" ")[0].strip(",;:").isalpha() else detail
    if sentence and sentence[-1] not in ".!?":
        sentence += "."
    fields = tuple(
        msgspec.structs.replace(wrong, field=short(wrong.field), message=short(wrong.message))
        for wrong in particulars.pop("fields", ())
    )
    return Problem(fields=fields, type=f"/problems/{slug}", title=title, status=status, detail=sentence, **particulars)


_OF_THE_DATABASE: Final = (
    (
        FULL,
        "disk-full",
        "The disk is full",
        "The disk of the database is full: there is no space left on it. Nothing was written, and reading still works; the "
        "operator of this installation has to free disk space; then send the same request again.",
    ),
    (
        GIVEN_UP,
        "database-busy",
        "The database took too long",
        "The database took too long and was stopped; nothing was written. Send the same request again.",
    ),
    (UNREACHABLE, "database-unreachable", _KNOWN[StorageFailed].title, "The database does not answer; try again."),
)
"""Errors of the database itself, the more specific first."""


def short(text: str) -> str:
    """Shorten a text to a readable length, so that a message does not repeat a long input. It is a plain string, as JSON takes it."""
    return str(text) if len(text) <= LONGEST else f"{text[: LONGEST // 2]} … {text[-LONGEST // 2 :]}"
