"""How long effects last, in a fight and after it."""

from typing import get_args

import pytest

from systems.orcus.combat.lasting import DURATIONS, Duration
from tests.games.orcus.cast import Cast


@pytest.fixture
def table() -> Cast:
    """Bryn acts first, then Sela, then the gnasher."""
    table = Cast()
    table.hero("bryn")
    table.hero("sela")
    table.monster("gnasher")
    table.begin({"bryn": 15, "sela": 10}, {"gnasher": 1})
    return table


@pytest.mark.rules("OR-DUR-01")
def test_there_are_five_usual_durations() -> None:
    assert DURATIONS == {
        "target end": ("turn_end", "target"),
        "user end": ("turn_end", "user"),
        "target start": ("turn_start", "target"),
        "user start": ("turn_start", "user"),
        "save": ("turn_end", "target"),
    }
    assert set(DURATIONS) == set(get_args(Duration))


@pytest.mark.rules("OR-DUR-01")
@pytest.mark.parametrize(
    ("duration", "turns"), [("user start", 3), ("user end", 4), ("target start", 2), ("target end", 3)]
)
def test_an_effect_of_the_users_turn_lasts_until_the_next_one(table: Cast, duration: str, turns: int) -> None:
    table.play("lay_effect", target="gnasher", by="bryn", what="slowed", duration=duration)
    table.next(turns - 1)
    assert table.conditions("gnasher") == ["slowed"]
    table.next()
    assert table.conditions("gnasher") == []


@pytest.mark.rules("OR-DUR-01")
@pytest.mark.parametrize(("duration", "turns"), [("target start", 3), ("target end", 4)])
def test_in_the_turn_of_the_target_that_turn_is_not_the_next(table: Cast, duration: str, turns: int) -> None:
    table.play("lay_effect", target="bryn", by="gnasher", what="slowed", duration=duration)
    table.next(turns - 1)
    assert table.conditions("bryn") == ["slowed"]
    table.next()
    assert table.conditions("bryn") == []


@pytest.mark.rules("OR-DUR-01")
def test_an_effect_ends_where_the_turn_of_the_dead_would_have_come(table: Cast) -> None:
    table.play("lay_effect", target="gnasher", by="sela", what="slowed", duration="user start")
    table.affect("sela", "dead")
    table.next()
    assert (table.turn(), table.conditions("gnasher")) == (["gnasher"], [])


@pytest.mark.rules("OR-DUR-01", "OR-DUR-02")
def test_after_a_fight_what_turns_were_to_end_is_over_and_what_saves_end_goes_on(table: Cast) -> None:
    table.play("lay_effect", target="bryn", by="gnasher", what="dazed", duration="save")
    table.play("lay_effect", target="bryn", by="gnasher", what="slowed", duration="user end")
    assert table.refusal("pass_round", encounter="ledge").rule == "turn-order"
    table.play("end_fight", encounter="ledge")
    assert table.conditions("bryn") == ["dazed"]
    save = next(iter(table.sheet("bryn").conditions))
    table.play("pass_round", encounter="ledge", dice={f"save/{save}": [9]})
    assert table.conditions("bryn") == ["dazed"]
    table.play("pass_round", encounter="ledge", dice={f"save/{save}": [10]})
    assert table.conditions("bryn") == []
    table.forbidden("pass_round", encounter="ledge", as_player="ana")


@pytest.mark.rules("OR-COND-12", "OR-DUR-01")
def test_bug_a_mark_that_is_laid_on_supersedes_another(table: Cast) -> None:
    table.play("impose", who="gnasher", what="marked", by="bryn")
    table.play("lay_effect", target="gnasher", by="sela", what="marked", duration="user end")
    assert table.conditions("gnasher") == ["marked"]


@pytest.mark.rules("OR-COND-11", "OR-DUR-01")
def test_bug_a_mark_that_is_laid_on_ends_as_its_marker_falls_unconscious(table: Cast) -> None:
    table.play("lay_effect", target="gnasher", by="sela", what="marked")
    table.play("impose", who="sela", what="unconscious")
    assert table.conditions("gnasher") == []


@pytest.mark.rules("OR-DUR-01", "OR-COMB-01")
@pytest.mark.parametrize("duration", ["user start", "user end"])
@pytest.mark.parametrize(("user", "turns"), [("sela", 1), ("bryn", 2)])
def test_an_effect_ends_where_the_turn_of_who_has_left_would_have_come(
    table: Cast, duration: str, user: str, turns: int
) -> None:
    """Sela leaves before her turn, Bryn in his own; then Sela's is next."""
    table.play("lay_effect", target="gnasher", by=user, what="slowed", duration=duration)
    table.play("leave_fight", encounter="ledge", who=user)
    for _ in range(turns):
        assert table.conditions("gnasher") == ["slowed"]
        table.next()
    assert table.conditions("gnasher") == []


@pytest.mark.rules("OR-DUR-01", "OR-COMB-01")
def test_the_end_of_a_fight_ends_what_the_turns_of_who_has_left_were_to_end(table: Cast) -> None:
    table.play("lay_effect", target="bryn", by="gnasher", what="slowed", duration="user end")
    table.play("leave_fight", encounter="ledge", who="gnasher")
    table.play("end_fight", encounter="ledge")
    assert table.conditions("bryn") == []


@pytest.mark.rules("OR-DUR-01", "OR-COMB-01")
def test_the_last_to_leave_takes_along_what_their_turns_were_to_end(table: Cast) -> None:
    for who in ("sela", "gnasher"):
        table.play("leave_fight", encounter="ledge", who=who)
    table.play("lay_effect", target="sela", by="bryn", what="slowed", duration="user end")
    table.play("leave_fight", encounter="ledge", who="bryn")
    assert table.conditions("sela") == []


@pytest.mark.rules("OR-THP-05", "OR-DUR-01")
def test_temporary_hit_points_for_a_turn_go_with_the_fight(table: Cast) -> None:
    turn = {"by": "moment", "moment": "turn_start", "subject": table.ref("bryn")}
    table.play("grant_temporary", who="bryn", amount=5, until=turn)
    table.play("end_fight", encounter="ledge")
    assert table.current("bryn", "temporary_hp") == 0


@pytest.mark.rules("OR-DEATH-04", "OR-DEATH-07")
def test_the_dying_make_their_saves_in_the_rounds_after_a_fight(table: Cast) -> None:
    table.hurt("bryn", 45)
    table.play("end_fight", encounter="ledge")
    table.play("pass_round", encounter="ledge", dice={"death": [20]})
    assert (table.current("bryn", "hp"), table.conditions("bryn")) == (10, ["prone", "staggered"])
