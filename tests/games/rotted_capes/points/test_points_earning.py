"""How Plot Points are earned: flaws that are activated and played out, complications, taglines, awards."""

from __future__ import annotations

import pytest

from tests.games.rotted_capes.cast import Cast


@pytest.fixture
def table() -> Cast:
    table = Cast(players=("ana", "ben"))
    people(table)
    return table


def people(table: Cast) -> None:
    table.hero("lark")
    table.hero("anvil", owner="ben")
    table.hero("wisp", owner="ben")
    table.play("enter_flaw", who="lark", title="Reckless")
    table.play("freeform.open_scene")


def points(table: Cast, who: str = "lark") -> int:
    return table.current(who, "plot_points")


def activate(table: Cast, answer: str = "accepts") -> int:
    return table.play("activate_flaw", who="lark", flaw="flaw", responses={"activation/lark": answer})


@pytest.mark.rules("RC-EARN-01", "RC-EARN-06", "RC-EARN-07")
@pytest.mark.parametrize(
    ("why", "rule"), [("flaw", "RC-EARN-01"), ("tagline", "RC-EARN-06"), ("discretion", "RC-EARN-07")]
)
def test_the_editor_awards_a_point_and_players_do_not(table: Cast, why: str, rule: str) -> None:
    entry = table.play("award_plot_point", who="lark", why=why)
    assert points(table) == 2
    assert rule in table.cited(entry)
    table.forbidden("award_plot_point", as_player="ana", who="lark", why=why)


@pytest.mark.rules("RC-EARN-01")
def test_a_flaw_that_helped_earns_nothing(table: Cast) -> None:
    assert table.refusal("award_plot_point", who="lark", why="flaw", benefit=True).rule == "RC-EARN-01"


@pytest.mark.rules("RC-EARN-01")
def test_the_campaign_may_cap_what_flaws_earn_in_an_issue() -> None:
    table = Cast(flaw_awards=2)
    table.hero("lark")
    table.play("begin_issue")
    for _ in range(2):
        table.play("award_plot_point", who="lark", why="flaw")
    assert table.refusal("award_plot_point", who="lark", why="flaw").rule == "RC-EARN-01"
    table.play("award_plot_point", who="lark", why="tagline")
    table.play("end_issue")
    table.play("award_plot_point", who="lark", why="flaw")


@pytest.mark.rules("RC-EARN-01")
@pytest.mark.parametrize(("most", "words"), [(1, "rewarded once in"), (2, "rewarded 2 times in")])
def test_bug_a_refusal_says_once_for_one_reward(most: int, words: str) -> None:
    table = Cast(flaw_awards=most)
    table.hero("lark")
    table.play("begin_issue")
    for _ in range(most):
        table.play("award_plot_point", who="lark", why="flaw")
    assert words in table.refusal("award_plot_point", who="lark", why="flaw").player


@pytest.mark.rules("RC-EARN-02")
def test_an_activation_that_is_played_out_earns_a_point_once_a_scene(table: Cast) -> None:
    activate(table)
    assert (points(table), table.conditions("lark")) == (1, ["flawed"])
    entry = table.play("play_out_flaw", who="lark", effect="runs at them")
    assert (points(table), table.conditions("lark")) == (2, [])
    assert {"RC-EARN-02", "RC-EARN-04"} <= table.cited(entry)
    assert table.refusal("activate_flaw", who="lark", flaw="flaw").rule == "RC-EARN-02"
    table.play("freeform.end_scene")
    table.play("freeform.open_scene")
    activate(table)


@pytest.mark.rules("RC-EARN-02")
def test_a_players_own_flaw_is_activated_by_others(table: Cast) -> None:
    assert table.refusal("activate_flaw", as_player="ana", who="lark", flaw="flaw").rule == "RC-EARN-02"
    deed = table.play("activate_flaw", as_player="ben", who="lark", flaw="flaw")
    table.play("answer", deed=deed, key="activation/lark", choice="accepts", as_player="ana")
    assert table.conditions("lark") == ["flawed"]


