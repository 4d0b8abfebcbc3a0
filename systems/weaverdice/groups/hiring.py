"""Hiring: what candidates are offered, what they ask for, how they come, and what becomes of those nobody took."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from msgspec import Meta, field

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.rolls import addend
from domain.messages import text
from domain.play.play import Play
from domain.vocabulary.groups import MissionChanged, MissionDetailed
from domain.vocabulary.log import Noted
from systems.freeform.fields import Because, Title
from systems.weaverdice.checks import morale
from systems.weaverdice.checks.checks import DEFAULT_TARGET, Manner, check
from systems.weaverdice.fame import circles, followers
from systems.weaverdice.fame.circles import circle
from systems.weaverdice.fields import Call, Candidate, Slots, Target
from systems.weaverdice.groups import memberships, underlings
from systems.weaverdice.groups.candidates import (
    APPLIED,
    CANDIDATE,
    GONE,
    PASSED_OVER,
    CandidateData,
    become,
    candidate_of,
    casts_wide,
)
from systems.weaverdice.groups.recruiting import CALL, CallData, call_of, missions
from systems.weaverdice.money import pay
from systems.weaverdice.sheet import people

HIRED, ON_THE_WAY, LEFT = "hired", "on the way", "left"

_STATES: Final[Mapping[str | None, str | None]] = {
    APPLIED: text("applied"),
    PASSED_OVER: text("passed over"),
    GONE: text("gone"),
    HIRED: text("hired"),
    ON_THE_WAY: text("on the way"),
    LEFT: text("left"),
}
"""The states of candidates, as sentences call them."""

GRUDGE: Final = "grudge"
"""The key under which a candidate keeps what a failed negotiation takes from later Social rolls with them."""

As = Literal["cape", "underling", "follower"]


class OfCandidate(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A recruiter's candidate, by name."""

    who: CharacterRef
    candidate: Candidate


class OfferTerms(OfCandidate, frozen=True, kw_only=True, omit_defaults=True):
    """`terms` are a share, wages or whatever else."""

    terms: Annotated[Title, Meta(description="What is offered: a share, wages or whatever else")]
    upfront: Annotated[int, Meta(ge=0, le=10_000_000, description="How many dollars are paid when they are hired")] = 0


class RespondToOffer(OfCandidate, frozen=True, kw_only=True, omit_defaults=True):
    """`response` is what they say to it."""

    response: Annotated[Literal["accept", "counter", "refuse"], Meta(description="What they say to it")]
    terms: Annotated[str, Meta(description="What they ask for instead")] = ""
    condition: Annotated[str, Meta(description="The condition under which they accept")] = ""


class Haggle(OfCandidate, frozen=True, kw_only=True, omit_defaults=True):
    """A Social roll decides, where talks about terms drag on."""

    target: Target = DEFAULT_TARGET


class Hire(OfCandidate, frozen=True, kw_only=True, omit_defaults=True):
    """`as` is what they become. A cape comes with a `character` that is there already, or gets a sheet of their own."""

    as_: Annotated[As, Meta(description="What they become")] = field(name="as", default="cape")
    type: Annotated[
        str,
        Meta(description="The type of those who are no capes, in the table's words", extra={"catalogue": "follower"}),
    ] = ""
    character: Annotated[
        CharacterRef,
        Meta(description="The cape's character, where that is there already; left out, they get a sheet of their own"),
    ] = ""
    slots: Slots = 1


class BreakCondition(OfCandidate, frozen=True, kw_only=True, omit_defaults=True):
    """A condition under which they were hired was broken."""

    consequence: Annotated[
        Literal["morale", "leaves"], Meta(description="Whether it costs them morale, or that they leave")
    ]
    because: Because = ""


