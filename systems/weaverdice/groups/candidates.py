"""Candidates: who answers a call, what is found out about them, and what stays hidden until the recruiter asks.

A candidate is a mission of kind `candidate`, whose details are what the recruiter knows. The truths about them are
assets of the circle that the game master alone sees, named `<candidate>/<detail>`; so are their flaws, and the
qualities they lack.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, field

from domain.commands import CharacterRef, Command, Text
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.naming import handle_of
from domain.kit.rolls import Throw, addend, roll
from domain.messages import numbered, text
from domain.play.adjusting import at_most
from domain.play.play import Play
from domain.vocabulary.data import Data
from domain.vocabulary.groups import (
    Asset,
    AssetChanged,
    AssetGained,
    Mission,
    MissionChanged,
    MissionDetailed,
    MissionPlanned,
)
from domain.vocabulary.log import Noted
from domain.vocabulary.undertakings import Task, TaskBegun, TaskChanged
from systems.freeform.fields import Title
from systems.weaverdice.checks.checks import CAPS, felt
from systems.weaverdice.fame import reputation
from systems.weaverdice.fame.circles import circle
from systems.weaverdice.fields import Call, Candidate
from systems.weaverdice.groups.recruiting import CALL, TABLE, WIDE_NET, CallData, call_of, missions
from systems.weaverdice.growth.progression import milestones
from systems.weaverdice.investigation import intel
from systems.weaverdice.sheet.stats import modifier, score

CANDIDATE: Final = "candidate"
APPLIED, PASSED_OVER, GONE = "applied", "passed over", "gone"

_WORDS: Final = {"milestones": text("milestones"), "skills": text("skills"), "reputation": text("reputation")}
"""The measures in which no prospect exceeds the recruiter, as sentences call them."""

TRUTH: Final = "truth"
"""The kind of the assets that are true of a candidate, for the game master's eyes."""

INSERTED: Final = "inserted"
"""The mark, for the game master's eyes, of a candidate who was put among the applicants because they fit the story."""

QUESTION: Final = "question"
"""The kind of the tasks that are questions to a candidate."""

Chance = Annotated[int, Meta(ge=0, le=100, description="Per cent")]


@data_of("missions", CANDIDATE)
class CandidateData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """A candidate of a call: how they came to it, what they hold against the recruiter, and as what they were hired."""

    call: str
    fan: bool = False
    back: bool = False
    grudge: int = 0
    as_: str = field(name="as", default="")
    type: str = ""
    character: str = ""
    slots: int = 1
    became: str = ""


@data_of("assets", TRUTH)
class TruthData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """A truth about a candidate."""

    candidate: str
    truth: str


@data_of("tasks", QUESTION)
class QuestionData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The call in which a candidate was asked, and whether intel paid for it."""

    call: str
    candidate: str
    intel: bool = False


class DrawUpCandidate(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`skills`, `milestones` and `reputation` are how far they have come."""

    who: CharacterRef
    name: Title
    call: Call = ""
    skills: Annotated[int, Meta(description="How far they have come in skills")] = 0
    milestones: Annotated[int, Meta(description="How far they have come in milestones")] = 0
    reputation: Annotated[int, Meta(description="How far they have come in reputation")] = 0
    chances: Annotated[dict[str, Chance], Meta(description="The chances of having what was called ideal, by wish")] = {}
    fan: Annotated[bool, Meta(description="Whether it is the one more for whom a fan was tapped")] = False
    inserted: Annotated[bool, Meta(description="Whether they fit the story, whatever the dice")] = False


