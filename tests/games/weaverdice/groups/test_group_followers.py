"""Followers that a group shares."""

from typing import Any

import pytest

from tests.games.weaverdice.following import Following

JOB: dict[str, Any] = {"group": "team", "follower": "journalist", "business": "An interview about the siege"}


class Team(Following):
    """A table with a team of two capes and a bystander whom they keep around."""

    def __init__(self) -> None:
        super().__init__()
        self.cape("pearl", owner="gm")
        self.cape("clerk", owner="", category="bystander")
        self.play("create_enclave", name="Team", handle="team", members=["outage", "pearl", "clerk"])

    def sponsor(self, **followers: int) -> int:
        return self.play("sponsor_group", group="team", sponsor="PRT", followers=followers)

    def recruit(self, type: str, face: int) -> int:
        dice = {"follower": [face]}
        return self.play(
            "win_group_follower", group="team", by="outage", type=type, criterion="high-profile", dice=dice
        )

    def shared(self, type: str = "") -> list[str]:
        return self.states(type, "team")


@pytest.fixture
def table() -> Team:
    return Team()


@pytest.mark.rules("WD-FOL-11")
class TestTheCap:
    def test_a_group_s_cap_is_its_number_of_notable_people(self, table: Team) -> None:
        table.recruit("journalist", 1)
        assert table.value("team", "limits.followers") == 2

    def test_up_to_it_followers_come(self, table: Team) -> None:
        table.recruit("journalist", 1)
        table.recruit("journalist", 2)
        assert table.shared() == ["ready", "ready"]

    def test_beyond_it_they_do_not(self, table: Team) -> None:
        table.recruit("journalist", 1)
        table.recruit("journalist", 2)
        args: dict[str, Any] = {"group": "team", "by": "outage", "type": "fan", "criterion": "lives-saved"}
        assert table.refusal("win_group_follower", **args).rule == "WD-FOL-11"

    def test_another_notable_member_makes_room(self, table: Team) -> None:
        table.recruit("journalist", 1)
        table.recruit("journalist", 2)
        table.foe("dragon")
        table.play("join_group", group="team", who="dragon")
        table.recruit("fan", 1)
        assert (len(table.shared()), table.value("team", "limits.followers")) == (3, 3)

    def test_a_notable_member_who_leaves_takes_their_room_along(self, table: Team) -> None:
        table.recruit("journalist", 1)
        table.play("leave_group", group="team", who="pearl")
        cap = table.roster("team").caps["limits.followers"]
        assert (cap.filled, cap.most) == (1, 1)

    def test_property_investment_and_growth_raise_it(self, table: Team) -> None:
        table.play("raise_group_cap", group="team", amount=2, because="A floor in the harbour")
        assert table.value("team", "limits.followers") == 4

    def test_the_roster_shows_it(self, table: Team) -> None:
        table.recruit("journalist", 1)
        cap = table.roster("team").caps["limits.followers"]
        assert (cap.filled, cap.most, cap.surplus) == (1, 2, 0)

    def test_the_roll_counts_what_the_group_holds(self, table: Team) -> None:
        table.follow("journalist", 3)
        table.recruit("journalist", 1)
        assert table.last_roll(table.recruit("journalist", 1)).target == 2


