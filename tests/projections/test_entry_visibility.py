"""A marked secret in every field of an entry's header reaches nobody it is not for."""

from typing import Any

import msgspec
import pytest

from domain.aggregates import CAMPAIGN, begin
from domain.commands import Envelope
from domain.dice.tape import Die, Source
from domain.play.play import StreamEvent
from domain.records.entries import Change, Header, RefusalRecord, Restatement, Revision, StoredEntry
from domain.system import Registry
from domain.visibility.audience import GM
from domain.visibility.entry_visibility import LoadedEntry
from domain.vocabulary.base import Event
from domain.vocabulary.bodies import Condition, ConditionGained
from domain.vocabulary.log import Rolled
from domain.vocabulary.questions import Question
from domain.vocabulary.values import PointSpent, Track, TrackOpened
from projections.reader import Reader
from projections.views.entry import EntryView, HiddenEntry, entry_view
from systems.freeform import SYSTEM
from tests.visibility.marked import EVERYBODY, MARKER, NUMBER, PLAYER, Worlds, creature, expect_no_secret

HERO, FOE, SPY = "character/hero", "character/foe", f"character/{MARKER}"
SEEN = StreamEvent(HERO, PointSpent(name="hp", amount=1))
SECRET = StreamEvent(HERO, ConditionGained(name="doom", condition=Condition(what=MARKER), audience="gm"))
VEILED = StreamEvent(HERO, Rolled(name="lie", notation="1d20", total=9, target=NUMBER, outcome=MARKER, veiled=True))
AWAY = StreamEvent(FOE, PointSpent(name="hp", amount=NUMBER, audience="gm"))
OFFER = Question(deed=7, key=MARKER, owner="gm", options=(MARKER,), default=MARKER, prompt=MARKER)
REFUSAL = RefusalRecord(rule=MARKER, player=MARKER, gm=MARKER, missing=MARKER)
TEXTS = {"7.0": MARKER, "7.1": MARKER}


def envelope(**rest: Any) -> Envelope:
    fields: dict[str, Any] = {
        "type": f"freeform.{MARKER}",
        "args": {"target": NUMBER, "text": "7.0", "x": MARKER},
        "dice": {MARKER: (5,)},
        "responses": {MARKER: MARKER},
        "reason": "7.1",
    }
    return Envelope(**fields | rest)


def header(**rest: Any) -> Header:
    """A game master's entry with a secret wherever there may be one."""
    fields: dict[str, Any] = {
        "number": 7,
        "kind": "play",
        "command_id": "id",
        "member": "gm",
        "by_gm": True,
        "at": "2031-05-01T20:00:00Z",
        "clock": NUMBER,
        "system": "freeform",
        "envelope": envelope(),
        "deed": 7,
        "answers": MARKER,
        "reason": "7.1",
        "tape": (Die(MARKER, 0, 6, 4, Source.SERVER, "sealed"),),
        "offers": (OFFER,),
        "citations": (MARKER,),
        "overruled": (REFUSAL,),
        "refusal": None,
        "texts": ("a", "b"),
    }
    return Header(**fields | rest)


def told(
    *events: StreamEvent, restated: Restatement | None = None, status: Any = "standing", **fields: Any
) -> LoadedEntry:
    stored = StoredEntry(
        header=header(**fields), status=status, versions=1, digest=b"d", hash=b"h", request_digest=b"r"
    )
    return LoadedEntry(stored=stored, events=events, restated=restated)


def world() -> Worlds:
    hero = creature(HERO, owners=("ana",))
    hero.tracks = {"hp": Track(current=4)}
    foe = creature(FOE, sheet="gm")
    campaign = begin(CAMPAIGN)
    return Worlds(campaign, hero, foe, creature(SPY, audience="gm"))


def view(entry: LoadedEntry, viewer: Any = PLAYER) -> EntryView | HiddenEntry:
    return entry_view(entry, Reader(world(), viewer, Registry(SYSTEM, ())), TEXTS)


@pytest.mark.parametrize("viewer", EVERYBODY, ids=lambda viewer: viewer.member)
@pytest.mark.parametrize(
    "events", [(SEEN, SECRET), (SEEN, VEILED), (SEEN, AWAY), (SEEN,), (SECRET,), ()], ids=lambda e: str(len(e))
)
def test_no_secret_of_a_game_masters_entry_is_shown(events: tuple[StreamEvent, ...], viewer: Any) -> None:
    expect_no_secret(view(told(*events), viewer))


def test_of_a_game_masters_entry_the_visible_events_are_shown() -> None:
    seen = view(told(SEEN, SECRET))
    assert isinstance(seen, EntryView)
    assert ([event["type"] for event in seen.events], seen.partial) == (["point_spent"], True)