class DescribeCandidate(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`details` are loosely worked out: disposition, personality, stats, power."""

    who: CharacterRef
    candidate: Candidate
    details: Annotated[
        dict[str, Title], Meta(description="What is loosely worked out: disposition, personality, stats, power")
    ] = {}
    flaws: Annotated[tuple[Title, ...], Meta(description="The flaws of which nobody is told unasked")] = ()


class QuestionCandidate(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`question` is what they are asked. With `intel`, a card of it is spent in place of one of the questions that
    Social allows."""

    who: CharacterRef
    candidate: Candidate
    question: Annotated[Text, Meta(description="What they are asked")]
    intel: Annotated[
        str, Meta(description="The card of intel that is spent in place of one of the questions that Social allows")
    ] = ""


class AnswerForCandidate(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`answer` is what they say."""

    who: CharacterRef
    candidate: Candidate
    answer: Annotated[Text, Meta(description="What they say")]
    reveals: Annotated[
        tuple[Title, ...], Meta(description="Details that come out, or flaws in the words they were given")
    ] = ()
    count_flaws: Annotated[bool, Meta(description="Whether they are told how many flaws there are")] = False


class TellOdds(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` an applicant may turn out to be, unasked, once in `one_in`."""

    who: CharacterRef
    what: Annotated[Title, Meta(description="What an applicant may turn out to be, unasked")]
    one_in: Annotated[int, Meta(ge=2, le=1000, description="Once in how many they are")]
    call: Call = ""


@command("Tell how likely an applicant is to be something that nobody asked for.")
def tell_odds(play: Play, command: TellOdds) -> None:
    """WD-REC-10: a search for any cape can turn up a tinker; the players are told how it is weighted."""
    call = call_of(play, command.who, command.call)
    detail, value = f"odds/{handle_of(command.what)}", f"1 in {command.one_in}"
    event = MissionDetailed(name=call, detail=detail, value=value, rules=("WD-REC-10",))
    play.emit(circle(play, command.who), event)


@command("Draw up one of the prospects of a call; secret rolls say what of the wishes they lack.")
def draw_up_candidate(play: Play, command: DrawUpCandidate) -> None:
    """WD-REC-01, WD-REC-03, WD-REC-05, WD-REC-09, WD-REC-10, WD-REC-16, WD-FOL-03: one of the prospects gets a name;
    secret rolls say what of the wishes they lack, and what they are unasked."""
    who, call = command.who, call_of(play, command.who, command.call)
    _check_there_is_one(play, command, call)
    _check_no_further(play, command)
    name = play.new_id(CANDIDATE)
    data = CandidateData(call=call, fan=command.fan)
    mission = Mission(kind=CANDIDATE, state=APPLIED, title=command.name, participants=(who,), data=data.stored())
    play.emit(circle(play, who), MissionPlanned(name=name, mission=mission))
    if command.inserted:
        _keep(play, who, f"{name}/{INSERTED}", INSERTED, "fits the story")
    _roll_qualities(play, command, call, name)
    _roll_odds(play, who, call, name)


def _check_there_is_one(play: Play, command: DrawUpCandidate, call: str) -> None:
    """WD-REC-01: check that there is another prospect: as many as the dice gave; one more for a fan; those who fit the
    story beside them (WD-REC-10)."""
    if command.inserted:
        return
    who, calls = command.who, CallData.of(missions(play, command.who, CALL)[call])
    candidates = {name: CandidateData.of(candidate) for name, candidate in missions(play, who, CANDIDATE).items()}
    drawn = {name: candidate for name, candidate in candidates.items() if candidate.call == call}
    if command.fan:
        if not calls.fan or any(other.fan for other in drawn.values()):
            play.refuse("WD-FOL-03", "No fan is tapped for one more candidate in this call, or they have come already.")
        return
    prospects = calls.prospects
    beside = play.enclave(circle(play, who)).assets
    counted = (n for n, c in drawn.items() if f"{n}/{INSERTED}" not in beside and not (c.fan or c.back))
    if sum(1 for _ in counted) >= prospects:
        sentence = numbered(
            "The {count} prospect of the call is drawn up; insert another one by hand if the story needs it.",
            "All {count} prospects of the call are drawn up; insert another one by hand if the story needs it.",
            prospects,
        )
        play.refuse("WD-REC-01", sentence)


def _check_no_further(play: Play, command: DrawUpCandidate) -> None:
    """WD-REC-05, WD-REC-09: refuse a candidate who has come further than the recruiter."""
    who = command.who
    has = {
        "milestones": milestones(play, who),
        "skills": sum(skill.state == "known" for skill in play.where(who, "traits", "skill").values()),
        "reputation": reputation.reputation_points(play, who),
    }
    for what, most in has.items():
        if getattr(command, what) > most:
            play.refuse(
                "WD-REC-05",
                "The recruiter has {most} {what}, and prospects have no more than that; lower it.",
                most=most,
                what=_WORDS[what],
            )


def _roll_qualities(play: Play, command: DrawUpCandidate, call: str, name: str) -> None:
    """WD-REC-03, ruling 73: a secret roll for each quality that was asked for; WD-REC-16: what was called ideal has a
    chance of its own."""
    details = missions(play, command.who, CALL)[call].details
    for detail, manner in sorted(details.items()):
        kind, _, wish = detail.partition("/")
        known = TABLE.preference.get(wish)
        if kind != "wish" or (known is not None and not known.quality):
            continue
        chance = 100 - TABLE.lacking
        if manner == "ideal":
            chance = command.chances.get(wish, TABLE.ideal)
        has = manner == "strict" or _secretly(play, command.who, f"quality/{wish}", chance)
        _keep(play, command.who, f"{name}/quality/{wish}", wish, "has it" if has else "lacks it")


def _secretly(play: Play, who: str, label: str, chance: int) -> bool:
    rolled = play.roll(who, label, "1d100", sealed=True, judge=lambda _, total: "has" if total <= chance else "lacks")
    return rolled.outcome == "has"


def _roll_odds(play: Play, who: str, call: str, name: str) -> None:
    for detail, value in sorted(missions(play, who, CALL)[call].details.items()):
        kind, _, what = detail.partition("/")
        if kind == "odds":
            one_in = int(value.rpartition(" ")[2])
            rolled = play.roll(
                who, f"odds/{what}", f"1d{one_in}", sealed=True, judge=lambda _, t: "is" if t == 1 else "not"
            )
            if rolled.outcome == "is":
                _keep(play, who, f"{name}/odds/{what}", what, f"turns out to be {what}")


def _keep(play: Play, who: str, name: str, title: str, truth: str) -> None:
    candidate = name.partition("/")[0]
    asset = Asset(kind=TRUTH, title=title, audience="gm", data=TruthData(candidate=candidate, truth=truth).stored())
    play.emit(circle(play, who), AssetGained(name=name, asset=asset))


@command("Say what is true of a candidate; secret rolls of Knowledge say what the recruiter learns of it.")
def describe_candidate(play: Play, command: DescribeCandidate) -> None:
    """WD-REC-11, WD-REC-16: for each detail the recruiter's Knowledge is rolled in secret, with 2 more for what they asked
    about; what passes is told."""
    who, name = command.who, candidate_of(play, command.who, command.candidate)
    about = CallData.of(missions(play, who, CALL)[_call(play, who, name)]).about.split()
    if unknown := [detail for detail in command.details if detail not in TABLE.details]:
        play.refuse(
            "WD-REC-11",
            "{unknown!r} is no detail; work out {details}.",
            unknown=unknown[0],
            details=", ".join(TABLE.details),
        )
    with play.citing("WD-REC-11"):
        for detail, truth in sorted(command.details.items()):
            _keep(play, who, f"{name}/{detail}", detail, truth)
            if _found_out(play, who, detail, asked=detail in about):
                play.emit(circle(play, who), MissionDetailed(name=name, detail=detail, value=truth))
        for flaw in command.flaws:
            _keep(play, who, f"{name}/{play.new_id('flaw')}", flaw, "flaw")


def _found_out(play: Play, who: str, detail: str, *, asked: bool) -> bool:
    added = (modifier(play, who, "knowledge"), *addend("asked about", TABLE.asked if asked else 0))
    cap = CAPS.get(felt(play, who))
    capped = () if cap is None else (at_most(cap, "WD-MOR-01"),)
    throw = Throw(who, f"detail/{detail}", "1d6", TABLE.told_from, added, capped, sealed=True)
    return roll(play, throw).outcome == "success"


def candidate_of(play: Play, who: str, word: str) -> str:
    """The candidate of that name; raises Absent where there is none."""
    fit = [name for name, mission in missions(play, who, CANDIDATE).items() if word in (name, mission.title)]
    return (
        fit[-1]
        if fit
        else play.missing(f"{who}.missions.{word}", "There is no candidate {word!r}; name one.", word=word)
    )


def _call(play: Play, who: str, name: str) -> str:
    return CandidateData.of(missions(play, who, CANDIDATE)[name]).call


def questions_left(play: Play, who: str, call: str) -> int:
    """WD-REC-12: return the questions that are left: as many as Social, for all candidates of a call together; those
    paid with intel are beside."""
    asked = map(QuestionData.of, play.where(circle(play, who), "tasks", QUESTION).values())
    used = sum(1 for question in asked if question.call == call and not question.intel)
    return score(play, who, "social") - used


@command("Ask a candidate a question: as many in a call as Social, and more for intel.", by="owner", slots=0)
def question_candidate(play: Play, command: QuestionCandidate) -> None:
    """WD-REC-12: a question to one of the applicants; intel can stand in for one."""
    who, name = command.who, candidate_of(play, command.who, command.candidate)
    if missions(play, who, CANDIDATE)[name].state != APPLIED:
        play.refuse("WD-REC-12", "Questions go to those who have applied, and this one has not; ask an applicant.")
    call = _call(play, who, name)
    with play.citing("WD-REC-12"):
        if command.intel:
            intel.spend(play, who, command.intel, "a question to a candidate")
        elif questions_left(play, who, call) <= 0:
            play.refuse("WD-REC-12", "As many questions as Social were asked in this call; spend intel for another.")
        data = QuestionData(call=call, candidate=name, intel=bool(command.intel))
        place, task = circle(play, who), Task(kind=QUESTION, state="asked", data=data.stored())
        play.emit(place, TaskBegun(name=play.new_id(QUESTION), task=task))
        play.emit(place, Noted(name=QUESTION, text=command.question, data={"candidate": name}))


@command("Answer a question for a candidate, and say what it lets slip.")
def answer_for_candidate(play: Play, command: AnswerForCandidate) -> None:
    """WD-REC-12: the answer, and what it lets slip."""
    who, name, place = command.who, candidate_of(play, command.who, command.candidate), circle(play, command.who)
    waiting = play.where(place, "tasks", QUESTION)
    asked = sorted(n for n, q in waiting.items() if q.state == "asked" and QuestionData.of(q).candidate == name)
    if not asked:
        play.missing(f"{place}.tasks.{QUESTION}", "No question to them is open; ask them first.")
    with play.citing("WD-REC-12"):
        play.emit(place, TaskChanged(name=asked[0], state="answered"))
        play.emit(place, Noted(name="answer", text=command.answer, data={"candidate": name}))
        for word in command.reveals:
            reveal(play, who, name, word)
        if command.count_flaws:
            flaws = sum(TruthData.of(asset).truth == "flaw" for asset in truths(play, who, name).values())
            play.emit(place, MissionDetailed(name=name, detail="flaws", value=str(flaws)))


def truths(play: Play, who: str, candidate: str) -> dict[str, Asset]:
    """Return the truths about a candidate, by name; not for players' eyes."""
    assets = play.where(circle(play, who), "assets", TRUTH)
    return {name: asset for name, asset in assets.items() if TruthData.of(asset).candidate == candidate}


def reveal(play: Play, who: str, candidate: str, word: str) -> None:
    """A detail or flaw comes out: the recruiter knows it from now on. Raises Absent where there is no such."""
    place, assets = circle(play, who), truths(play, who, candidate)
    asset_name = next((name for name, asset in sorted(assets.items()) if word in (name, asset.title)), "")
    if not asset_name:
        play.missing(
            f"{place}.assets.{candidate}/{word}",
            "They hide nothing called {word!r}; name a detail or a flaw.",
            word=word,
        )
    truth = TruthData.of(assets[asset_name]).truth
    flaw = truth == "flaw"
    value = assets[asset_name].title if flaw else truth
    known = play.enclave(place).missions[candidate].details
    detail = f"flaw/{1 + sum(key.startswith('flaw/') for key in known)}" if flaw else assets[asset_name].title
    play.emit(place, AssetChanged(name=asset_name, state="told"))
    play.emit(place, MissionDetailed(name=candidate, detail=detail, value=value))


def become(play: Play, who: str, candidate: str, state: str) -> None:
    """Set what becomes of a candidate, in a word."""
    play.emit(circle(play, who), MissionChanged(name=candidate, state=state))


def casts_wide(play: Play, who: str, candidate: str) -> bool:
    """WD-REC-14: whether the call that brought them was cast in a wider net."""
    return f"wish/{WIDE_NET}" in missions(play, who, CALL)[_call(play, who, candidate)].details
