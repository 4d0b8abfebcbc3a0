"""Fear in combat: Terror-Inducing attacks, and who goes where they come down."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.ledger.playing.acceptance import Actor, viewer_of
from domain.vocabulary.maps import Moved, Placed, Position
from projections.views.board import board
from tests.games.cthulhu_eternal.brawl import Brawl

SAN = 50
"""Five times POW 10."""


@pytest.fixture
def table() -> Brawl:
    """The ghoul shoots first, at the stairs; then come Ana and Bo, who stand in the hall, and the thug, the game master's."""
    table = Brawl()
    table.foe("ghoul", dex=15)
    table.foe("thug", dex=8)
    table.begin(ghoul=15, ana=14, bo=11, thug=8)
    for area in ("hall", "stairs"):
        table.play("freeform.draw_area", area=area)
    for who in ("ana", "bo", "thug"):
        place(table, who, "hall")
    return table


def place(table: Brawl, who: str, area: str, **square: Any) -> None:
    ref = table.ref(who)
    name = ref.partition("/")[2]
    if name in table.scene().positions:
        table.let("cellar", Moved(name=name, area=area, **square))
    else:
        table.let("cellar", Placed(name=name, position=Position(subject=ref, area=area)))


def where(table: Brawl, who: str) -> str:
    return table.scene().positions[table.ref(who).partition("/")[2]].area


def terror(table: Brawl, *noticed: str, **more: Any) -> int:
    """The ghoul fires at the stairs, which the game master declares Terror-Inducing; the entry of that."""
    table.arm("ghoul")
    table.strike("ghoul", "bo", 98, weapon="gun")
    return table.play("declare_terror", who="ghoul", areas=["stairs"], noticed_by=list(noticed), **more)


def go(table: Brawl, who: str = "ana", choice: str = "", **more: Any) -> int:
    """A character moves to the stairs, and answers so if it is asked."""
    responses = {f"terror/{who}": choice} if choice else {}
    return table.play("move", who=who, area="stairs", responses=responses, **more)


def san(table: Brawl, who: str = "ana") -> int:
    return table.current(who, "san")


@pytest.mark.rules("CE-FEAR-01")
class TestDeclaring:
    def test_a_terror_is_on_record_with_its_attacker_and_region(self, table: Brawl) -> None:
        entry = terror(table, "ana")
        (zone,) = table.scene().zones.values()
        assert (zone.kind, zone.source, zone.areas) == ("terror", table.ref("ghoul"), ("stairs",))
        assert "CE-FEAR-01" in table.cited(entry)

    def test_a_terror_has_to_have_a_place(self, table: Brawl) -> None:
        assert table.refusal("declare_terror", who="ghoul").rule == "CE-FEAR-01"

    def test_undone_the_stairs_are_free(self, table: Brawl) -> None:
        declared = terror(table, "ana")
        table.undo(declared)
        table.next()
        go(table)
        assert where(table, "ana") == "stairs"


@pytest.mark.rules("CE-FEAR-04")
class TestWhatMayBeTerrible:
    @pytest.mark.parametrize("because", ["lethality over a kill zone", "unnatural effects seen before", "frightening"])
    def test_the_reason_is_on_record(self, table: Brawl, because: str) -> None:
        entry = terror(table, "ana", because=because)
        (zone,) = table.scene().zones.values()
        assert (zone.data["because"], "CE-FEAR-04" in table.cited(entry)) == (because, True)


