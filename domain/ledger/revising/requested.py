"""A change of the past as it was asked for, resolved against the ledger: which entries are struck, amended and inserted."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TypeVar

import msgspec

from domain.commands import DiceGiven, Envelope
from domain.dice.tape import candidates
from domain.history.ledger_reader import LedgerReader
from domain.history.outcomes import NewEntry, Result, WantedDice
from domain.history.plan import AlreadySo, Insert, RevisionRequest, SharedPast
from domain.history.script import Script
from domain.ledger.playing.acceptance import AcceptedCommand, Actor, accept, check_sent, check_typed
from domain.ledger.playing.draft import Draft
from domain.ledger.playing.references import UnknownThing
from domain.ledger.playing.requests import with_references
from domain.ledger.reading.past import CorrectedPast
from domain.ledger.revising import decided_anew
from domain.ledger.revising.groups import entries_of
from domain.ledger.revising.renaming import Here, Renaming
from domain.messages import text
from domain.play.deed import CLOSE, BadCommand
from domain.play.reading import World
from domain.records.entries import Change, Header, Insertion, Revision

T = TypeVar("T")


class Requested:
    """The exact change that is requested, with the words and commands that it carries."""

    def __init__(
        self, reader: LedgerReader, draft: Draft, actor: Actor, request: RevisionRequest, renaming: Renaming | None
    ) -> None:
        self.reader, self.draft, self.actor, self.renaming = reader, draft, actor, renaming
        self.number = draft.next
        self.shared = reader.store.campaign(reader.campaign).forked_known_at or 0
        for entry in request.responses:
            self._header(int(entry))
        self.request = with_references(draft, reader, actor, decided_anew.of_deeds(reader, request))
        self.anchors = [self._anchor(insert) for insert in _many(request.insert)]
        """The entries directly after which the inserts come."""
        self.texts: list[str] = []
        self.accepted: list[AcceptedCommand] = []
        self.inserts: list[NewEntry] = []
        self.reason: str | None = None
        self._rolled: set[int] = set()
        """The entries whose given dice are taken to come after those that were rolled."""

    def revision(self) -> Revision:
        request = self.request
        changes: dict[int, Change] = {}
        withdraws = None if request.redo is None else self._redone(request.redo)
        undone = request.undo if isinstance(request.undo, tuple) else entries_of(self.reader, request.undo)
        for entry in undone:
            if self._is_revision(entry):
                withdraws = self._only_one(withdraws, entry)
            else:
                changes[entry] = Change(entry=entry, to="strike")
        for amend in _many(request.amend):
            changes[amend.entry] = self._amended(amend.entry, amend.command)
        answers, responses = self._answered(changes)
        for entry, choice in answers.items():
            changes[entry] = self._answering(changes.get(entry) or self._amended(entry, None), choice)
        for entry in sorted({*map(int, request.dice), *responses} - set(changes)):
            changes[entry] = self._amended(entry, None)
        for entry, given in responses.items():
            if changes[entry].to == "strike":
                raise BadCommand(
                    text("entry {entry} is to be undone, so that it asks nothing; leave out its responses", entry=entry)
                )
            changes[entry] = _with_responses(changes[entry], given)
        inserted = tuple(self._inserted(number, insert) for number, insert in enumerate(_many(request.insert)))
        if not changes and not inserted and withdraws is None and not request.rules:
            raise BadCommand("a revision undoes, redoes, amends or inserts something; this one asks for nothing")
        if request.reason:
            self.reason = self._text(request.reason)
        ordered = tuple(changes[entry] for entry in sorted(changes))
        more = bool(changes or inserted or withdraws)
        rules = decided_anew.version(self.draft, self.actor, request, asks_for_more=more)
        return Revision(changes=ordered, withdraws=withdraws, inserts=inserted, policy=request.policy, rules=rules)

    def wanted(self, revision: Revision, closed: Collection[int] = ()) -> WantedDice:
        """Return what is to hold with that revision; the last answers to the `closed` deeds open no question again."""
        return WantedDice(
            script=Script({**self.reader.script.revisions, self.number: revision}),
            inserts={new.entry: new for new in self.inserts},
            policy=self.request.policy,
            policies={int(entry): policy for entry, policy in self.request.policies.items()},
            said={deed: frozenset(given) for deed, given in self.responses.items()},
            dice=frozenset(entry for entry, (dice, _) in self._given().items() if dice),
            closed=frozenset(closed),
            fill=self.request.owed == "fill",
            anew=decided_anew.deeds(self.reader, self.request, self.shared),
        )

    @property
    def responses(self) -> dict[int, dict[str, str]]:
        """The answers that are given only now, by deed, but for those that come with an insert."""
        by_deed: dict[int, dict[str, str]] = {}
        for entry, (_, responses) in self._given().items():
            if responses:
                by_deed.setdefault(self.reader.header(entry).deed, {}).update(responses)
        return by_deed

    @property
    def sent(self) -> object:
        """The dice and answers that were sent, as JSON has them."""
        inserts = [(one.command.dice, one.command.responses) for one in _many(self.request.insert)]
        return msgspec.to_builtins((sorted(self._given().items()), inserts, self.request.owed))

    def _given(self) -> dict[int, tuple[DiceGiven, dict[str, str]]]:
        """The dice and responses that are given only now, by the ledger's entries."""
        commands = {one.entry: one.command for one in _many(self.request.amend) if one.command is not None}
        entries = sorted({*map(int, self.request.dice), *map(int, self.request.responses), *commands})
        given_by_entry = {}
        for entry in entries:
            command, key = commands.get(entry, Envelope(type="")), str(entry)
            dice = self.request.dice.get(key, command.dice)
            given_by_entry[entry] = (dice, {**command.responses, **self.request.responses.get(key, {})})
        return given_by_entry

    def with_defaults(self, revision: Revision, results: Collection[Result]) -> Revision:
        """The revision, where every question that these entries owe is answered with its default."""
        changes = {change.entry: change for change in revision.changes}
        for result in results:
            for question in result.owed.questions:
                if question.deed in (new.entry for new in self.inserts):
                    self._answer_insert(question.deed, {question.key: question.default})
                elif result.entry != question.deed and self.reader.header(result.entry).answers == question.key:
                    change = changes.get(result.entry) or self._amended(result.entry, None)
                    changes[result.entry] = self._answering(change, question.default)
                else:
                    change = changes.get(result.entry) or self._amended(result.entry, None)
                    changes[result.entry] = _with_responses(change, {question.key: question.default})
        return msgspec.structs.replace(revision, changes=tuple(changes[entry] for entry in sorted(changes)))

    def with_rolled(self, revision: Revision, results: Collection[Result]) -> Revision | None:
        """The revision, where dice that are given for a label of which more are owed come after those that were rolled; None
        where there are none of the kind."""
        changes, more = {change.entry: change for change in revision.changes}, False
        for result in results:
            for entry in self.reader.deed(self.reader.header(result.entry).deed) if result.owed.dice else ():
                dice, envelope = (
                    self.request.dice.get(str(entry)),
                    changes[entry].envelope if entry in changes else None,
                )
                if not isinstance(dice, dict) or envelope is None or entry in self._rolled:
                    continue
                named = {name for die in result.owed.dice for name in candidates(die.roller, die.label)}
                rolled = self._rolled_before(entry, named & dice.keys())
                if rolled:
                    self._rolled.add(entry)
                    given = {label: (*rolled.get(label, ()), *values) for label, values in dice.items()}
                    changes[entry] = msgspec.structs.replace(
                        changes[entry], envelope=msgspec.structs.replace(envelope, dice=given)
                    )
                    more = True
        return msgspec.structs.replace(revision, changes=tuple(changes.values())) if more else None

    def _rolled_before(self, entry: int, labels: Collection[str]) -> dict[str, tuple[int, ...]]:
        """Return what a deed's dice showed that are sent under these labels, in the order in which they were rolled;
        without those labels under which several rolled."""
        deed = self.reader.header(entry).deed
        tape = self.reader.deed_script(deed, self.reader.script, (), None).tape
        values_by_label: dict[str, tuple[int, ...]] = {}
        for label in labels:
            dice = [die for die in tape if label in candidates(die.roller, die.label)]
            if len({(die.roller, die.label) for die in dice}) == 1:
                values_by_label[label] = tuple(die.value for die in sorted(dice, key=lambda die: die.index))
        return values_by_label

    def _answer_insert(self, entry: int, responses: dict[str, str]) -> None:
        number = next(n for n, new in enumerate(self.inserts) if new.entry == entry)
        new, accepted = self.inserts[number], self.accepted[number]
        given = msgspec.structs.replace(new.envelope, responses={**new.envelope.responses, **responses})
        self.inserts[number] = msgspec.structs.replace(new, envelope=given)
        self.accepted[number] = msgspec.structs.replace(accepted, envelope=given)

    def _answered(self, changes: Collection[int]) -> tuple[dict[int, str], dict[int, dict[str, str]]]:
        """The answers that are given only now: other choices by the entries of standing answers, the rest by deed."""
        choices: dict[int, str] = {}
        responses: dict[int, dict[str, str]] = {}
        for entry, given in self.request.responses.items():
            standing = dict(self._standing_answers(int(entry), changes))
            for key, choice in given.items():
                if key in standing:
                    choices[standing[key]] = choice
                else:
                    responses.setdefault(self._own_entry(int(entry)), {})[key] = choice
        return choices, responses

    def _own_entry(self, deed: int) -> int:
        """Return the entry at which answers to a deed are kept: its own, in a fork that only shares it that of its
        first own answer."""
        own = (entry for entry in self.reader.deed(deed) if entry > self.shared)
        return deed if deed > self.shared else next(own, deed)

    def _standing_answers(self, deed: int, changes: Collection[int]) -> Iterator[tuple[str, int]]:
        """The keys that standing entries of a deed answer, and those entries."""
        for entry in self.reader.deed(deed)[1:]:
            header, standing = self.reader.header(entry), self.reader.status(entry) not in ("struck", "moot", "kept")
            if standing and entry not in changes and header.envelope is not None and header.envelope.type != CLOSE:
                yield header.answers or "", entry

    def _answering(self, change: Change, choice: str) -> Change:
        assert change.envelope is not None, "an amended answer has its command"
        args = {**change.envelope.args, "choice": choice}
        return msgspec.structs.replace(change, envelope=msgspec.structs.replace(change.envelope, args=args))

    def _text(self, words: str) -> str:
        self.texts.append(words)
        return f"{self.number}.{len(self.texts) - 1}"

    def _is_revision(self, entry: int) -> bool:
        header = self._header(entry)
        if header.kind == "record":
            raise BadCommand(
                text(
                    "entry {entry} records members, dice, erasures or sealed secrets; such entries are never revised",
                    entry=entry,
                )
            )
        if header.kind == "revision":
            if header.status == "refused":
                raise BadCommand(
                    text("revision {entry} was refused and changed nothing; there is nothing to undo", entry=entry)
                )
            if entry not in self.reader.script.active:
                raise AlreadySo(
                    entry, text("revision {entry} is withdrawn already; redo it to apply it again", entry=entry)
                )
            return True
        if self.reader.script.directive(entry).how == "strike":
            raise AlreadySo(
                entry,
                text("entry {entry} is already struck; redo it, or undo the revision that struck it", entry=entry),
            )
        return False

    def _header(self, entry: int) -> Header:
        if 1 <= entry <= self.shared:
            raise SharedPast(entry)
        try:
            return self.reader.header(entry)
        except LookupError as error:
            raise UnknownThing(text("there is no entry {entry} in this campaign", entry=entry)) from error

    def _only_one(self, withdraws: int | None, entry: int) -> int:
        if withdraws not in (None, entry):
            raise BadCommand(
                text(
                    "one revision withdraws one other; do {withdraws} and {entry} one after the other",
                    withdraws=withdraws,
                    entry=entry,
                )
            )
        return entry

    def _redone(self, entry: int) -> int:
        """The one revision that has to be withdrawn so that an entry stands again."""
        script = self.reader.script
        if self._header(entry).kind == "revision":
            withdrawer = script.withdrawer(entry)
            if withdrawer is None:
                raise AlreadySo(entry, text("revision {entry} is in force; there is nothing to redo", entry=entry))
            return withdrawer
        strikers = script.strikers(entry)
        if not strikers:
            raise AlreadySo(entry, text("entry {entry} is not struck; there is nothing to redo", entry=entry))
        if len(strikers) > 1:
            raise Ambiguous(entry, strikers)
        return strikers[0]

    def _amended(self, entry: int, command: Envelope | None) -> Change:
        header = self._header(entry)
        if header.kind != "play" or header.envelope is None or header.status == "refused":
            raise BadCommand(
                text("entry {entry} holds no command, so it cannot be amended; amend an entry of play", entry=entry)
            )
        if header.deed != entry and self.reader.script.directive(header.deed).how == "keep":
            raise BadCommand(
                text(
                    "entry {entry} answers deed {deed}, whose events are kept; withdraw that first",
                    entry=entry,
                    deed=header.deed,
                )
            )
        in_force = self.reader.script.directive(entry).envelope or header.envelope
        envelope = in_force if command is None else self._accepted(command, before=entry).envelope
        dice = self.request.dice.get(str(entry), envelope.dice if command else ())
        amended = self.reader.script.directive(entry).envelope
        if command is None and amended is not None:
            dice = decided_anew.together(amended.dice, dice)
        if header.deed != entry and dice and not isinstance(dice, dict):
            raise BadCommand(
                text(
                    "entry {entry} answers deed {deed}; give its dice by label, among those of the deed",
                    entry=entry,
                    deed=header.deed,
                )
            )
        check_typed(self.draft, self.request.dice.get(str(entry), ()), envelope.dice_source)
        return Change(entry=entry, to="amend", envelope=msgspec.structs.replace(envelope, dice=dice))

    def _accepted(self, command: Envelope, before: int) -> AcceptedCommand:
        check_sent(self.draft, command)
        place = self.reader.script.place(before)
        world = CorrectedPast(self.reader.store, self.reader.campaign, before=place)
        accepted = accept(world, self.draft.registry, self.actor, command, self.number, first_text=len(self.texts))
        self.texts.extend(accepted.words.texts)
        return accepted

    def _inserted(self, ordinal: int, insert: Insert) -> Insertion:
        number, after = self.number + 1 + ordinal, self.anchors[ordinal]
        world, command = self._as_called_here(ordinal, insert)
        check_sent(self.draft, command)
        accepted = accept(world, self.draft.registry, self.actor, command, number)
        self.accepted.append(accepted)
        self.inserts.append(
            NewEntry(
                entry=number,
                after=after,
                member=self.actor.member,
                is_gm=self.actor.is_gm,
                envelope=accepted.envelope,
            )
        )
        return Insertion(number, after)

    def _anchor(self, insert: Insert) -> int:
        """Return the entry directly after which an insert comes. Raises BadCommand."""
        if insert.before is None:
            after = insert.after or 0
            if self._header(after).kind == "revision":
                raise BadCommand(
                    text("entry {after} is a revision and has no place; insert after an entry of play", after=after)
                )
            return after
        if self._header(insert.before).kind != "play":
            raise BadCommand(
                text("entry {before} has no place in the story; insert before an entry of play", before=insert.before)
            )
        return self.reader.script.predecessor(insert.before)

    def _as_called_here(self, ordinal: int, insert: Insert) -> tuple[World, Envelope]:
        """The world in which a command is inserted, and the command as it names what is there."""
        place = self.reader.script.place(self.anchors[ordinal])
        world = CorrectedPast(self.reader.store, self.reader.campaign, up_to=place)
        if self.renaming is None:
            return world, insert.command
        keys = self.reader.script.next_keys(self.anchors)
        renamed = self.renaming.of([Here(self.number + 1 + n, key) for n, key in enumerate(keys)])
        origin = self.renaming.commands[ordinal].entry
        return renamed.expecting(world), renamed.command(insert.command, self.draft.registry, world, origin)


class Ambiguous(Exception):
    """Several revisions strike an entry: which of them is to be withdrawn has to be said."""

    slug = "several-strikers"

    def __init__(self, entry: int, strikers: Sequence[int]) -> None:
        self.entry = entry
        self.strikers = tuple(strikers)
        listed = ", ".join(map(str, strikers))
        super().__init__(
            text("entry {entry} was struck by {listed}; undo those revisions one by one", entry=entry, listed=listed)
        )


def _with_responses(change: Change, given: dict[str, str]) -> Change:
    assert change.envelope is not None, "an amended entry has its command"
    responses = {**change.envelope.responses, **given}
    return msgspec.structs.replace(change, envelope=msgspec.structs.replace(change.envelope, responses=responses))


def _many(given: tuple[T, ...] | T) -> tuple[T, ...]:
    return given if isinstance(given, tuple) else (given,)