def test_a_game_masters_entry_of_which_nothing_may_be_seen_is_a_stub() -> None:
    assert [isinstance(view(told(*events)), HiddenEntry) for events in ((SECRET,), (AWAY, SECRET))] == [True, True]


def test_a_refused_entry_of_the_game_master_is_a_stub() -> None:
    assert isinstance(view(told(status="refused", refusal=REFUSAL, tape=())), HiddenEntry)


def test_the_words_of_a_game_master_who_hid_nothing_are_shown() -> None:
    seen = view(told(SEEN, tape=(), answers=None))
    assert isinstance(seen, EntryView)
    assert seen.command is not None
    assert (seen.command.args, seen.reason) == ({"target": NUMBER, "text": "7.0", "x": MARKER}, MARKER)


def test_the_game_master_sees_all_of_it() -> None:
    seen = view(told(SEEN, SECRET), GM)
    assert isinstance(seen, EntryView)
    assert (len(seen.events), len(seen.tape), len(seen.overruled), seen.partial) == (2, 1, 1, False)


@pytest.mark.parametrize("member", ["ben", "olaf"])
def test_what_a_player_did_in_secret_is_told_to_nobody_else(member: str) -> None:
    viewer = next(viewer for viewer in EVERYBODY if viewer.member == member)
    expect_no_secret(view(told(SEEN, SECRET, member="ana", by_gm=False), viewer))


def test_a_former_game_masters_secrets_stay_hidden_from_them() -> None:
    expect_no_secret(view(told(SEEN, SECRET, member="ana")))


def test_a_players_command_that_was_amended_is_the_game_masters() -> None:
    restated = Restatement(entry=7, status="amended", envelope=envelope())
    own: dict[str, Any] = {"member": "ana", "by_gm": False, "answers": None}
    expect_no_secret(view(told(SEEN, VEILED, restated=restated, **own)))


def test_dice_that_a_revision_added_in_secret_hide_the_words_around_them() -> None:
    sealed = Restatement(entry=7, status="restated", tape=(Die(MARKER, 0, 6, 4, Source.SERVER, "sealed"),))
    expect_no_secret(view(told(SEEN, restated=sealed, tape=())))


@pytest.mark.parametrize("viewer", EVERYBODY, ids=lambda viewer: viewer.member)
def test_a_revision_does_not_tell_the_commands_it_gave(viewer: Any) -> None:
    revision = Revision(changes=(Change(entry=3, to="amend", envelope=envelope()),))
    seen = view(told(kind="revision", revision=revision, envelope=None, reason=None, tape=()), viewer)
    expect_no_secret(seen)
    assert isinstance(seen, EntryView)
    assert seen.revision is not None
    assert seen.revision.changes == ({"entry": 3, "to": "amend", "because": None},)


def test_a_player_is_offered_what_is_theirs_alone() -> None:
    mine = msgspec.structs.replace(OFFER, owner="ana", prompt="Reroll?", key="k", options=(), default="no")
    seen = view(told(SEEN, offers=(OFFER, mine)))
    assert isinstance(seen, EntryView)
    assert [decision.prompt for decision in seen.decisions] == ["Reroll?"]


def test_an_entry_for_another_member_is_a_stub() -> None:
    assert isinstance(view(told(SEEN, audience=("ben",))), HiddenEntry)


def test_args_name_nobody_hidden() -> None:
    command = envelope(type="freeform.damage", args={"target": SPY, "helpers": [SPY], "path": f"{SPY}.wounds.x"})
    plain: dict[str, Any] = {"dice": (), "responses": {}, "reason": None}
    entry = told(
        SEEN,
        envelope=msgspec.structs.replace(command, **plain),
        tape=(),
        offers=(),
        citations=(),
        overruled=(),
        answers=None,
        clock=0,
        reason=None,
    )
    expect_no_secret(view(entry))


@pytest.mark.parametrize("event", [TrackOpened(name="hp", track=Track(current=4)), VEILED.event])
def test_events_of_a_hidden_character_are_not_shown(event: Event) -> None:
    assert isinstance(view(told(StreamEvent(SPY, event))), HiddenEntry)


def test_of_a_refused_command_its_giver_sees_the_open_dice() -> None:
    tape = (Die("luck", 0, 6, 4, Source.SERVER, "open"), Die(MARKER, 0, 6, 4, Source.SERVER, "sealed"))
    seen = view(told(status="refused", member="ana", by_gm=False, tape=tape))
    assert isinstance(seen, EntryView)
    assert [die.label for die in seen.tape] == ["luck"]


def test_whom_an_event_was_for_is_the_game_masters_to_know() -> None:
    event = StreamEvent(HERO, PointSpent(name="hp", amount=1, audience=("ana", "ben")))
    seen = [view(told(event), viewer) for viewer in (PLAYER, GM)]
    assert ["audience" in one.events[0] for one in seen if isinstance(one, EntryView)] == [False, True]
