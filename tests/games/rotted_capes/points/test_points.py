"""Plot Points: issues, spending, the pool of the Editor-in-Chief, and rolls that are made again."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rotted_capes.cast import Cast


@pytest.fixture
def table() -> Cast:
    table = Cast()
    table.hero("lark")
    table.hero("anvil", plot_points_start=3)
    table.threat("warlord")
    return table


def pool(table: Cast) -> int:
    track = table.campaign().tracks.get("editor_points")
    return 0 if track is None else track.current


def spend(table: Cast, times: int = 1, who: str = "lark") -> None:
    for _ in range(times):
        table.play("spend_plot_point", who=who, purpose="a fire escape")


def challenge(table: Cast, *dice: int, again: tuple[int, ...] = (), **more: Any) -> int:
    """Lark's Challenge against 15, with nothing added; `again` is what the dice show the second time."""
    thrown = {"challenge": list(dice)} | ({"challenge/again": list(again)} if again else {})
    responses = {"reroll/challenge/lark": "yes"} if again else {}
    return table.play(
        "take_challenge",
        who="lark",
        ability="dexterity",
        difficulty=15,
        trained=True,
        dice=thrown,
        responses=responses,
        **more,
    )


@pytest.mark.rules("RC-PP-01", "RC-RULING-08")
@pytest.mark.parametrize("earned", [0, 1, 3])
def test_an_issue_begins_with_the_starting_number_whatever_was_left(table: Cast, earned: int) -> None:
    for _ in range(earned):
        table.play("award_plot_point", who="lark", why="discretion")
    spend(table, 2, "anvil")
    entry = table.play("begin_issue", title="One")
    assert (table.current("lark", "plot_points"), table.current("anvil", "plot_points")) == (1, 3)
    assert "RC-PP-01" in table.cited(entry)


@pytest.mark.rules("RC-RULING-70")
def test_one_issue_is_under_way_at_a_time(table: Cast) -> None:
    table.play("begin_issue")
    assert table.refusal("begin_issue").rule == "RC-RULING-70"
    table.play("end_issue")
    table.play("begin_issue")


@pytest.mark.rules("RC-PP-02", "RC-PP-05")
@pytest.mark.parametrize("points", [1, 3])
def test_a_point_that_is_spent_passes_to_the_editor_until_none_is_left(table: Cast, points: int) -> None:
    who = "lark" if points == 1 else "anvil"
    spend(table, points, who)
    assert (table.current(who, "plot_points"), pool(table)) == (0, points)
    assert table.refusal("spend_plot_point", who=who, purpose="one more").rule == "RC-PP-02"


@pytest.mark.rules("RC-PP-02")
def test_a_point_that_is_earned_is_a_transaction_of_its_own(table: Cast) -> None:
    entry = table.play("award_plot_point", who="lark", why="discretion", because="held the door")
    assert table.current("lark", "plot_points") == 2
    assert {"PointGained", "Noted"} <= set(table.kinds(entry))
    assert table.refusal("award_plot_point", who="warlord", why="discretion").rule == "RC-PP-01"


@pytest.mark.rules("RC-PP-05", "RC-RULING-14")
def test_the_editor_spends_from_the_pool_with_a_note(table: Cast) -> None:
    assert table.refusal("use_editor_point", purpose="the door is chained").rule == "RC-PP-05"
    spend(table)
    entry = table.play("use_editor_point", purpose="the door is chained")
    assert pool(table) == 0
    assert "RC-PP-05" in table.cited(entry)
    table.forbidden("use_editor_point", as_player="ana", purpose="a trap")


@pytest.mark.rules("RC-RULING-14")
@pytest.mark.parametrize(("resets", "left"), [(False, 1), (True, 0)])
def test_the_pool_lasts_unless_the_campaign_empties_it(resets: bool, left: int) -> None:
    table = Cast(editor_pool_resets=resets)
    table.hero("lark")
    spend(table)
    table.play("begin_issue")
    assert pool(table) == left


@pytest.mark.rules("RC-PP-08", "RC-RULING-10")
@pytest.mark.parametrize(("first", "second", "outcome"), [(3, 15, "success"), (3, 14, "failure"), (16, 2, "failure")])
def test_a_point_rolls_a_d20_again_and_the_new_roll_stands(table: Cast, first: int, second: int, outcome: str) -> None:
    entry = challenge(table, first, again=(second,))
    assert table.outcomes_of(entry)["challenge/again"] == outcome
    assert (table.current("lark", "plot_points"), pool(table)) == (0, 1)
    assert {"RC-PP-08", "RC-PP-05"} <= table.cited(entry)


@pytest.mark.rules("RC-RULING-10")
def test_a_roll_with_advantage_is_made_again_with_all_its_dice(table: Cast) -> None:
    entry = challenge(table, 4, 5, again=(7, 17), edge="advantage")
    assert table.rolls(entry)["challenge/again"] == 17


@pytest.mark.rules("RC-RULING-10")
@pytest.mark.parametrize(("second", "counts"), [(9, 12), (12, 12), (18, 18)])
def test_a_campaign_may_let_the_better_roll_count(second: int, counts: int) -> None:
    table = Cast(reroll_keeps="best")
    table.hero("lark")
    assert table.rolls(challenge(table, 12, again=(second,)))["challenge/again"] == counts


@pytest.mark.rules("RC-PP-08")
def test_a_reroll_may_be_taken_after_the_fact(table: Cast) -> None:
    entry = challenge(table, 3)
    assert table.current("lark", "plot_points") == 1
    table.answer_late(entry, {"reroll/challenge/lark": "yes"}, dice={"challenge/again": [19]})
    assert table.current("lark", "plot_points") == 0


@pytest.mark.rules("RC-PP-02", "RC-PP-08")
def test_who_has_no_point_is_offered_no_reroll(table: Cast) -> None:
    spend(table)
    assert offers(table, challenge(table, 3)) == []


def offers(table: Cast, entry: int) -> list[str]:
    stored = table.ledger.store.entry(table.campaign_id, entry)
    assert stored is not None
    return [offer.key for offer in stored.header.offers]