@pytest.mark.rules("WD-FOL-11")
class TestTheGroupsBusiness:
    def keep(self, table: Team, face: int, **award: Any) -> int:
        table.foe("mayor")
        word = "award_group_reputation" if "group" in award else "award_reputation"
        table.play(word, source="The siege", exclusive_to="mayor", **award)
        (card,) = table.cards()
        dice = {"social": [6, 1], f"keep/{card}": [face]}
        entry = table.play("cite_reputation", who="outage", to="mayor", cards=[card], dice=dice)
        return table.rolls(entry)[f"keep/{card}"]

    def test_a_group_s_journalists_help_to_keep_its_reputation(self, table: Team) -> None:
        table.sponsor(journalist=2)
        assert self.keep(table, 1, group="team", holder="outage") == 1 + 1 + 2

    def test_a_group_s_journalists_keep_no_other_reputation(self, table: Team) -> None:
        table.sponsor(journalist=2)
        assert self.keep(table, 1, who="outage") == 1 + 1

    def test_every_member_may_use_it(self, table: Team) -> None:
        table.play("award_group_reputation", group="team", holder="outage", source="The siege")
        (card,) = table.cards()
        users = table.sheet("outage").cards[card].users
        assert users == tuple(sorted(table.ref(who) for who in ("outage", "pearl", "clerk")))

    @pytest.mark.rules("WD-REP-02")
    def test_bug_a_group_s_reputation_is_for_its_members_of_today(self, table: Team) -> None:
        table.foe("mayor")
        table.cape("late", owner="ana")
        table.play("award_group_reputation", group="team", holder="outage", source="The siege")
        (card,) = table.cards()
        talk = {"to": "mayor", "cards": [card], "dice": {"social": [6, 6]}}
        table.play("join_group", group="team", who="late")
        table.play("leave_group", group="team", who="pearl")
        assert table.refusal("cite_reputation", who="pearl", **talk).rule == "WD-REP-02"
        table.play("cite_reputation", who="late", **talk)
        assert table.cards() == []

    def test_members_alone_have_a_say(self, table: Team) -> None:
        table.sponsor(journalist=1)
        table.cape("stranger")
        assert table.refusal("tap_group_follower", who="stranger", **JOB).rule == "WD-FOL-11"


@pytest.mark.rules("WD-FOL-12")
class TestOneTapsForAll:
    def test_tapped_by_one_they_are_good_for_nobody(self, table: Team) -> None:
        table.sponsor(journalist=2)
        table.play("tap_group_follower", as_player="ana", who="outage", **JOB)
        assert (table.shared(), table.value("team", "scores.keeping")) == (["ready", "tapped"], 1)

    def test_another_member_cannot_tap_them_again(self, table: Team) -> None:
        table.sponsor(journalist=1)
        table.play("tap_group_follower", who="outage", **JOB)
        assert table.refusal("tap_group_follower", who="pearl", **JOB).rule == "WD-FOL-05"

    def test_a_tapped_follower_comes_back_to_all_after_the_next_phase(self, table: Team) -> None:
        table.sponsor(journalist=1)
        table.play("tap_group_follower", who="outage", **JOB)
        table.phase()
        assert table.shared() == ["ready"]

    def test_the_entry_says_for_which_business(self, table: Team) -> None:
        table.sponsor(journalist=1)
        assert "WD-FOL-12" in table.cited(table.play("tap_group_follower", who="outage", **JOB))

    def test_one_s_own_followers_stay_as_they_are(self, table: Team) -> None:
        table.follow("journalist")
        table.sponsor(journalist=1)
        table.play("tap_group_follower", who="outage", **JOB)
        assert table.states() == ["ready"]


@pytest.mark.rules("WD-FOL-13")
class TestSponsors:
    def test_a_sponsor_brings_many_followers_at_once(self, table: Team) -> None:
        table.sponsor(journalist=3, trainer=2)
        assert (len(table.shared("journalist")), len(table.shared("trainer"))) == (3, 2)

    def test_who_take_nobody_else_s_place(self, table: Team) -> None:
        table.sponsor(journalist=5)
        table.recruit("fan", 1)
        assert table.roster("team").caps["limits.followers"].filled == 1

    def test_players_do_not_let_them_go(self, table: Team) -> None:
        table.sponsor(journalist=1)
        gone: dict[str, Any] = {"who": "outage", "group": "team", "follower": "journalist"}
        assert table.refusal("let_group_follower_go", as_player="ana", **gone).rule == "WD-FOL-13"

    def test_the_game_master_may(self, table: Team) -> None:
        table.sponsor(journalist=1)
        table.play("let_group_follower_go", who="outage", group="team", follower="journalist")
        assert table.shared() == []

    def test_players_may_let_go_of_their_group_s_followers(self, table: Team) -> None:
        table.recruit("journalist", 1)
        table.play("let_group_follower_go", as_player="ana", who="outage", group="team", follower="journalist")
        assert table.shared() == []

    def test_bringing_them_is_the_game_master_s(self, table: Team) -> None:
        sponsored: dict[str, Any] = {"group": "team", "sponsor": "PRT", "followers": {"fan": 1}}
        assert table.forbidden("sponsor_group", as_player="ana", **sponsored)

    def test_undone_they_never_came(self, table: Team) -> None:
        entry = table.sponsor(journalist=2)
        assert "WD-FOL-13" in table.cited(entry)
