"""Retelling a history by commands: people become members, characters come, messages and rolls follow in the order of their times."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final
from uuid import uuid4

from api.imports.dice import UntellableRoll, given_as
from api.imports.history.account import HistoryCounts
from api.imports.history.known import KnownRecords
from api.imports.history.records import (
    RecordFault,
    ToldAudience,
    ToldCharacter,
    ToldCombatant,
    ToldFight,
    ToldHistory,
    ToldMessage,
    ToldRoll,
    ToldThing,
)
from api.imports.playing import LONGEST_WORD, NOT_PLAYABLE, storable
from domain.aggregates import CAMPAIGN
from domain.commands import Envelope
from domain.ledger.ledger import Ledger
from domain.ledger.playing.acceptance import Actor
from domain.ledger.playing.draft import Draft
from domain.ledger.playing.requests import digest_of
from domain.messages import sentence_of
from domain.messages import text as worded
from domain.play.play import StreamEvent
from domain.vocabulary.audiences import is_public, is_secret
from domain.vocabulary.base import Audience
from domain.vocabulary.chronicle import participation

PAUSE: Final = 6 * 60 * 60 * 1000
"""Milliseconds of silence after which the next message begins another session."""

LONGEST_TEXT: Final = 20_000
"""Characters of the longest note."""


class StoryClock:
    """The time at which the next entry is written: that of the newest message."""

    def __init__(self, at: int | None) -> None:
        self.at = int(datetime.now(UTC).timestamp() * 1000) if at is None else at

    def __call__(self) -> datetime:
        return datetime.fromtimestamp(self.at / 1000, UTC)


class HistoryWriter:
    """A writer that plays a history into a draft, a record whenever the next is asked for. It leaves out the records
    that the campaign has already.

    `actor` imports, as a game master. The parts of a record that no command can hold are among the `faults`.
    """

    def __init__(self, ledger: Ledger, draft: Draft, history: ToldHistory, known: KnownRecords, actor: Actor) -> None:
        self.counts = HistoryCounts()
        self.faults: list[RecordFault] = []
        self.known = 0
        self._ledger, self._draft, self._history = ledger, draft, history
        self._records, self._actor = known, actor
        self._names = {person.key: person.name for person in history.people}
        self._called = {character.key: character.name for character in history.characters}
        self._public: set[str] = set()
        """The names that have appeared in public by now."""
        self._own_session = False

    def write(self, clock: StoryClock) -> Iterator[None]:
        """Play all of it, and move the clock on with the messages."""
        self._enrol()
        for character in self._history.characters:
            yield from self._character(character)
        last: int | None = None
        for message in self._history.messages():
            if is_public(message.audience):
                self._public.add(message.speaker.casefold())
            if self._is_known("message", message.key):
                continue
            if message.at is not None:
                self._pause(message.at, last)
                last = message.at
                clock.at = max(clock.at, message.at)
            self._open_session(clock)
            self._message(message)
            yield
        self._close_session()
        for fight in self._history.fights:
            yield from self._fight(fight)
        if self._history.game_time is not None and self._draft.founding is not None:
            self._give(("clock",), "set_clock", {"at": self._history.game_time})

    def _enrol(self) -> None:
        """Make every person a member, in one entry. By its id a later import finds the campaign of this history."""
        participants = self._draft.campaign_state().participants
        people = [(one.role, self._history.member_of(one.key)) for one in self._history.people]
        parts = [(role, member, participants.get(member)) for role, member in people]
        new = [(role, member, part) for role, member, part in parts if part is None or not part.active]
        if not new and self._draft.founding is None:
            return
        command_id = self._records.new(self._history.origin) or str(uuid4())
        joined = [StreamEvent(CAMPAIGN, participation(member, part, role)) for role, member, part in new]
        header = self._draft.header("record", self._actor, command_id)
        self._draft.add(header, joined, request_digest=digest_of(self._actor.member, command_id))
        self.counts.people += len(new)

    def _character(self, character: ToldCharacter) -> Iterator[None]:
        if not self._is_known("character", character.key):
            if character.alone and self._is_called(character.name):
                self.faults.append(
                    RecordFault(character.name, worded("A character of that name exists already; it stays unchanged."))
                )
                return
            values, pools, words = self._in_the_games_words(character)
            args = {
                "name": character.name,
                "kind": character.kind,
                "owners": [self._history.member_of(owner) for owner in character.owners if owner in self._names],
                "hidden": character.hidden,
                "sheet": self._audience(character.sheet),
                "data": words,
                "attributes": values,
                "tracks": pools,
            }
            self.counts.characters += self._create(args, "character", character.key)
            yield
        ref = self._ref("character", character.key)
        for thing in character.things if ref else ():
            if not self._is_known("thing", character.key, thing.key):
                self.counts.things += self._thing(ref, character, thing)
                yield

    def _in_the_games_words(self, character: ToldCharacter) -> tuple[dict[str, int], dict[str, object], dict[str, str]]:
        """Return values and pools as far as the game knows such, and as words what it does not."""
        system = self._draft.registry.system(self._draft.campaign_state().ground["self"].system)
        known, tracked = system.vocabulary.attributes, system.vocabulary.tracks
        values = {name: value for name, value in character.attributes.items() if not known or name in known}
        pools: dict[str, object] = {
            name: {"current": pool.current, "maximum": pool.maximum}
            for name, pool in character.pools.items()
            if not tracked or name in tracked
        }
        strange = {name: str(value) for name, value in character.attributes.items() if name not in values}
        strange |= {
            name: f"{pool.current}/{pool.maximum}" for name, pool in character.pools.items() if name not in pools
        }
        return values, pools, {**strange, **character.data}

    def _is_called(self, name: str) -> bool:
        handles = self._draft.campaign_state().handles.values()
        return any(handle.kind == "character" and handle.folded == name.strip().lower() for handle in handles)

    def _thing(self, owner: str, whose: ToldCharacter, thing: ToldThing) -> bool:
        parts = ("thing", whose.key, thing.key)
        audience: Audience = "gm" if whose.hidden else "all"
        if thing.owned:
            args: dict[str, Any] = {
                "target": owner,
                "what": thing.name,
                "quantity": thing.quantity,
                "tags": [thing.kind],
            }
            return self._give(parts, "give_item", args, audience=audience)
        name = f"{_word(thing.kind)}/{_word(thing.key)}"
        trait = {"kind": thing.kind, "title": thing.name, "rank": thing.rank}
        put = {"target": owner, "component": "traits", "name": name, "instance": trait}
        return self._give(parts, "put", put, audience=audience)

    def _message(self, message: ToldMessage) -> None:
        audience = self._audience(message.audience)
        written = 0
        if message.words:
            name = self._names.get(message.person, "")
            words = message.words if message.speaker in ("", name) else f"{message.speaker}: {message.words}"
            note = {"text": words[:LONGEST_TEXT]}
            written += self._give(("message", message.key), "note", note, by=message.person, audience=audience)
        for number, roll in enumerate(message.rolls, start=1):
            done = self._roll(message, roll, number, audience)
            self.counts.rolls += done
            self.counts.dice += len(roll.dice) if done else 0
            written += done
        self.counts.messages += bool(written)
        self.counts.private += bool(written) and not is_public(audience)

    def _roll(self, message: ToldMessage, roll: ToldRoll, number: int, audience: Audience) -> bool:
        parts: tuple[object, ...] = ("message", message.key)
        if message.words or number > 1:
            parts = (*parts, number)
        try:
            given = given_as(roll.notations, roll.dice, roll.total, written=roll.written, longest=LONGEST_WORD)
        except UntellableRoll as beyond:
            self.faults.append(RecordFault(f"message {message.key}", sentence_of(beyond)))
            return False
        args: dict[str, Any] = {"label": roll.label[:LONGEST_WORD] or "roll", "notation": given.notation}
        if roller := self._roller(message, audience):
            args["actor"] = roller
        if roll.addends:
            args["modifiers"] = [{"label": label[:LONGEST_WORD], "amount": amount} for label, amount in roll.addends]
        if roll.target is not None:
            args |= {"target": roll.target, "veiled": roll.veiled}
        return self._give(parts, "roll", args, by=message.person, audience=audience, dice=given.faces)

    def _roller(self, message: ToldMessage, audience: Audience) -> str:
        """Return the character in whose name a message rolls; "" where not all of its readers may know of them.

        A message under another name than the character's rolls as a stand-in, so that a roll does not reveal who hides
        behind a name. A stand-in or a hidden character is shown once its name has appeared in public.
        """
        if message.character in self._called and message.speaker in ("", self._called[message.character]):
            parts, name = ("character", message.character), self._called[message.character]
        else:
            name = message.speaker or self._names.get(message.person, "") or "Somebody"
            parts = ("speaker", name.casefold())
        public = is_public(message.audience) or name.casefold() in self._public
        if parts[0] == "speaker" and not self._records.has(self._history.id_of(*parts)):
            self._create({"name": name, "hidden": not public}, *parts)
        ref = self._ref(*parts)
        state = self._draft.aggregate(ref) if ref else None
        if state is None or "self" not in state.profile:
            return ""
        if not is_secret(state.profile["self"].audience):
            return ref
        if public:
            self._play(str(uuid4()), "describe", {"target": ref, "hidden": False})
        return ref if public or self._is_for_masters(audience) else ""

    def _is_for_masters(self, audience: Audience) -> bool:
        state = self._draft.campaign_state()
        return is_secret(audience) or all(
            state.takes_part(member) and state.participants[member].role == "gm" for member in audience
        )

    def _fight(self, fight: ToldFight) -> Iterator[None]:
        if self._is_known("fight", fight.key):
            return
        hidden = all(one.hidden for one in fight.combatants)
        if not self._create({"name": fight.name, "hidden": hidden}, "fight", fight.key, command="create_encounter"):
            return
        self.counts.fights += 1
        encounter = self._ref("fight", fight.key)
        places: dict[str, str] = {}
        for one in fight.combatants:
            subject = self._ref("character", one.character)
            own = subject.partition("/")[2]
            places[one.key] = own if own and own not in places.values() else _word(one.key)
            self._join(encounter, fight, one, subject, places[one.key])
        if fight.round > 0 and places:
            self._give(("fight", fight.key, "begins"), "begin", {"encounter": encounter})
            order = sorted(fight.combatants, key=lambda one: (one.initiative or 0, one.tiebreak), reverse=True)
            acting = [places[order[fight.turn].key]] if fight.turn is not None and fight.turn < len(order) else []
            now = {"encounter": encounter, "entries": acting, "round": fight.round}
            self._give(("fight", fight.key, "turn"), "set_turn", now)
        yield

    def _join(self, encounter: str, fight: ToldFight, one: ToldCombatant, subject: str, place: str) -> None:
        """Give a combatant a place in a fight; a hidden one gets it in secret."""
        audience: Audience = "gm" if one.hidden else "all"
        turn = {
            "subject": subject,
            "kind": "creature",
            "title": one.name,
            "initiative": one.initiative or 0,
            "tiebreak": one.tiebreak,
            "audience": audience,
            "data": {"defeated": True} if one.defeated else {},
        }
        put = {"target": encounter, "component": "order", "name": place, "instance": turn}
        self._give(("fight", fight.key, one.key), "put", put, audience=audience)

    def _pause(self, at: int, last: int | None) -> None:
        if last is not None and at - last > PAUSE:
            self._close_session()

    def _open_session(self, clock: StoryClock) -> None:
        sessions = self._draft.campaign_state().sessions
        if not any(session.ended is None for session in sessions.values()):
            self._play(str(uuid4()), "open_session", {"title": clock().date().isoformat()})
            self._own_session = True

    def _close_session(self) -> None:
        if self._own_session:
            self._play(str(uuid4()), "end_session", {})
            self._own_session = False

    def _is_known(self, *parts: object) -> bool:
        """Whether the campaign has a record already; of a message with several entries, any of them."""
        own = (self._history.id_of(*parts), self._history.id_of(*parts, 1))
        known = any(map(self._records.had, own))
        self.known += known
        return known

    def _ref(self, *parts: object) -> str:
        return self._records.ref(self._history.id_of(*parts))

    def _create(self, args: Mapping[str, Any], *parts: object, command: str = "create_character") -> bool:
        """Create a character or a thing, and remember its reference."""
        hidden: Audience = "gm" if args.get("hidden") else "all"
        if not self._give(parts, command, args, audience=hidden):
            return False
        events = self._draft.drafted[-1].record.events
        ref = next(row.ref for row in events if row.ref.startswith(("character/", "encounter/")))
        self._records.learn(self._history.id_of(*parts), ref)
        return True

    def _give(
        self,
        parts: Collection[object],
        command: str,
        args: Mapping[str, Any],
        *,
        by: str = "",
        audience: Audience = "all",
        dice: tuple[int, ...] = (),
    ) -> bool:
        """Play the command of a record, in the name of a person. Where it is refused, that is a fault of the record."""
        command_id = self._records.new(self._history.id_of(*parts))
        if command_id is None:
            return False
        try:
            self._play(command_id, command, args, by=by, audience=audience, dice=dice)
        except NOT_PLAYABLE as refusal:
            self.faults.append(
                RecordFault(
                    " ".join(map(str, parts)),
                    worded(
                        "It cannot be written as a {command}: {refusal}", command=command, refusal=sentence_of(refusal)
                    ),
                )
            )
            return False
        return True

    def _play(
        self,
        command_id: str,
        command: str,
        args: Mapping[str, Any],
        *,
        by: str = "",
        audience: Audience = "all",
        dice: tuple[int, ...] = (),
    ) -> None:
        person = self._history.member_of(by) if by in self._names else None
        through = self._actor.through or self._actor.member
        actor = self._actor if person is None else Actor(person, "gm", through)
        envelope = Envelope(
            type=f"freeform.{command}",
            id=command_id,
            args=storable(args),
            dice=dice,
            dice_source="imported",
            audience=audience,
        )
        self._ledger.play_into(self._draft, actor, envelope)

    def _audience(self, audience: ToldAudience) -> Audience:
        if isinstance(audience, str):
            return audience
        members = tuple(dict.fromkeys(self._history.member_of(key) for key in audience if key in self._names))
        return members or "gm"


def _word(text: str) -> str:
    """Return a text as the name of an instance."""
    plain = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in text.lower()).strip("-")
    return plain[:60] or "other"
