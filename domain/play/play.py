"""Play: the only world a rule sees. It reads, rolls, emits, asks and refuses; nothing else has an effect."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property, partial
from typing import Any, NoReturn

import msgspec

from domain.aggregates import Aggregate, UnknownComponent, evolve, is_reference
from domain.commands import Envelope, encounter_of
from domain.dice.notation import NotationError, parse
from domain.dice.roll import Evaluation, TooManyDice, evaluate, required
from domain.dice.supply import DiceMissing, DiceSupply
from domain.dice.tape import DieOutOfRange, label_of
from domain.messages import filled, sentence_of, text
from domain.play.adjusting import Adjustment, counted, reaches
from domain.play.asked_keys import AskedKeys
from domain.play.choices import meant
from domain.play.deciders import concerned, is_unplayed, owner_of
from domain.play.reading import TrackedReads, World, among, not_there
from domain.play.refusals import Absent, DiceNeeded, Refused, UnknownChoice
from domain.play.values import Situation, Value, effective, is_computed
from domain.play.working_copy import ANYTHING, DataDefect, Findings, WorkingCopy, known_to, misfit_of, who_sees
from domain.system import Registry, System
from domain.vocabulary.audiences import is_public, narrower
from domain.vocabulary.base import NAME, Audience, BrokenHistory, Event, Scalar, carried_by
from domain.vocabulary.log import Addends, Rolled
from domain.vocabulary.profile import Introduced
from domain.vocabulary.questions import Closes, Question


class StreamEvent(msgspec.Struct, frozen=True):
    """An event and the stream it belongs to."""

    ref: str
    event: Event


class Deed(msgspec.Struct, frozen=True, kw_only=True):
    """A deed that is being decided: a command, who gave it, and the answers it has drawn so far.

    `entry` is the number of the entry that began it: ids and dice are keyed to it (ids to `key` where it has one: an
    insert's place, which is the same in a dry run and when it is written). `closing` takes the default for
    every question that is still open. `answers` are by key, `keys` those by which the deed has asked before. `answering`
    is the member who gives them up front, and may give their own only; "" where the member who gave them was asked.
    """

    entry: int
    key: str = ""
    member: str
    is_gm: bool
    envelope: Envelope
    args: Any
    answers: dict[str, str] = {}
    keys: frozenset[str] = frozenset()
    answering: str = ""
    closing: bool = False

    @property
    def encounter(self) -> str | None:
        """The encounter it belongs to, as acceptance resolved it; None outside of any."""
        return encounter_of(self.envelope)


class Suspended(Exception):
    """A question has to be answered before the deed can go on."""

    def __init__(self, question: Question) -> None:
        self.question = question
        super().__init__(question.key)


class Play(TrackedReads):
    """A rule's context for one deed. Reads come from `TrackedReads`; everything it emits is visible to its own later reads."""

    def __init__(self, world: World, deed: Deed, supply: DiceSupply, system: System, registry: Registry) -> None:
        self._working = WorkingCopy(world)
        super().__init__(self._working, set())
        self.deed = deed
        self.system = system
        self.game = system.values
        self.registry = registry
        self.emitted: list[StreamEvent] = []
        self.asked: list[Question] = []
        self.overruled: list[Refused] = []
        self.citations: list[str] = []
        self.windows: list[str] = []
        """The names of the windows that are open now, the innermost last (see `domain.play.windows`)."""
        self.is_by_hand = False
        """Whether a command of the base is carried out, whose sender writes data freely."""
        self.findings = Findings(self._working)
        self._supply = supply
        self._ids: dict[str, int] = {}
        self._citing: tuple[str, ...] = ()
        self._audience: Audience = deed.envelope.audience

    @property
    def entry(self) -> int:
        """The number of the entry this deed began with."""
        return self.deed.entry

    @cached_property
    def keys(self) -> AskedKeys:
        """The keys of the questions that this deed has asked."""
        look = TrackedReads(self.world, self.reads)  # not this play, which would hold itself by its keys
        return AskedKeys(look, self.registry, self.system, self.deed.answers.keys(), self.deed.keys)

    @property
    def changed(self) -> dict[str, Aggregate]:
        """The aggregates this deed has changed, as they are now."""
        return self._working.copies

    def option(self, name: str) -> Scalar:
        """A campaign option's value, or its default."""
        chosen = self.campaign().ground["self"].options
        return chosen.get(name, self.registry.options(self.system)[name].default)

    def clock(self) -> int:
        """The in-game time in seconds since the campaign's beginning."""
        clock = self.campaign().clock.get("now")
        return 0 if clock is None else int(clock.at)

    def value(
        self, ref: str, path: str, *, tags: Iterable[str] = (), against: str = "", addends: Addends = ()
    ) -> Value:
        """An effective value with its reasons, in such a `Situation` (see `domain.play.values.effective`)."""
        situation = Situation(frozenset(tags), against, addends)
        what = ("value", ref, path, *situation)
        return self.findings.kept(what, (ANYTHING,), lambda: effective(self, ref, path, situation))

    def is_computed(self, ref: str, path: str) -> bool:
        """Whether a formula gives a value, the aggregate's own or the game's (see `domain.play.values.is_computed`)."""
        return is_computed(self, ref, path)

    def new_id(self, label: str) -> str:
        """Return a name for a thing that this deed creates: the same in every run of it."""
        index = self._ids.get(label, 0)
        self._ids[label] = index + 1
        return f"{label}-{self.deed.key or self.entry}" + (f"-{index}" if index else "")

    @contextmanager
    def citing(self, *rules: str) -> Iterator[None]:
        """Everything emitted within cites these rules as well. If nothing came about, was asked or was overruled
        within, none of the rules was applied."""
        before, self._citing = self._citing, (*self._citing, *rules)
        place, trace = len(self.citations), self._trace()
        try:
            yield
        finally:
            self._citing = before
            if self._trace() != trace:
                self.citations[place:place] = rules

    def cite(self, *rules: str) -> None:
        """Cite rules that were applied though nothing came about by them: what kept something from happening."""
        self.citations.extend(rules)

    def _trace(self) -> tuple[int, int, int]:
        """Return how far the deed has come, so that it can be told whether anything has come about since."""
        return len(self.emitted), len(self.asked), len(self.overruled)

    @contextmanager
    def seen_by(self, audience: Audience) -> Iterator[None]:
        """Everything emitted within is for this audience only (never for more than the command's own)."""
        before, self._audience = self._audience, narrower(self._audience, audience)
        try:
            yield
        finally:
            self._audience = before

    def emit(self, ref: str, event: Event) -> None:
        """Let something happen to an aggregate. Reads that it and the instance exist; nothing of their values.

        Raises Absent where the event changes what is not there, Refused where it creates what is, or where the system
        does not know the name (that much a game master may force). Its data has to fit (see `domain.play.working_copy`).
        """
        self._check_name(event)
        if not self.exists(ref) and not isinstance(event, Introduced):
            raise Absent(ref)
        at, aggregate = f"{ref}.{event.component}.{event.name}", self._working.own(ref)
        if event.component != "log":
            self.note(at)
        rules = tuple(dict.fromkeys((*event.rules, *self._citing)))
        try:
            audience = narrower(self._audience, narrower(event.audience, who_sees(self, ref, event)))
            event = msgspec.structs.replace(self._for_its_audience(ref, event), rules=rules, audience=audience)
            self.findings.touch(aggregate, event)
            evolve(aggregate, event)
        except UnknownComponent as unknown:
            raise Absent(f"{ref}.{event.component}", "{unknown}.", unknown=str(unknown).capitalize()) from unknown
        except BrokenHistory as broken:
            present = event.component != "log" and event.name in aggregate.instances(event.component)
            if not present:
                raise not_there(self._working, at) from broken
            words = (among(self._working, ref, event.component, event.name, for_gm=who) for who in (False, True))
            raise Refused("name-taken", *(text("There is already {thing}.", thing=each) for each in words)) from broken
        self._check_data(aggregate, event)
        self.findings.touch(aggregate, event)
        self.emitted.append(StreamEvent(ref, event))

    def roll(
        self,
        roller: str,
        kind: str,
        notation: str,
        *,
        about: str = "",
        title: str = "",
        against: str = "",
        modifiers: Addends = (),
        adjustments: tuple[Adjustment, ...] = (),
        target: int | None = None,
        judge: Callable[[int, int], str] | None = None,
        sealed: bool = False,
        veiled: bool = False,
        rules: tuple[str, ...] = (),
    ) -> Rolled:
        """Roll dice and write the roll into the stream of the `roller`; its `total` is the number that the rule counts.

        Dice are keyed to the roller, the declared kind (`attack`) or its `title`, and whom it is `about` where one rolls
        that for several. `adjustments` (caps, multiples) are shown and cited where they make a difference. `judge` turns
        what the dice show and the total into an outcome; else `target` is what it has to reach. A `sealed` roll is the game master's alone; of a
        `veiled` one, or one `against` a character whose sheet is not public, target and outcome are. Raises Refused.
        """
        self.registry.check_roll(self.system, kind, titled=bool(title))
        label = label_of(title or kind, about)
        veiled = veiled or bool(against and not is_public(self.aggregate(against).profile["self"].sheet))
        rolled = self._rolled(roller, label, notation, sealed=sealed, veiled=veiled)
        counts = counted(rolled.total, modifiers, adjustments, judge or partial(reaches, target))
        event = Rolled(
            name=label,
            notation=notation,
            dice=tuple((die.sides, die.value, die.kept) for die in rolled.dice),
            target=target,
            veiled=veiled,
            audience="gm" if sealed else "all",
            **msgspec.structs.asdict(counts),
        )
        self.emit(roller, msgspec.structs.replace(event, rules=tuple(dict.fromkeys((*rules, *event.rules)))))
        return event

    def _rolled(self, roller: str, label: str, notation: str, *, sealed: bool, veiled: bool) -> Evaluation:
        hidden = not is_public(narrower(self._audience, narrower("gm" if sealed else "all", known_to(self, roller))))
        known = len(self._supply.new)
        try:
            expression = parse(notation)
            self._supply.demand(label, required(expression), roller)
            rolled = evaluate(expression, lambda n: self._supply.draw(label, n, roller=roller, sealed=hidden).value)
        except DiceMissing as short:
            raise DiceNeeded(short.missing) from short
        except (NotationError, DieOutOfRange, TooManyDice) as wrong:
            raise Refused(wrong.slug.replace("_", "-"), sentence_of(wrong)) from wrong
        if veiled and self._supply.is_preview and not self.deed.is_gm and len(self._supply.new) > known:
            raise Refused("veiled", "A dry run would tell what this roll has to reach; give the command itself.")
        return rolled

    def ask(
        self,
        kind: str,
        owner: str,
        options: tuple[str, ...],
        default: str,
        prompt: str = "",
        *,
        about: str | tuple[str, ...] = (),
        of: str = "",
        step: int = 0,
        title: str = "",
    ) -> str:
        """A decision the deed cannot go on without: what was answered, else it waits (see `domain.play.deed`).

        `owner` is a member, `gm`, or the reference of a character: then it is the member who plays them, and where nobody does the
        option `npc_questions` says whether the game master is asked. `kind` is one that the game declares, `about` the references of those whom it is about, `of` the word or label of a
        roll that the kind has behind its name, `step` the number within several questions in a row. A titled kind has its
        `title` for a key.
        """
        key = self._key(kind, about, of, step, title)
        question = self._question(key, owner, options, default, prompt, blocking=True)
        if question.key in self.deed.answers:
            return self._answer(question)
        if self.deed.closing or (is_unplayed(self, owner) and self.option("npc_questions") == "default"):
            return default
        raise Suspended(question)

    def offer(
        self,
        kind: str,
        owner: str,
        options: tuple[str, ...],
        default: str,
        prompt: str = "",
        *,
        about: str | tuple[str, ...] = (),
        of: str = "",
        step: int = 0,
        price: str = "",
        closes: Closes = "",
    ) -> str:
        """A choice that takes its default at once unless it was made in advance; it may still be made later, until the moment
        that `closes` names (see `domain.ledger.reading.open_offers`). `price` says in words what it costs; the rest as in `ask`."""
        key = self._key(kind, about, of, step)
        asked = self._question(key, owner, options, default, prompt, blocking=False)
        question = msgspec.structs.replace(asked, price=price, closes=closes)
        self.asked[-1] = question
        return self._answer(question) if question.key in self.deed.answers else default

    def refuse(self, rule: str, player: str, gm: str | None = None, /, **fields: object) -> None:
        """Refuse the command by a rule, with sentences as in `Refused`; returns only where the game master forces it, which is
        then on record."""
        refusal = Refused(rule, filled(player, fields), gm and filled(gm, fields))
        if not self.deed.envelope.force:
            raise refusal
        self.overruled.append(refusal)

    def missing(self, path: str, sentence: str, /, **fields: object) -> NoReturn:
        """Refuse the command because something does not exist. It cannot be forced."""
        raise Absent(path, sentence, **fields)

    def _key(self, kind: str, about: str | tuple[str, ...], of: str, step: int, title: str = "") -> str:
        self.registry.check_question(self.system, kind, of=of, titled=bool(title))
        return title or self.keys.next(kind, about, of, step)

    def _question(
        self, key: str, owner: str, options: tuple[str, ...], default: str, prompt: str, *, blocking: bool
    ) -> Question:
        if any(earlier.key == key for earlier in self.asked):
            raise ValueError(f"the key {key!r} is asked twice in one deed; keys name one question each")
        question = Question(
            deed=self.entry,
            key=key,
            owner=owner_of(self, owner) if is_reference(owner) else owner,
            options=options,
            default=default,
            blocking=blocking,
            prompt=prompt,
            holds=concerned(self.deed.args, (one.ref for one in self.emitted)),
            audience=self._audience,
        )
        self.asked.append(question)
        return question

    def _answer(self, question: Question) -> str:
        if self.deed.answering not in ("", question.owner):
            raise Refused(
                "owner", "{question} is not yours to decide: leave it out of the responses.", question=question.key
            )
        choice = meant(self, question.options, self.deed.answers[question.key])
        if question.options and choice not in question.options:
            raise UnknownChoice(question, choice)
        return choice

    def _check_name(self, event: Event) -> None:
        if event.component != "log" and not NAME.match(event.name):
            raise Refused(
                "bad-name", "{event!r} is no name: use lower-case letters, digits and - _ / : +.", event=event.name
            )
        if problem := self.system.check(event):
            self.refuse("vocabulary", "{problem}.", problem=problem)

    def _check_data(self, aggregate: Aggregate, event: Event) -> None:
        """Check the data that an event has brought to an aggregate.

        A game's rule that brings data of the wrong form has a defect (DataDefect). Data written by hand, through a
        command of the base, is refused; a game master may force a key that the game does not know.
        """
        wrong = misfit_of(self.registry, self.system, aggregate, event, by_hand=self.is_by_hand)
        if wrong is None:
            return
        if not self.is_by_hand:
            raise DataDefect(wrong.problem)
        if not wrong.is_strange:
            raise Refused("vocabulary", "{wrong}.", wrong=wrong.problem)
        self.refuse("vocabulary", "{wrong}.", wrong=wrong.problem)

    def _for_its_audience(self, ref: str, event: Event) -> Event:
        """Keep what a command creates for the command's own audience until it is shown; what comes with a new aggregate is
        shown with them."""
        audience, instance = self.deed.envelope.audience, carried_by(event)
        if is_public(audience) or instance is None or self._is_new(ref):
            return event
        field = next(field for field in event.__struct_fields__ if getattr(event, field) is instance)
        narrowed = msgspec.structs.replace(instance, audience=narrower(audience, instance.audience))
        return msgspec.structs.replace(event, **{field: narrowed})

    def _is_new(self, ref: str) -> bool:
        """Whether it came to be in this deed."""
        return any(done.ref == ref and isinstance(done.event, Introduced) for done in self.emitted)
