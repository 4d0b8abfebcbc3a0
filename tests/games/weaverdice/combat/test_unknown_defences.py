"""What an attack has to reach is the game master's to know where the sheet is."""

from __future__ import annotations

from uuid import uuid4

import pytest

from domain.commands import Envelope
from domain.ledger.playing.acceptance import Actor, viewer_of
from domain.play.refusals import Refused
from domain.visibility.world import VisibleWorld
from domain.vocabulary.log import Rolled
from tests.games.weaverdice.hurting import Arena

ANA = Actor("ana", "player")
ATTACK = {"who": "tank", "targets": ["lung"]}
GRAB = {"who": "tank", "target": "lung"}


@pytest.fixture
def table() -> Arena:
    table = Arena()
    table.play("set", target="lung", path="profile.self.sheet", value="gm", reason="Unknown yet.")
    return table


def tried(table: Arena, word: str, args: dict[str, object], die: int) -> Refused:
    """Why a dry run of Ana's is refused."""
    given = Envelope(type=f"weaverdice.{word}", id=str(uuid4()), args=args, dice=(die,))
    with pytest.raises(Refused) as caught:
        table.ledger.preview(table.campaign_id, ANA, [given])
    return caught.value


@pytest.mark.parametrize("die", [1, 3, 6])
@pytest.mark.parametrize(("word", "args"), [("attack", ATTACK), ("grab", GRAB)])
def test_no_dry_run_of_a_player_tells_it(table: Arena, word: str, args: dict[str, object], die: int) -> None:
    assert tried(table, word, args, die).rule == "veiled"


def test_the_attack_shows_neither_target_nor_outcome_to_players(table: Arena) -> None:
    entry = table.play("attack", as_player="ana", **ATTACK, dice={"attack": [1]})
    world = table.ledger.heads.fresh(table.campaign_id)
    (roll,) = (event for event in table.told(entry) if isinstance(event, Rolled))
    seen = VisibleWorld(world, viewer_of(world, ANA)).event(table.ref("tank"), roll)
    assert isinstance(seen, Rolled)
    assert (roll.target is not None, roll.veiled, seen.target, seen.outcome) == (True, True, None, "")


def test_of_an_open_sheet_everybody_sees_it() -> None:
    table = Arena()
    entry = table.play("attack", as_player="ana", **ATTACK, dice={"attack": [1]})
    assert [event.veiled for event in table.told(entry) if isinstance(event, Rolled)] == [False]