@pytest.mark.rules("CE-FEAR-02")
class TestGoingToGround:
    def test_who_knows_of_it_does_not_get_there(self, table: Brawl) -> None:
        terror(table, "ana")
        table.next()
        go(table, choice="go to ground")
        assert (where(table, "ana"), table.conditions("ana")) == ("hall", ["gone_to_ground"])

    def test_going_to_ground_costs_the_action(self, table: Brawl) -> None:
        terror(table, "ana")
        table.next()
        go(table, choice="go to ground")
        assert table.place("ana").budget == {"action": 0}

    def test_even_if_the_attack_missed(self, table: Brawl) -> None:
        terror(table, "ana")
        table.next()
        assert "CE-FEAR-02" in table.cited(go(table, choice="go to ground"))

    def test_going_to_ground_lasts_until_their_next_action(self, table: Brawl) -> None:
        terror(table, "ana")
        table.next()
        go(table, choice="go to ground")
        table.next(4)
        table.play("aim", who="ana")
        assert "gone_to_ground" not in table.conditions("ana")

    def test_the_owner_is_asked(self, table: Brawl) -> None:
        terror(table, "ana")
        table.next()
        go(table)
        (question,) = table.scene().questions.values()
        assert (question.owner, question.options) == ("ana", ("go to ground", "give up 1 SAN"))

    def test_elsewhere_they_go_as_they_please(self, table: Brawl) -> None:
        terror(table, "ana")
        table.play("freeform.draw_area", area="yard")
        table.next()
        table.play("move", who="ana", area="yard")
        assert where(table, "ana") == "yard"

    @pytest.mark.parametrize(("x", "reached"), [(5, False), (6, True)])
    def test_the_region_may_be_squares(self, table: Brawl, x: int, reached: bool) -> None:
        table.play("declare_terror", who="ghoul", squares=[[5, 0]], noticed_by=["ana"])
        table.next()
        table.play("move", who="ana", x=x, y=0, responses={} if reached else {"terror/ana": "go to ground"})
        assert (table.conditions("ana") == ["on_the_move"]) == reached

    def test_a_few_steps_aside_are_stopped_as_well(self, table: Brawl) -> None:
        terror(table, "ana")
        table.next()
        table.play("shift", who="ana", area="stairs", responses={"terror/ana": "go to ground"})
        assert where(table, "ana") == "hall"

    @pytest.mark.rules("CE-RULING-24")
    def test_a_terror_lasts_until_the_attacker_s_next_action(self, table: Brawl) -> None:
        terror(table, "ana")
        table.next(4)
        assert len(table.scene().zones) == 1
        table.play("aim", who="ghoul")
        assert table.scene().zones == {}

    @pytest.mark.rules("CE-RULING-24")
    def test_a_terror_may_last_as_long_as_the_game_master_says(self, table: Brawl) -> None:
        terror(table, "ana", until={"by": "moment", "moment": "round_end"})
        table.next(4)
        assert table.scene().zones == {}

    @pytest.mark.rules("CE-RULING-24")
    def test_who_is_inside_and_aware_is_terrorized(self, table: Brawl) -> None:
        terror(table, inside=["bo"])
        assert table.conditions("bo") == ["terrorized"]

    @pytest.mark.rules("CE-RULING-24")
    def test_as_the_map_shows(self, table: Brawl) -> None:
        place(table, "ghoul", "hall")
        table.play("declare_terror", who="ghoul", areas=["hall"], noticed_by=["ana"])
        assert [table.conditions(who) for who in ("ana", "bo", "ghoul")] == [["terrorized"], [], []]

    @pytest.mark.rules("CE-RULING-24")
    def test_bug_who_stands_on_a_square_of_it_and_in_an_area_is_inside(self, table: Brawl) -> None:
        place(table, "ana", "hall", x=1, y=2)
        table.play("declare_terror", who="ghoul", squares=[(1, 2)], noticed_by=["ana", "bo"])
        assert (table.conditions("ana"), table.conditions("bo")) == (["terrorized"], [])

    @pytest.mark.rules("CE-RULING-24")
    def test_the_terrorized_can_do_nothing_but_hide(self, table: Brawl) -> None:
        terror(table, inside=["ana"])
        table.next()
        assert table.refusal("attack", who="ana", target="bo").rule == "CE-PROT-12"
        table.play("hide", as_player="ana", who="ana")
        assert (table.conditions("ana"), table.place("ana").budget) == (["gone_to_ground"], {"action": 0})

    def test_hiding_finds_what_cover_there_is(self, table: Brawl) -> None:
        table.play("point_out_cover", who="ana", armor=5)
        terror(table, inside=["ana"])
        table.next()
        table.play("hide", who="ana")
        assert "covered" in table.conditions("ana")

    def test_who_is_not_terrorized_need_not_hide(self, table: Brawl) -> None:
        assert "not terrorized" in str(table.refusal("hide", who="ana"))

    def test_a_terror_ends_with_the_fight(self, table: Brawl) -> None:
        terror(table, inside=["bo"])
        table.play("end_fight")
        assert (table.scene().zones, table.conditions("bo")) == ({}, [])

    def test_without_the_terror_the_same_move_gets_there(self, table: Brawl) -> None:
        declared = terror(table, "ana")
        table.next()
        moved = go(table, choice="go to ground")
        assert outcomes(table.undo(declared))[moved] == "restated"
        assert where(table, "ana") == "stairs"


