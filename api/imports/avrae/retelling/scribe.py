"""Writing commands into a campaign that is not there yet, as the recording's people gave them and when they did."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from api.imports.avrae.recording.faults import RecordingFault
from api.imports.avrae.recording.rolls import PrintedRoll
from api.imports.avrae.retelling.dice import given
from api.imports.avrae.retelling.people import People
from api.imports.avrae.story.happenings import RecordedSource
from api.imports.dice import UntellableRoll
from api.imports.playing import LONGEST_WORD, NOT_PLAYABLE, storable
from domain.aggregates import CAMPAIGN, Aggregate
from domain.commands import Envelope
from domain.ledger.ledger import Ledger
from domain.ledger.playing.acceptance import Actor
from domain.ledger.playing.draft import Draft, Drafted
from domain.ledger.playing.requests import digest_of
from domain.messages import sentence_of
from domain.messages import text as worded
from domain.play.play import StreamEvent
from domain.vocabulary.base import Audience
from domain.vocabulary.chronicle import Participant, ParticipantAdded


class ScribeClock:
    """The time at which the next entry is written."""

    def __init__(self, at: float) -> None:
        self.at = at

    def __call__(self) -> datetime:
        return datetime.fromtimestamp(self.at, UTC)


class Scribe:
    """A player of commands into the draft of a new campaign, each in the name of its author in the recording.

    The import acts with the authority of a game master, which dice from elsewhere need; `through` is the account that
    imports.
    """

    def __init__(self, ledger: Ledger, draft: Draft, people: People, through: str | None) -> None:
        self.draft = draft
        self.faults: list[RecordingFault] = []
        self.encounter: str | None = None
        """The reference of the encounter that is on."""
        self._ledger = ledger
        self._people = people
        self._through = through
        self._reasons: dict[int, str] = {}

    def enrol(self, command_id: str) -> None:
        """Make everyone in the recording a member, in one entry."""
        actor = Actor(self._people.gm, "gm", self._through)
        joined = [
            StreamEvent(CAMPAIGN, ParticipantAdded(name=person.member, participant=Participant(role=person.role)))
            for person in self._people.persons
            if person.member != self._people.gm
        ]
        header = self.draft.header("record", actor, command_id)
        self.draft.add(header, joined, request_digest=digest_of(actor.member, command_id))

    def explain(self, interaction: int | None, reason: str) -> None:
        """Use this reason for the interaction's entries from here on."""
        if interaction is not None:
            self._reasons[interaction] = reason

    def write(
        self,
        source: RecordedSource,
        command: str,
        args: Mapping[str, Any],
        *,
        dice: tuple[int, ...] = (),
        reason: str | None = None,
        audience: Audience = "all",
    ) -> Drafted | None:
        """Play a freeform command; None, and a fault of the source's first line, where it is refused."""
        actor = Actor(self._people.speaking(source.author), "gm", self._through)
        why = reason or self._reasons.get(source.interaction or 0)
        envelope = Envelope(
            type=f"freeform.{command}",
            id=str(uuid4()),
            encounter=self.encounter,
            args=storable(args),
            dice=dice,
            dice_source="imported",
            reason=storable(why),
            audience=audience,
        )
        try:
            self._ledger.play_into(self.draft, actor, envelope)
        except NOT_PLAYABLE as refusal:
            self.fault(
                source,
                worded(
                    "It could not be written down as a {command}: {refusal}",
                    command=command,
                    refusal=sentence_of(refusal),
                ),
            )
            return None
        return self._newest_play()

    def roll(
        self,
        source: RecordedSource,
        label: str,
        roll: PrintedRoll,
        *,
        actor: str | None,
        audience: Audience = "all",
        reason: str | None = None,
        **args: Any,
    ) -> None:
        """Write down a roll of its own, with the dice that the recording shows."""
        if thrown := self.as_rolled_dice(source, roll):
            notation, faces = thrown
            fields = {
                "label": label[:LONGEST_WORD] or "roll",
                "notation": notation,
                **({"actor": actor} if actor else {}),
            }
            self.write(source, "roll", {**fields, **args}, dice=faces, audience=audience, reason=reason)

    def as_rolled_dice(self, source: RecordedSource, roll: PrintedRoll) -> tuple[str, tuple[int, ...]] | None:
        """A printed roll as notation and faces; None, with a fault, where no roll of ours can be that."""
        try:
            known = given(roll, longest=LONGEST_WORD)
        except UntellableRoll as beyond:
            self.fault(source, sentence_of(beyond))
            return None
        return known.notation, known.faces

    def fault(self, source: RecordedSource, text: str) -> None:
        self.faults.append(RecordingFault(source.lines[0], "not-writable", text))

    def state(self, ref: str) -> Aggregate:
        """The state of something that was written down, after all entries so far."""
        aggregate = self.draft.aggregate(ref)
        assert aggregate is not None, f"{ref} was written down"
        return aggregate

    def _newest_play(self) -> Drafted:
        """A play may bring a record entry along (a new dice epoch), which stands after it."""
        return next(each for each in reversed(self.draft.drafted) if each.record.header.kind == "play")
