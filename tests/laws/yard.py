"""A yard in which Ada and Ben duel, and what its plans say of dice and answers that they lack."""

from __future__ import annotations

from typing import Any

from api.testing.whole import Whole
from domain.aggregates import CAMPAIGN, Campaign, Character, encode_state
from domain.commands import CharacterRef, Command, Envelope
from domain.history.plan import Plan, RevisionRequest
from domain.ledger.checking.verify import verify
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor
from domain.play.play import Play
from domain.system import CommandSpec, Registry, System
from domain.vocabulary.values import DamageHealed, DamageTaken, PointGained, PointSpent
from systems.freeform import SYSTEM as FREEFORM

GM, ADA, BEN = Actor("gm", "gm"), Actor("ada", "player"), Actor("ben", "player")


class Strike(Command, frozen=True, kw_only=True):
    who: CharacterRef
    target: CharacterRef


class Drill(Command, frozen=True, kw_only=True):
    who: CharacterRef
    amount: int = 1


def owner(play: Play, ref: str) -> str:
    return play.character(ref).profile["self"].owners[0]


def strike(play: Play, command: Strike) -> None:
    """Whoever has focus left may dodge, and who has two may do better; who is skilled rolls a second die."""
    skill = play.character(command.who).tracks["skill"].current
    if play.roll(command.who, "attack", "2d20kh1" if skill > 1 else "1d20").total + skill < 10:
        return
    focus = play.character(command.target).tracks["focus"].current
    ways = ("no", "dodge", "vanish")[: focus + 1]
    way = play.ask("defend", owner(play, command.target), ways, "no") if focus else "no"
    if way != "no":
        play.emit(command.target, PointSpent(name="focus", amount=1))
        if way == "vanish" or play.ask("feint", owner(play, command.who), ("yes", "no"), "no") == "no":
            return
    damage = play.roll(command.who, "damage", "1d6").total
    if play.offer("rage", owner(play, command.who), ("yes", "no"), "no") == "yes":
        damage += play.roll(command.who, "rage", "1d4").total
    play.emit(command.target, DamageTaken(name="hp", amount=damage))


def drill(play: Play, command: Drill) -> None:
    play.emit(command.who, PointGained(name="skill", amount=command.amount))


def tire(play: Play, command: Drill) -> None:
    play.emit(command.who, PointSpent(name="skill", amount=command.amount))


def mend(play: Play, command: Drill) -> None:
    """Nobody gets more than they had."""
    hurt = 20 - play.character(command.who).tracks["hp"].current
    play.emit(command.who, DamageHealed(name="hp", amount=min(hurt, command.amount)))


def meditate(play: Play, command: Drill) -> None:
    play.emit(command.who, PointGained(name="focus", amount=command.amount))


def boast(play: Play, command: Drill) -> None:
    """Only whoever is unhurt boasts."""
    if play.character(command.who).tracks["hp"].current < 20:
        play.refuse("hurt", "Whoever is hurt does not boast.")
    play.emit(command.who, PointGained(name="skill", amount=1))


RULES: dict[str, Any] = {"strike": (Strike, strike), "drill": (Drill, drill)}
RULES |= {"tire": (Drill, tire), "mend": (Drill, mend), "meditate": (Drill, meditate), "boast": (Drill, boast)}

DUEL = System(
    id="duel",
    name="Duel",
    version=1,
    kinds=[
        CommandSpec(name=word, args=args, rule=rule, by="player", summary=word) for word, (args, rule) in RULES.items()
    ],
)


class Yard:
    """Ada's Anna and Ben's Bob, each with 20 hit points, no focus and no skill."""

    def __init__(self, dice: str = "table") -> None:
        self.ledger = Ledger(MemoryStore(), Registry(FREEFORM, [DUEL]))
        self.campaign = self.ledger.found("Yard", "duel", "gm", {"dice": dice}).id
        for member in ("ada", "ben"):
            self.ledger.take_part(self.campaign, GM, member, "player")
        tracks = {"hp": 20, "focus": 0, "skill": 0}
        for name, member in (("Anna", "ada"), ("Bob", "ben")):
            self.plays("freeform.create_character", GM, name=name, owners=[member], tracks=tracks)

    def command(self, word: str, dice: dict[str, Any] | None = None, **args: object) -> Envelope:
        return Envelope(type=word if "." in word else f"duel.{word}", args=args, dice=dice or {})

    def plays(self, word: str, actor: Actor = GM, dice: dict[str, Any] | None = None, /, **args: object) -> int:
        return self.ledger.submit(self.campaign, actor, self.command(word, dice, **args)).header.number

    def strikes(self, actor: Actor = ADA, /, **dice: tuple[int, ...]) -> int:
        return self.plays("strike", actor, dice, who="anna", target="bob")

    def answers(self, deed: int, choice: str, actor: Actor = BEN, /, key: str = "defend", **dice: Any) -> int:
        return self.plays("freeform.answer", actor, dice, deed=deed, key=key, choice=choice)

    def plan(self, actor: Actor = GM, /, **asked: Any) -> Plan:
        return self.ledger.plan(self.campaign, actor, RevisionRequest(**asked))

    def revise(self, actor: Actor = GM, /, **asked: Any) -> Plan:
        plan, _ = self.ledger.revise(self.campaign, actor, RevisionRequest(**asked))
        assert plan is not None
        self.check()
        return plan

    def state(self, handle: str) -> dict[str, int]:
        world = self.ledger.heads.fresh(self.campaign)
        campaign = world.aggregate(CAMPAIGN)
        assert isinstance(campaign, Campaign)
        aggregate = world.aggregate(campaign.handles[handle].ref)
        assert isinstance(aggregate, Character)
        return {name: track.current for name, track in aggregate.tracks.items()}

    def open(self) -> list[str]:
        """The keys of the questions that are open."""
        world = self.ledger.heads.fresh(self.campaign)
        aggregates = [world.aggregate(ref) for ref in world.refs()]
        return [question.key for one in aggregates if one is not None for question in one.questions.values()]

    def check(self) -> None:
        """The ledger equals its effective script run as a whole, and verifies."""
        whole = Whole(self.ledger.store, self.campaign, self.ledger.registry)
        world = self.ledger.heads.fresh(self.campaign)
        for ref in whole.states:
            aggregate, expected = world.aggregate(ref), whole.states[ref].copy()
            assert aggregate is not None
            expected.version = aggregate.version
            assert encode_state(aggregate) == encode_state(expected), ref
        assert verify(self.ledger.store, self.campaign).faults == ()


def outcomes(plan: Plan) -> dict[int, str]:
    return {planned.entry: planned.outcome for planned in plan.entries}


def dice_owed(plan: Plan) -> dict[int, list[tuple[str, int, int]]]:
    return {p.entry: [(die.label, die.index, die.sides) for die in p.owed.dice] for p in plan.owing}


def questions_owed(plan: Plan) -> list[tuple[int, str, str, tuple[str, ...], str]]:
    return [(p.entry, q.key, q.owner, q.options, q.default) for p in plan.owing for q in p.owed.questions]