@pytest.mark.rules("RC-EARN-03", "RC-RULING-12")
def test_declining_costs_and_earns_nothing_and_another_may_follow(table: Cast) -> None:
    entry = activate(table, "declines")
    assert (points(table), table.conditions("lark")) == (1, [])
    assert "RC-EARN-03" in table.cited(entry)
    activate(table)


@pytest.mark.rules("RC-RULING-12")
def test_a_campaign_may_count_activations_that_were_declined() -> None:
    table = Cast(players=("ana", "ben"), declined_offers_count=True)
    people(table)
    activate(table, "declines")
    assert table.refusal("activate_flaw", who="lark", flaw="flaw").rule == "RC-EARN-02"


@pytest.mark.rules("RC-RULING-12")
def test_an_activation_that_is_negated_earns_nothing_and_counts(table: Cast) -> None:
    activate(table)
    table.play("negate_flaw", who="lark", as_player="ana")
    assert (points(table), table.conditions("lark")) == (0, [])
    assert table.refusal("activate_flaw", who="lark", flaw="flaw").rule == "RC-EARN-02"


@pytest.mark.rules("RC-EARN-04")
def test_a_flaw_shows_itself_as_the_editor_decides_and_never_helps(table: Cast) -> None:
    activate(table)
    assert table.refusal("play_out_flaw", who="lark", effect="strikes first", advantage=True).rule == "RC-EARN-04"
    table.forbidden("play_out_flaw", as_player="ana", who="lark", effect="runs at them")
    entry = table.play("play_out_flaw", who="lark", effect="loses the torch", verdict="stronger")
    assert "RC-EARN-04" in table.cited(entry)


@pytest.mark.rules("RC-EARN-05")
@pytest.mark.parametrize(("award", "earned"), [(True, 2), (False, 1)])
def test_one_players_complication_may_earn_a_point(table: Cast, award: bool, earned: int) -> None:
    table.play("suggest_complication", who="lark", complication="the car alarm", as_player="ana")
    table.forbidden("decide_complication", as_player="ana", who=["lark"], verdict="happens")
    entry = table.play("decide_complication", who=["lark"], verdict="altered", effect="a dog barks", award=award)
    assert points(table) == earned
    assert "RC-EARN-05" in table.cited(entry)


@pytest.mark.rules("RC-EARN-08")
def test_one_complication_of_two_players_earns_each_a_point(table: Cast) -> None:
    for who, player in (("lark", "ana"), ("anvil", "ben"), ("wisp", "ben")):
        table.play("suggest_complication", who=who, complication="zombies in the stairwell", as_player=player)
    entry = table.play("decide_complication", who=["lark", "anvil", "wisp"], verdict="refused", award=False)
    assert [points(table, who) for who in ("lark", "anvil", "wisp")] == [2, 2, 1]
    assert "RC-EARN-08" in table.cited(entry)


@pytest.mark.rules("RC-EARN-08")
def test_two_heroes_of_one_player_are_no_two_players(table: Cast) -> None:
    for who in ("anvil", "wisp"):
        table.play("suggest_complication", who=who, complication="the lights go out", as_player="ben")
    table.play("decide_complication", who=["anvil", "wisp"], verdict="happens", award=False)
    assert (points(table, "anvil"), points(table, "wisp")) == (1, 1)


@pytest.mark.rules("RC-EARN-02")
@pytest.mark.parametrize("flaw", ["greedy", "powered-fly"])
def test_nobody_is_asked_to_play_out_what_is_no_flaw(table: Cast, flaw: str) -> None:
    table.play("enter_statistics", who="lark", statistics={"powered": ["fly"]})
    assert table.refusal("activate_flaw", as_player="ben", who="lark", flaw=flaw).rule == "not-there"
