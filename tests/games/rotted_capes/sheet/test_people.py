"""Who comes into the campaign, and what follows from the numbers on a sheet."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rotted_capes.cast import Cast


@pytest.fixture
def table() -> Cast:
    return Cast()


@pytest.mark.rules("RC-RULING-03")
@pytest.mark.parametrize(
    ("score", "modifier"), [(1, -5), (9, -1), (10, 0), (11, 0), (12, 1), (14, 2), (20, 5), (30, 10)]
)
def test_a_modifier_is_half_of_what_a_score_is_above_10(table: Cast, score: int, modifier: int) -> None:
    table.hero("lark", con=score)
    assert table.value("lark", "modifiers.constitution") == modifier


@pytest.mark.rules("RC-RULING-03")
@pytest.mark.parametrize(("dexterity", "pace"), [(8, 0), (10, 0), (12, 1), (16, 3)])
def test_the_run_pace_follows_from_dexterity(table: Cast, dexterity: int, pace: int) -> None:
    table.hero("lark", dex=dexterity)
    assert table.value("lark", "pace.run") == pace


@pytest.mark.rules("RC-RULING-03")
def test_a_pace_that_is_entered_counts_instead(table: Cast) -> None:
    table.hero("lark", dex=16, run=1)
    assert table.value("lark", "pace.run") == 1


@pytest.mark.rules("RC-MOVE-01", "RC-RULING-21")
@pytest.mark.parametrize(("entered", "pace"), [(4, 4), (5, 5), (6, 5), (10, 5)])
def test_a_pace_from_scores_goes_up_to_5_areas(table: Cast, entered: int, pace: int) -> None:
    table.hero("lark", run=entered)
    assert table.value("lark", "pace.run") == pace


@pytest.mark.rules("RC-MOVE-01", "RC-RULING-21")
def test_a_pace_from_a_power_has_no_cap(table: Cast) -> None:
    table.hero("lark", fly=10, run=7, powered=["fly"])
    assert (table.value("lark", "pace.fly"), table.value("lark", "pace.run")) == (10, 5)


@pytest.mark.rules("RC-SIZE-01")
def test_a_creature_without_another_size_is_medium(table: Cast) -> None:
    table.hero("lark")
    table.threat("titan", size="huge")
    assert table.sheet("lark").profile["self"].data == {}
    assert table.sheet("titan").profile["self"].data["size"] == "huge"


@pytest.mark.rules("RC-RULING-08")
@pytest.mark.parametrize(("start", "points"), [(None, 1), (0, 0), (3, 3)])
def test_a_hero_begins_with_their_own_number_of_plot_points(table: Cast, start: int | None, points: int) -> None:
    given: dict[str, Any] = {} if start is None else {"plot_points_start": start}
    table.hero("lark", **given)
    assert table.current("lark", "plot_points") == points


@pytest.mark.rules("RC-RULING-08")
def test_other_numbers_can_be_entered_later(table: Cast) -> None:
    table.hero("lark", dex=12)
    table.play("enter_statistics", who="lark", statistics={"scores": {"dexterity": 18}, "defenses": {"avoidance": 17}})
    assert (table.value("lark", "pace.run"), table.value("lark", "attributes.avoidance")) == (4, 17)
    assert "Editor" not in table.forbidden("enter_statistics", as_player="ana", who="lark", statistics={})
