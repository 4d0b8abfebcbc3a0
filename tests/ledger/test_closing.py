"""A closed campaign takes nothing new, can be read, and goes on where it stood when it is open again."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import get_args
from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.aggregates import CAMPAIGN, Campaign
from domain.commands import Envelope
from domain.dice.provable import commitment
from domain.history.plan import RevisionRequest
from domain.ledger.checking.verify import verify
from domain.ledger.closing import change_state
from domain.ledger.downtime import process, rehearse
from domain.ledger.forking.cherry_pick import BringBack, bring_back
from domain.ledger.forking.fork import fork
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor, ClosedCampaign, NotAllowed, current_state
from domain.ledger.reading.forks import ForkAwareStore
from domain.ledger.reading.past import CorrectedPast
from domain.ledger.upkeep.exporting import export_lines
from domain.ledger.upkeep.importing import import_ledger
from domain.records.entries import StoredEntry
from domain.records.store import Store
from domain.vocabulary.lifecycle import CampaignState, state_of
from systems.registry import load

GM, ANA = Actor("gm", "gm"), Actor("ana", "player")
GAMES = load(installed=[])


class Table:
    """A freeform campaign with Ada, a roll of hers, a question that is open, and a downtime phase."""

    def __init__(self, store: Store | None = None) -> None:
        self.ledger = Ledger(ForkAwareStore(store or MemoryStore()), GAMES)
        self.campaign = self.ledger.found("t", "freeform", "gm").id
        self.ledger.take_part(self.campaign, GM, "ana", "player")
        self.gives("create_character", name="Ada", handle="ada", owners=["ana"], tracks={"hp": {"current": 5}})
        self.roll = self.gives("roll", ANA, actor="ada", label="luck", notation="1d20")
        self.gives("open_downtime", days=1)
        self.question = self.gives(
            "ask", owner="ana", key="rest", options=["yes", "no"], default="no", prompt="Sleep late?", about="ada"
        )

    def command(self, type: str, **args: object) -> Envelope:
        return Envelope(type=f"freeform.{type}", id=str(uuid4()), args=args)

    def gives(self, type: str, actor: Actor = GM, /, **args: object) -> StoredEntry:
        return self.ledger.submit(self.campaign, actor, self.command(type, **args))

    def becomes(self, state: CampaignState, reason: str | None = None) -> int:
        header = change_state(self.ledger, self.campaign, GM, state, reason)
        return 0 if header is None else header.number

    def head(self) -> int:
        return self.ledger.store.head(self.campaign).entry

    def state(self) -> Campaign:
        state = self.ledger.heads.fresh(self.campaign).aggregate(CAMPAIGN)
        assert isinstance(state, Campaign)
        return state


def undo(table: Table, *, dry_run: bool) -> object:
    request = RevisionRequest(undo=(table.roll.header.number,), dry_run=dry_run)
    return table.ledger.revise(table.campaign, GM, request)


def answer(table: Table) -> object:
    return table.gives("answer", ANA, deed=table.question.header.number, key="rest", choice="yes")


NEW: dict[str, Callable[[Table], object]] = {
    "a command": lambda table: table.gives("note", text="x"),
    "a batch": lambda table: table.ledger.play_all(table.campaign, GM, [table.command("note", text="x")]),
    "a dry run": lambda table: table.ledger.preview(table.campaign, GM, [table.command("note", text="x")]),
    "an answer": answer,
    "a plan": lambda table: undo(table, dry_run=True),
    "an undo": lambda table: undo(table, dry_run=False),
    "a preview of downtime": lambda table: rehearse(table.ledger, table.campaign, GM, 1),
    "downtime at once": lambda table: process(table.ledger, table.campaign, GM, 1),
    "downtime one by one": lambda table: process(table.ledger, table.campaign, GM, 1, atomic=False),
}


@pytest.mark.parametrize("new", NEW)
def test_a_closed_campaign_refuses_what_an_open_one_takes(new: str) -> None:
    table = Table()
    table.becomes("closed")
    head = table.head()
    with pytest.raises(ClosedCampaign):
        NEW[new](table)
    assert table.head() == head
    table.becomes("open")
    NEW[new](table)


def test_what_a_fork_brings_back_is_refused_in_a_closed_campaign() -> None:
    table = Table()
    side = fork(table.ledger, table.campaign, GM, "what if").id
    note = table.ledger.submit(side, GM, table.command("note", text="x")).header.number
    table.becomes("closed")
    with pytest.raises(ClosedCampaign):
        bring_back(table.ledger, table.campaign, side, GM, BringBack(entries=(note,)))


def test_a_command_that_was_played_before_the_closing_is_answered_again() -> None:
    table = Table()
    note = table.command("note", text="x")
    entry = table.ledger.submit(table.campaign, GM, note)
    table.becomes("closed")
    assert table.ledger.submit(table.campaign, GM, note) == entry


@pytest.mark.parametrize("after", get_args(CampaignState))
@pytest.mark.parametrize("before", get_args(CampaignState))
def test_a_campaign_comes_from_any_state_into_any_other(before: CampaignState, after: CampaignState) -> None:
    table = Table()
    table.becomes(before)
    head = table.head()
    number = table.becomes(after)
    assert (state_of(table.state().lifecycle), number) == (after, 0 if before == after else head + 1)
    assert verify(table.ledger.store, table.campaign).ok


def test_the_past_of_a_closed_campaign_is_open() -> None:
    table = Table()
    number = table.becomes("closed")
    states = [
        current_state(CorrectedPast(table.ledger.store, table.campaign, up_to=(n,))) for n in (number - 1, number)
    ]
    assert states == ["open", "closed"]


def test_closing_reveals_the_seeds_of_the_dice() -> None:
    table = Table()
    epoch = max(table.state().epochs, key=int)
    table.becomes("archived", "the end")
    closed = table.state().epochs[epoch]
    assert commitment(bytes.fromhex(closed.open_seed)).hex() == closed.open_commitment
    assert commitment(bytes.fromhex(closed.amendment_seed)).hex() == closed.amendment_commitment


def test_archiving_a_closed_campaign_ends_no_dice_epoch_again() -> None:
    table = Table()
    table.becomes("closed")
    epochs = table.state().epochs
    table.becomes("archived")
    assert table.state().epochs == epochs


def test_members_words_and_seeds_of_a_closed_campaign_are_looked_after() -> None:
    table = Table()
    note = table.gives("note", text="a name").header.number
    epoch = max(map(int, table.state().epochs))
    table.becomes("closed")
    table.ledger.unseal(table.campaign, GM, epoch)
    table.gives("erase", texts=[f"{note}.0"])
    table.ledger.take_part(table.campaign, ANA, "ana", None)
    assert (table.state().epochs[str(epoch)].sealed_seed != "", table.state().takes_part("ana")) == (True, False)
    assert table.ledger.store.texts(table.campaign, [f"{note}.0"]) == {f"{note}.0": None}
    assert verify(table.ledger.store, table.campaign).ok


@pytest.mark.parametrize(("new", "kind"), [("a command", "play"), ("an answer", "play"), ("an undo", "revision")])
@pytest.mark.parametrize("state", ["closed", "archived"])
def test_verification_finds_what_was_played_on_in_a_closed_campaign(
    monkeypatch: pytest.MonkeyPatch, state: CampaignState, new: str, kind: str
) -> None:
    table = Table()
    closing = table.becomes(state)
    for module in ("ledger", "revising.revise"):
        monkeypatch.setattr(f"domain.ledger.{module}.check_open", lambda _: None)
    NEW[new](table)
    (fault, *_) = verify(table.ledger.store, table.campaign).faults
    assert fault.what == "closing"
    assert fault.sentence == f"entry {fault.entry} is a {kind} entry, but entry {closing} closed the campaign"


def test_only_a_game_master_closes_a_campaign() -> None:
    table = Table()
    with pytest.raises(NotAllowed):
        change_state(table.ledger, table.campaign, ANA, "closed")
    assert state_of(table.state().lifecycle) == "open"


@pytest.mark.parametrize("state", ["closed", "archived"])
def test_a_fork_of_a_closed_campaign_is_open(state: CampaignState) -> None:
    table = Table()
    table.becomes(state)
    side = fork(table.ledger, table.campaign, GM, "what if").id
    table.ledger.submit(side, GM, table.command("note", text="x"))
    assert (verify(table.ledger.store, side).ok, state_of(table.state().lifecycle)) == (True, state)


def test_a_fork_before_the_closing_is_open() -> None:
    table = Table()
    number = table.becomes("closed")
    side = fork(table.ledger, table.campaign, GM, "what if", at=number - 1).id
    table.ledger.submit(side, GM, table.command("note", text="x"))


class TestTwoProcesses:
    """Each has a ledger of its own on one store, and its own idea of the head."""

    def test_a_command_is_refused_where_another_process_closed_the_campaign_first(self, store: Store) -> None:
        table, other = Table(store), Ledger(store, GAMES)
        change_state(other, table.campaign, GM, "closed")
        with pytest.raises(ClosedCampaign):
            table.gives("note", text="x")
        assert verify(store, table.campaign).ok

    def test_a_command_is_played_where_another_process_reopened_the_campaign(self, store: Store) -> None:
        table, other = Table(store), Ledger(store, GAMES)
        table.becomes("closed")
        change_state(other, table.campaign, GM, "open")
        table.gives("note", text="x")
        rehearse(table.ledger, table.campaign, GM, 1)

    def test_of_two_closings_the_second_writes_nothing(self, store: Store) -> None:
        table, other = Table(store), Ledger(store, GAMES)
        change_state(other, table.campaign, GM, "closed")
        assert table.becomes("closed") == 0

    def test_a_command_that_was_played_first_stands_in_the_closed_campaign(self, store: Store) -> None:
        table, other = Table(store), Ledger(store, GAMES)
        other.heads.fresh(table.campaign)
        note = table.gives("note", text="x").header.number
        closing = change_state(other, table.campaign, GM, "closed")
        assert closing is not None
        assert closing.number == note + 1


def test_what_was_played_before_a_closing_can_be_undone_after_it() -> None:
    table = Table()
    option = table.gives("set_option", option="dice", value="table").header.number
    table.becomes("archived")
    table.becomes("open")
    table.ledger.revise(table.campaign, GM, RevisionRequest(undo=(option,)))
    assert (table.state().ground["self"].options, state_of(table.state().lifecycle)) == ({}, "open")
    assert verify(table.ledger.store, table.campaign).ok


def test_a_closing_is_no_entry_that_can_be_undone() -> None:
    table = Table()
    number = table.becomes("closed")
    table.becomes("open")
    with pytest.raises(Exception, match="never revised"):
        table.ledger.revise(table.campaign, GM, RevisionRequest(undo=(number,)))


STATES: tuple[CampaignState, ...] = get_args(CampaignState)


@settings(max_examples=25)
@given(st.lists(st.sampled_from([*STATES, "play", "undo"]), max_size=12))
def test_replay_and_import_of_any_history_of_states_give_the_live_one(steps: list[str]) -> None:
    table = Table()
    for step in steps:
        if step in STATES:
            table.becomes(step)
        elif state_of(table.state().lifecycle) == "open":
            newest = table.gives("roll", label="luck", notation="1d4").header.number
            if step == "undo":
                table.ledger.revise(table.campaign, GM, RevisionRequest(undo=(newest,)))
    assert verify(table.ledger.store, table.campaign).ok
    elsewhere = MemoryStore()
    file = b"".join(export_lines(table.ledger.store, table.campaign, secrets=True))
    import_ledger(elsewhere, GAMES, BytesIO(file), through="operator")
    imported = Ledger(elsewhere, GAMES).heads.fresh(table.campaign).aggregate(CAMPAIGN)
    assert isinstance(imported, Campaign)
    assert imported.lifecycle == table.state().lifecycle
