"""Powers: their record, what they cost, and how often they are used."""

import pytest

from tests.games.orcus.cast import Cast


@pytest.fixture
def table() -> Cast:
    table = Cast()
    table.hero("bryn", int=16, level=1)
    table.monster("gnasher", reflex=12)
    table.play("learn_power", who="bryn", power="cinder-lash")
    return table


@pytest.mark.rules("OR-ACT-20", "OR-POW-08")
def test_an_attack_power_costs_its_action_and_attacks(table: Cast) -> None:
    table.begin({"bryn": 15}, {"gnasher": 14})
    table.play(
        "use_power",
        who="bryn",
        power="cinder-lash",
        targets=["gnasher"],
        as_player="ana",
        dice={"attack/gnasher": [9], "damage": [5]},
    )
    assert (table.current("gnasher", "hp"), table.left("bryn", "standard")) == (32, 0)
