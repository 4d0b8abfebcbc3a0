"""Whose turn it is: forth and back, together, and while the order changes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.freeform.claims import expect_missing, expect_refusal
from tests.freeform.table import Table, tags


def fight(*initiatives: tuple[str, int]) -> Table:
    table = Table()
    for who, _ in initiatives:
        table.do("create_character", name=who, owners=["pat"] if who == "ramjet" else [])
    return table.with_fight(*initiatives)


def active(table: Table) -> set[str]:
    """The handles of those whose turn it is."""
    order = table.see("fight").order
    here = {order[name].subject for name in table.see("fight").pace["now"].active}
    return {handle for handle, entry in table.campaign.handles.items() if entry.ref in here}


def when(table: Table) -> tuple[int, set[str]]:
    return table.see("fight").pace["now"].round, active(table)


def go(table: Table, command: str = "next_turn", **args: Any) -> tuple[int, set[str]]:
    table.do(command, encounter="fight", **args)
    return when(table)


def test_the_highest_initiative_begins() -> None:
    assert when(fight(("goblin", 5), ("ramjet", 10))) == (1, {"ramjet"})


def test_turns_pass_downwards_and_rounds_begin_anew() -> None:
    table = fight(("goblin", 5), ("ramjet", 10))
    assert [go(table), go(table), go(table)] == [(1, {"goblin"}), (2, {"ramjet"}), (2, {"goblin"})]


def test_equal_initiative_and_tiebreak_act_at_once() -> None:
    table = fight(("goblin", 5), ("ramjet", 10), ("pearl", 10))
    assert [when(table), go(table), go(table)] == [
        (1, {"ramjet", "pearl"}),
        (1, {"goblin"}),
        (2, {"ramjet", "pearl"}),
    ]


def test_a_tiebreak_tells_equal_initiatives_apart() -> None:
    table = Table()
    table.do("create_encounter", name="Fight")
    for who, tiebreak in [("ramjet", 1), ("pearl", 2)]:
        table.do("create_character", name=who)
        table.do("join", encounter="fight", who=who, initiative=10, tiebreak=tiebreak)
    assert go(table, "begin") == (1, {"pearl"})
    assert go(table) == (1, {"ramjet"})


def test_turns_go_back_over_the_beginning_of_a_round() -> None:
    table = fight(("goblin", 5), ("ramjet", 10))
    go(table)
    go(table)
    assert [go(table, "previous_turn"), go(table, "previous_turn")] == [(1, {"goblin"}), (1, {"ramjet"})]


def test_there_is_no_turn_before_the_first() -> None:
    with expect_refusal("turn-order", "first turn"):
        go(fight(("ramjet", 10)), "previous_turn")


def test_going_back_makes_no_moment_come() -> None:
    table = fight(("goblin", 5), ("ramjet", 10))
    go(table)
    assert tags(table.do("previous_turn", encounter="fight")) == ["turn_passed"]


@given(initiatives=st.lists(st.integers(1, 4), min_size=1, max_size=5), turns=st.integers(1, 12))
def test_going_back_undoes_going_on(initiatives: list[int], turns: int) -> None:
    table = fight(*((f"c{number}", initiative) for number, initiative in enumerate(initiatives)))
    seen = [when(table)]
    seen += [go(table) for _ in range(turns)]
    back = [go(table, "previous_turn") for _ in range(turns)]
    assert back == seen[-2::-1]


@given(initiatives=st.lists(st.integers(1, 4), min_size=1, max_size=5))
def test_everybody_acts_once_a_round(initiatives: list[int]) -> None:
    table = fight(*((f"c{number}", initiative) for number, initiative in enumerate(initiatives)))
    acted: list[str] = []
    for _ in set(initiatives):
        acted += active(table)
        go(table)
    assert sorted(acted) == sorted(f"c{number}" for number in range(len(initiatives)))
    assert when(table)[0] == 2


def test_moments_come_in_order_at_the_wrap() -> None:
    table = fight(("goblin", 5), ("ramjet", 10))
    go(table)
    moments = [("turn_end", "goblin"), ("round_end", ""), ("round_start", ""), ("turn_start", "ramjet")]
    for moment, subject in reversed(moments):
        until = {"by": "moment", "moment": moment, "subject": subject}
        table.do("afflict", target="ramjet", what=moment, until=until)
    decision = table.do("next_turn", encounter="fight")
    ended = [h.event.name.rpartition("-")[0] for h in decision.emitted if h.event.component == "conditions"]
    assert ended == ["turn-end", "round-end", "round-start", "turn-start"]


def test_a_later_newcomer_acts_when_their_initiative_comes() -> None:
    table = fight(("goblin", 5), ("ramjet", 10))
    table.do("create_character", name="Pearl")
    table.do("join", encounter="fight", who="pearl", initiative=7)
    assert [go(table), go(table)] == [(1, {"pearl"}), (1, {"goblin"})]


def test_a_newcomer_above_the_turn_that_is_on_waits_for_the_next_round() -> None:
    table = fight(("goblin", 5), ("ramjet", 10))
    go(table)
    table.do("create_character", name="Pearl")
    table.do("join", encounter="fight", who="pearl", initiative=7)
    assert [go(table), go(table)] == [(2, {"ramjet"}), (2, {"pearl"})]


def test_an_initiative_may_be_rolled() -> None:
    table = Table().with_hero()
    table.do("create_encounter", name="Fight")
    decision = table.do("join", encounter="fight", who="ramjet", notation="1d20+2", dice=[11], member="pat")
    assert tags(decision) == ["rolled", "turn_entered"]
    assert table.only("fight", "order").initiative == 13


def test_an_initiative_is_not_given_and_rolled_at_once() -> None:
    table = Table().with_hero()
    table.do("create_encounter", name="Fight")
    with expect_refusal("initiative"):
        table.do("join", encounter="fight", who="ramjet", notation="1d20", initiative=3, dice=[11])


def test_joining_twice_is_refused() -> None:
    with expect_refusal("name-taken"):
        table = fight(("ramjet", 10))
        table.do("join", encounter="fight", who="ramjet", initiative=3)


def test_one_creature_may_have_a_second_turn_under_another_name() -> None:
    table = fight(("goblin", 5), ("ramjet", 10))
    table.do("join", encounter="fight", who="ramjet", initiative=1, entry="ramjet-again", kind="extra")
    assert [go(table), go(table), go(table)] == [(1, {"goblin"}), (1, {"ramjet"}), (2, {"ramjet"})]


def test_the_environment_has_a_turn_of_its_own() -> None:
    table = fight(("ramjet", 10))
    table.do("join", encounter="fight", initiative=0)
    go(table)
    assert table.see("fight").pace["now"].active == ("environment",)
    assert table.see("fight").order["environment"].kind == "environment"


def test_players_do_not_bring_in_the_environment() -> None:
    with pytest.raises(PermissionError):
        fight(("ramjet", 10)).do("join", encounter="fight", initiative=0, member="pat")


def test_a_group_acts_on_one_turn() -> None:
    table = Table().with_hero()
    table.do("create_character", name="Zombie")
    table.do("create_encounter", name="Fight")
    table.do("join", encounter="fight", initiative=3, kind="horde", members=["zombie", "ramjet"])
    table.do("begin", encounter="fight")
    until = {"by": "moment", "moment": "turn_end", "subject": "zombie"}
    table.do("afflict", target="ramjet", what="held", until=until)
    go(table)
    assert not table.see("ramjet").conditions


def test_a_hidden_creature_has_a_hidden_turn() -> None:
    table = Table()
    table.do("create_character", name="Lurker", hidden=True)
    table.do("create_encounter", name="Fight")
    table.do("join", encounter="fight", who="lurker")
    assert table.only("fight", "order").audience == "gm"


def test_leaving_on_ones_turn_passes_it_on() -> None:
    table = fight(("goblin", 5), ("ramjet", 10))
    assert go(table, "leave", who="ramjet") == (1, {"goblin"})


def test_of_several_who_act_at_once_one_may_leave() -> None:
    table = fight(("goblin", 5), ("ramjet", 10), ("pearl", 10))
    until = {"by": "moment", "moment": "turn_end", "subject": "pearl"}
    table.do("afflict", target="goblin", what="held", until=until)
    assert go(table, "leave", who="pearl") == (1, {"ramjet"})
    assert not table.see("goblin").conditions


def test_the_last_to_leave_leaves_nobody_s_turn() -> None:
    table = fight(("ramjet", 10))
    assert go(table, "leave", who="ramjet") == (1, set())


def test_the_last_of_the_round_leaves_and_the_next_round_begins() -> None:
    table = fight(("goblin", 5), ("ramjet", 10))
    go(table)
    assert go(table, "leave", who="goblin") == (2, {"ramjet"})


def test_a_place_may_be_left_by_its_name() -> None:
    table = fight(("ramjet", 10))
    table.do("join", encounter="fight", initiative=0)
    table.do("leave", encounter="fight", entry="environment")
    assert "environment" not in table.see("fight").order


def test_leaving_without_a_place_is_missing() -> None:
    table = fight(("ramjet", 10))
    table.do("create_character", name="Pearl")
    with expect_missing("no place"):
        go(table, "leave", who="pearl")


def test_the_game_master_sets_whose_turn_it_is() -> None:
    table = fight(("goblin", 5), ("ramjet", 10), ("pearl", 7))
    assert go(table, "set_turn", who=["goblin", "pearl"], round=4) == (4, {"goblin", "pearl"})
    assert go(table) == (5, {"ramjet"})


def test_a_turn_is_only_set_to_a_character_who_is_there() -> None:
    table = fight(("ramjet", 10))
    with expect_missing("nobody"):
        go(table, "set_turn", entries=["nobody"])


def test_a_player_passes_on_the_own_turn() -> None:
    table = fight(("goblin", 5), ("ramjet", 10))
    assert go(table, member="pat") == (1, {"goblin"})


def test_a_player_does_not_pass_on_another_s_turn() -> None:
    table = fight(("goblin", 15), ("ramjet", 10))
    with expect_refusal("turn-order", "not your turn"):
        go(table, member="pat")


def test_an_encounter_is_named_or_is_the_envelope_s() -> None:
    table = fight(("goblin", 5), ("ramjet", 10))
    table.do("next_turn", inside="fight")
    assert when(table) == (1, {"goblin"})


def test_without_an_encounter_nothing_passes() -> None:
    with expect_refusal("encounter"):
        fight(("ramjet", 10)).do("next_turn")


def test_no_turn_passes_before_the_encounter_begins() -> None:
    table = Table()
    table.do("create_encounter", name="Fight")
    with expect_refusal("turn-order", "begin"):
        go(table)


def test_an_encounter_does_not_begin_without_anybody() -> None:
    table = Table()
    table.do("create_encounter", name="Fight")
    with expect_refusal("turn-order", "join"):
        go(table, "begin")


def test_an_encounter_begins_once() -> None:
    with expect_refusal("turn-order", "already"):
        go(fight(("ramjet", 10)), "begin")


def test_an_encounter_may_begin_again_after_its_end() -> None:
    table = fight(("goblin", 5), ("ramjet", 10))
    go(table)
    table.do("end_encounter", encounter="fight")
    assert go(table, "begin") == (1, {"ramjet"})


def test_nobody_s_turn_is_left_when_it_ends() -> None:
    table = fight(("ramjet", 10))
    assert go(table, "end_encounter") == (1, set())
    assert table.see("fight").pace["now"].state == "ended"


@pytest.mark.parametrize("command", ["begin", "previous_turn", "set_turn", "end_encounter"])
def test_the_order_is_the_game_master_s(command: str) -> None:
    with pytest.raises(PermissionError):
        fight(("ramjet", 10)).do(command, encounter="fight", member="pat")