@pytest.mark.rules("CE-FEAR-03")
class TestBraving:
    def test_giving_up_1_san_goes_past_it(self, table: Brawl) -> None:
        terror(table, "ana")
        table.next()
        go(table, choice="give up 1 SAN")
        assert (where(table, "ana"), san(table)) == ("stairs", SAN - 1)

    def test_going_to_ground_gives_up_no_san(self, table: Brawl) -> None:
        terror(table, "ana")
        table.next()
        go(table, choice="go to ground")
        assert san(table) == SAN

    def test_braving_a_terror_ends_it_for_a_character_inside(self, table: Brawl) -> None:
        terror(table, inside=["ana"])
        table.next()
        table.play("brave_terror", as_player="ana", who="ana")
        table.strike("ana", "bo", 30, 2)
        assert (san(table), table.hp("bo")) == (SAN - 1, 8)

    @pytest.mark.rules("CE-RULING-25")
    def test_without_san_it_is_refused(self) -> None:
        table = Brawl()
        table.person("ana", dex=14, san=0)
        table.foe("ghoul", dex=15)
        table.begin(ghoul=15, ana=14)
        table.play("declare_terror", who="ghoul", inside=["ana"])
        assert table.refusal("brave_terror", who="ana").rule == "CE-FEAR-03"

    @pytest.mark.rules("CE-RULING-25")
    @pytest.mark.parametrize(("san", "asked"), [(0, False), (1, True)])
    def test_without_san_there_is_no_choice(self, san: int, asked: bool) -> None:
        table = Brawl()
        table.person("ana", dex=14, san=san)
        table.foe("ghoul", dex=15)
        table.begin(ghoul=15, ana=14)
        table.play("freeform.draw_area", area="stairs")
        table.play("declare_terror", who="ghoul", areas=["stairs"], noticed_by=["ana"])
        table.next()
        assert ("QuestionAsked" in table.kinds(go(table))) == asked

    def test_who_is_not_terrorized_has_nothing_to_brave(self, table: Brawl) -> None:
        assert "not terrorized" in str(table.refusal("brave_terror", who="ana"))