class CloseCall(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Close a call: nobody else who answered it is hired."""

    who: CharacterRef
    call: Call = ""


class BringBackCandidate(OfCandidate, frozen=True, kw_only=True, omit_defaults=True):
    """They crop up again, in answer to a later call."""

    call: Call = ""


def _tell(play: Play, who: str, candidate: str, **details: str) -> None:
    for detail, value in details.items():
        play.emit(circle(play, who), MissionDetailed(name=candidate, detail=detail, value=value))


def _clear(play: Play, who: str, candidate: str, *details: str) -> None:
    """Details of earlier talks say nothing any more."""
    known = missions(play, who, CANDIDATE)[candidate].details
    _tell(play, who, candidate, **{detail: "" for detail in details if known.get(detail)})


@command("Make a candidate an offer: a sum upfront, a share, wages or other terms.", by="owner")
def offer_terms(play: Play, command: OfferTerms) -> None:
    """WD-REC-13: an offer names an upfront sum, a share or wages, or other terms. The demands and
    the condition of an earlier one are no part of it."""
    who, name = command.who, _still_there(play, command)
    with play.citing("WD-REC-13"):
        _clear(play, who, name, "demands", "condition")
        _tell(play, who, name, offer=command.terms, upfront=str(command.upfront), response="waiting")


def _still_there(play: Play, command: OfCandidate) -> str:
    name = candidate_of(play, command.who, command.candidate)
    state = missions(play, command.who, CANDIDATE)[name].state
    if state != APPLIED:
        then = text(": bring them back first") if state == PASSED_OVER else ""
        play.refuse(
            "WD-REC-14",
            "They are {state}, and you can only negotiate with candidates who have applied{then}.",
            state=_STATES.get(state, state),
            then=then,
        )
    return name


@command("Say what a candidate makes of an offer: they accept, refuse or ask for something else.")
def respond_to_offer(play: Play, command: RespondToOffer) -> None:
    """WD-REC-13: the candidate accepts, perhaps on a condition, refuses, or asks for something else."""
    who, name = command.who, _still_there(play, command)
    if not missions(play, who, CANDIDATE)[name].details.get("offer"):
        play.refuse("WD-REC-13", "Nothing was offered to them yet; make an offer first.")
    with play.citing("WD-REC-13"):
        details = {"response": command.response, "demands": command.terms, "condition": command.condition}
        _tell(play, who, name, **{detail: value for detail, value in details.items() if value})


@command("Leave talks that drag on to a Social roll.", by="owner")
def haggle(play: Play, command: Haggle) -> None:
    """WD-REC-13: roll Social where talks drag on; a failure is held against the recruiter in later rolls, or raises the
    price."""
    who, name = command.who, _still_there(play, command)
    grudge = CandidateData.of(missions(play, who, CANDIDATE)[name]).grudge
    added = addend(GRUDGE, grudge)
    with play.citing("WD-REC-13"):
        if check(play, who, "haggle", "social", command.target, how=Manner(modifiers=added)).success:
            _tell(play, who, name, response="accept")
            return
        ways = ("penalty to later rolls", "higher demands")
        if play.ask("disgruntled", "gm", ways, ways[0], "The talks fail. What does it come to?") == ways[0]:
            play.emit(circle(play, who), MissionChanged(name=name, data=CandidateData.changes(grudge=grudge - 1)))
            _tell(play, who, name, response="refuse")
        else:
            _tell(play, who, name, response="counter", demands="more than before")


@command("Hire a candidate, as a cape of the team, an underling or a follower.")
def hire(play: Play, command: Hire) -> None:
    """WD-REC-13, WD-REC-14, WD-FOL-03: a cape comes when they have accepted; others are simpler to hire. A candidate
    who was found far off takes time to arrive."""
    who, name = command.who, _still_there(play, command)
    details = missions(play, who, CANDIDATE)[name].details
    if command.as_ == "cape" and details.get("response") != "accept":
        play.refuse("WD-REC-13", "They have not accepted an offer; make one, and have them agree to it.")
    with play.citing("WD-REC-14"):
        pay(play, who, int(details.get("upfront") or 0), "WD-REC-13")
        _lose_fan(play, who, name)
        as_told = CandidateData.changes(
            as_=command.as_,
            type=command.type or command.as_,
            character=command.character or None,
            slots=command.slots,
        )
        play.emit(circle(play, who), MissionChanged(name=name, data=as_told))
        if casts_wide(play, who, name):
            become(play, who, name, ON_THE_WAY)
        else:
            _arrive(play, who, name)


def _lose_fan(play: Play, who: str, name: str) -> None:
    """WD-FOL-03: the fan for whom there was one more to choose from is lost when that one is recruited."""
    candidate = CandidateData.of(missions(play, who, CANDIDATE)[name])
    if candidate.fan:
        fan = CallData.of(missions(play, who, CALL)[candidate.call]).fan
        if fan in circles.followers(play, who):
            followers.let_go(play, who, fan, "the candidate they found was recruited", "WD-FOL-03")


def _arrive(play: Play, who: str, name: str) -> None:
    hired = missions(play, who, CANDIDATE)[name]
    title, terms = str(hired.title), CandidateData.of(hired)
    character = terms.character
    match terms.as_:
        case "cape":
            character = character or people.bring_in(play, people.Create(name=title, category="notable", sheet="gm"))
            memberships.join(play, character, _team(play, who, name), "cape")
        case "underling":
            became = underlings.take_on(play, who, terms.type, title=title, slots=terms.slots, character=character)
            play.emit(circle(play, who), MissionChanged(name=name, data=CandidateData.changes(became=became)))
        case _:
            became = followers.gain(play, who, terms.type)
            play.emit(circle(play, who), MissionChanged(name=name, data=CandidateData.changes(became=became)))
    if character:
        play.emit(circle(play, who), MissionChanged(name=name, data=CandidateData.changes(character=character)))
    become(play, who, name, HIRED)


def _team(play: Play, who: str, name: str) -> str:
    """The group that the call was for, else the recruiter's own circle."""
    call = CandidateData.of(missions(play, who, CANDIDATE)[name]).call
    return CallData.of(missions(play, who, CALL)[call]).group or circle(play, who)


@command("Let a candidate arrive who was hired from far off.")
def arrive(play: Play, command: OfCandidate) -> None:
    """WD-REC-14: let a hired candidate from far off arrive."""
    name = candidate_of(play, command.who, command.candidate)
    state = missions(play, command.who, CANDIDATE)[name].state
    if state != ON_THE_WAY:
        play.refuse(
            "WD-REC-14",
            "They are {state}; only a candidate who is on their way can arrive.",
            state=_STATES.get(state, state),
        )
    with play.citing("WD-REC-14"):
        _arrive(play, command.who, name)


@command("Say that an agreement with a hireling was broken: it costs their morale, or they leave.")
def break_condition(play: Play, command: BreakCondition) -> None:
    """WD-REC-13: a broken agreement costs the hireling's morale, or the hireling."""
    who, name = command.who, candidate_of(play, command.who, command.candidate)
    hired = missions(play, who, CANDIDATE)[name]
    if hired.state != HIRED:
        play.refuse("WD-REC-13", "Only an agreement with somebody who was hired can be broken.")
    terms = CandidateData.of(hired)
    character, kind = terms.character, terms.as_
    with play.citing("WD-REC-13"):
        play.emit(circle(play, who), Noted(name="broken", data={"candidate": name, "consequence": command.consequence}))
        if command.consequence == "morale":
            if character:
                morale.shift(play, character, -1, "WD-REC-13")
            return
        because = command.because or "an agreement was broken"
        if kind == "cape":
            memberships.leave(play, character, _team(play, who, name), because)
        elif kind == "underling":
            underlings.leave(play, who, terms.became, because)
        else:
            followers.let_go(play, who, terms.became, because, "WD-REC-13")
        become(play, who, name, LEFT)


@command("Close a call for recruits; a candidate who was passed over may return another time.", by="owner")
def close_call(play: Play, command: CloseCall) -> None:
    """WD-REC-14: let a candidate who was considered and not taken return later; of those a wider net brought nobody
    does."""
    who, call = command.who, call_of(play, command.who, command.call)
    with play.citing("WD-REC-14"):
        for name, candidate in missions(play, who, CANDIDATE).items():
            if CandidateData.of(candidate).call == call and candidate.state == APPLIED:
                become(play, who, name, GONE if casts_wide(play, who, name) else PASSED_OVER)
        become(play, who, call, "closed")


@command("Let a candidate who was passed over crop up again.")
def bring_back_candidate(play: Play, command: BringBackCandidate) -> None:
    """WD-REC-14: bring back a candidate who was not recruited. WD-REC-13: an agreement of before is over; they are to
    be won anew."""
    who, name = command.who, candidate_of(play, command.who, command.candidate)
    call = call_of(play, who, command.call)
    state = missions(play, who, CANDIDATE)[name].state
    if state != PASSED_OVER:
        play.refuse(
            "WD-REC-14",
            "They are {state}; only a candidate who was considered and passed over may return.",
            state=_STATES.get(state, state),
        )
    data = CandidateData.changes(call=call, back=True, fan=None)
    play.emit(circle(play, who), MissionChanged(name=name, state=APPLIED, data=data, rules=("WD-REC-14",)))
    with play.citing("WD-REC-13"):
        _clear(play, who, name, "offer", "upfront", "response", "demands", "condition")
