"""The option `dice`: typed dice and the server's, the table's alone, or the server's alone."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from domain.commands import Envelope
from domain.history.plan import Amend, Insert, RevisionRequest
from domain.ledger.downtime import process
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor
from domain.play.refusals import DiceNeeded, Refused
from domain.records.entries import StoredEntry
from domain.vocabulary.base import Scalar
from domain.vocabulary.chronicle import CampaignBegun, OptionSet
from domain.vocabulary.stored import decode_event
from systems.freeform.options import SetOption
from systems.registry import load

GM, ANA = Actor("gm", "gm"), Actor("ana", "player")


class Table:
    """A freeform campaign of one choice of the option, with Ada, whom Ana plays."""

    def __init__(self, dice: str | None) -> None:
        self.ledger = Ledger(MemoryStore(), load(installed=[]))
        options: dict[str, Scalar] = {} if dice is None else {"dice": dice}
        self.campaign = self.ledger.found("t", "freeform", "gm", options).id
        self.ledger.take_part(self.campaign, GM, "ana", "player")
        self.gives("create_character", GM, name="Ada", handle="ada", owners=["ana"], tracks={"hp": {"current": 5}})

    def command(self, type: str, *, _dice: Any = (), _source: Any = "table", **args: Any) -> Envelope:
        return Envelope(type=f"freeform.{type}", id=str(uuid4()), args=args, dice=_dice, dice_source=_source)

    def gives(self, type: str, actor: Actor = ANA, /, **more: Any) -> StoredEntry:
        return self.ledger.submit(self.campaign, actor, self.command(type, **more))

    def rolls(self, actor: Actor = ANA, **more: Any) -> StoredEntry:
        return self.gives("roll", actor, actor="ada", label="luck", notation="1d20", **more)


def source(entry: StoredEntry) -> str:
    return str(entry.header.tape[0].source)


@pytest.mark.parametrize("option", [None, "either"])
def test_either_takes_typed_dice_and_rolls_where_there_are_none(option: str | None) -> None:
    table = Table(option)
    assert [source(table.rolls(_dice={"luck": (7,)})), source(table.rolls())] == ["table", "server"]


def test_the_table_alone_rolls_no_die_by_itself() -> None:
    table = Table("table")
    assert source(table.rolls(_dice={"luck": (7,)})) == "table"
    with pytest.raises(DiceNeeded):
        table.rolls()


@pytest.mark.parametrize("actor", [GM, ANA])
@pytest.mark.parametrize("dice", [{"luck": (7,)}, (7,)])
def test_the_server_alone_takes_no_typed_dice(actor: Actor, dice: Any) -> None:
    table = Table("server")
    with pytest.raises(Refused) as refused:
        table.rolls(actor, _dice=dice)
    assert (refused.value.rule, source(table.rolls(actor))) == ("typed-dice", "server")


def test_the_server_alone_takes_dice_that_the_game_master_sets() -> None:
    assert source(Table("server").rolls(GM, _dice={"luck": (7,)}, _source="gm")) == "gm"


def typed(table: Table) -> Envelope:
    return table.command("roll", actor="ada", label="luck", notation="1d20", _dice={"luck": (20,)})


def test_the_server_alone_takes_no_typed_dice_in_the_past_either() -> None:
    table = Table("server")
    rolled = table.rolls().header.number
    changes = (
        RevisionRequest(amend=Amend(entry=rolled, command=typed(table))),
        RevisionRequest(insert=Insert(after=rolled, command=typed(table))),
        RevisionRequest(dice={str(rolled): {"luck": (20,)}}),
    )
    for change in changes:
        with pytest.raises(Refused, match="leave `dice` out"):
            table.ledger.revise(table.campaign, GM, change)


def test_the_server_alone_takes_no_typed_dice_for_downtime() -> None:
    table = Table("server")
    table.gives("open_downtime", GM)
    heal = {"type": "freeform.heal", "args": {"target": "ada", "track": "hp", "notation": "1d4"}}
    with pytest.raises(Refused, match="leave `dice` out"):
        table.gives("plan_downtime", who="ada", actions=[heal | {"dice": {"healing": [4]}}])
    table.gives("plan_downtime", who="ada", actions=[heal])
    with pytest.raises(Refused, match="leave `dice` out"):
        process(table.ledger, table.campaign, GM, 1, dice={("character/ada", "downtime/1/1"): {"healing": (4,)}})


def test_bug_a_campaign_that_was_begun_with_server_still_takes_typed_dice() -> None:
    ground = b'{"system":"freeform","options":{"dice":"server","mixed_dice":true}}'
    event = decode_event("campaign_begun", b'{"type":"campaign_begun","name":"self","ground":%b}' % ground)
    assert isinstance(event, CampaignBegun)
    assert event.ground.options == {"dice": "either", "mixed_dice": True}


@pytest.mark.parametrize(("option", "value", "now"), [("dice", "server", "either"), ("dice", "table", "table")])
def test_an_option_that_was_set_before_keeps_its_meaning(option: str, value: str, now: str) -> None:
    body = f'{{"type":"option_set","name":"self","option":"{option}","value":"{value}"}}'.encode()
    event = decode_event("option_set", body)
    assert isinstance(event, OptionSet)
    assert event.value == now
    assert SetOption.upcast(1, {"option": option, "value": value})["value"] == now


def test_the_command_of_today_means_what_it_says() -> None:
    table = Table(None)
    table.gives("set_option", GM, option="dice", value="server")
    with pytest.raises(Refused, match="leave `dice` out"):
        table.rolls(_dice={"luck": (7,)})