@pytest.mark.rules("CE-FEAR-05")
class TestWhoDoesNotKnow:
    def test_strays_into_it(self, table: Brawl) -> None:
        terror(table, "bo")
        table.next()
        go(table)
        assert (where(table, "ana"), san(table)) == ("stairs", SAN)

    @pytest.mark.parametrize(("noticed_by", "seen"), [([], 0), (["ana"], 1)])
    def test_a_player_does_not_see_a_terror_that_nobody_of_theirs_noticed(
        self, table: Brawl, noticed_by: list[str], seen: int
    ) -> None:
        terror(table, *noticed_by)
        world = table.ledger.heads.fresh(table.campaign_id)
        viewed = board(world, viewer_of(world, Actor("ana", "player")), table.ref("cellar"))
        assert viewed is not None
        assert len(viewed.zones) == seen

    @pytest.mark.parametrize(("rolled", "reached"), [(50, False), (51, True)])
    def test_in_doubt_alertness_decides(self, table: Brawl, rolled: int, reached: bool) -> None:
        terror(table)
        table.play("check_awareness", who="ana", dice={"alertness": [rolled]})
        table.next()
        go(table, choice="" if reached else "go to ground")
        assert (where(table, "ana") == "stairs") == reached

    @pytest.mark.rules("CE-RULING-24")
    @pytest.mark.parametrize(("rolled", "states"), [(50, ["terrorized"]), (51, [])])
    def test_bug_who_comes_to_know_inside_is_terrorized(self, table: Brawl, rolled: int, states: list[str]) -> None:
        place(table, "ana", "stairs")
        terror(table)
        table.play("check_awareness", who="ana", dice={"alertness": [rolled]})
        assert table.conditions("ana") == states

    def test_the_game_master_calls_for_it(self, table: Brawl) -> None:
        terror(table)
        assert table.forbidden("check_awareness", as_player="ana", who="ana")

    def test_who_knows_is_not_tested(self, table: Brawl) -> None:
        terror(table, "ana")
        assert table.refusal("check_awareness", who="ana", dice={"alertness": [1]}).rule == "CE-FEAR-05"

    def test_with_no_terror_there_is_nothing_to_notice(self, table: Brawl) -> None:
        assert table.refusal("check_awareness", who="ana", dice={"alertness": [1]}).rule == "CE-FEAR-05"

    def test_undone_they_do_not_know(self, table: Brawl) -> None:
        terror(table)
        noticed = table.play("check_awareness", who="ana", dice={"alertness": [22]})
        table.undo(noticed)
        table.next()
        go(table)
        assert where(table, "ana") == "stairs"


@pytest.mark.rules("CE-FEAR-06")
class TestTheAdapted:
    @pytest.fixture
    def table(self) -> Brawl:
        table = Brawl()
        table.person("ana", dex=14, adapted_to_violence=True)
        table.foe("ghoul", dex=15)
        table.begin(ghoul=15, ana=14, bo=11)
        table.play("freeform.draw_area", area="stairs")
        return table

    def test_pay_nothing(self, table: Brawl) -> None:
        terror(table, "ana")
        table.next()
        go(table)
        assert (where(table, "ana"), san(table)) == ("stairs", SAN)

    @pytest.mark.rules("CE-RULING-24")
    def test_the_adapted_are_not_terrorized(self, table: Brawl) -> None:
        terror(table, inside=["ana", "bo"])
        assert (table.conditions("ana"), table.conditions("bo")) == ([], ["terrorized"])


@pytest.mark.rules("CE-FEAR-07")
class TestOthers:
    def test_the_average_human_goes_to_ground_unasked(self, table: Brawl) -> None:
        terror(table, "thug")
        table.next(3)
        entry = go(table, "thug")
        assert (where(table, "thug"), "QuestionAsked" in table.kinds(entry)) == ("hall", False)
        assert table.conditions("thug") == ["gone_to_ground"]

    @pytest.mark.parametrize("because", ["insane", "hardened", "fanatical"])
    def test_people_whom_the_game_master_names_resolute_resist(self, table: Brawl, because: str) -> None:
        table.play("name_resolute", who="thug", because=because)
        terror(table, "thug", inside=["thug"])
        table.next(3)
        go(table, "thug")
        assert (where(table, "thug"), san(table, "thug")) == ("stairs", SAN)

    def test_bug_who_is_named_resolute_is_no_longer_terrorized(self, table: Brawl) -> None:
        terror(table, inside=["thug"])
        table.play("name_resolute", who="thug", because="fanatical")
        assert table.conditions("thug") == []

    def test_bug_a_thing_that_a_player_has_goes_where_it_is_driven(self, table: Brawl) -> None:
        table.play("create", name="Car", handle="car", thing=True, hp=20, owners=["ana"])
        table.play("join_fight", who="car")
        terror(table, "car")
        table.next(4)
        go(table, "car")
        assert where(table, "car") == "stairs"

    def test_resolve_can_be_taken_back(self, table: Brawl) -> None:
        table.play("name_resolute", who="thug", because="hardened")
        table.play("name_resolute", who="thug")
        terror(table, inside=["thug"])
        assert table.conditions("thug") == ["terrorized"]

    def test_undone_they_are_as_others(self, table: Brawl) -> None:
        named = table.play("name_resolute", who="thug", because="insane")
        assert "CE-FEAR-07" in table.cited(named)
