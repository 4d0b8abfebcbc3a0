"""Followers who come with a box."""

import pytest

from domain.vocabulary.anchors import AtMoment
from tests.games.weaverdice.growing import Growing, circle


@pytest.fixture
def table() -> Growing:
    return Growing()


@pytest.mark.rules("WD-PROG-08", "WD-RULING-14")
class TestEagerFollower:
    def test_the_game_master_says_who_it_is(self, table: Growing) -> None:
        deed = table.check("eager-follower")
        (question,) = table.sheet("outage").questions.values()
        assert (question.owner, question.key) == ("gm", "follower")
        table.play("answer", deed=deed, key="follower", choice="informant")
        assert circle(table) == {"informant": "tapped"}

    def test_the_cap_rises_by_one(self, table: Growing) -> None:
        before = table.value("outage", "limits.followers")
        table.check("eager-follower", {"follower": "informant"})
        assert table.value("outage", "limits.followers") == before + 1

    def test_at_neutral_morale_they_start_tapped(self, table: Growing) -> None:
        table.check("eager-follower", {"follower": "informant"})
        (follower,) = table.group("circle-of-outage").followers.values()
        assert follower.tapped_until == AtMoment(moment="downtime_end")

    def test_an_eager_follower_is_ready_when_the_next_downtime_is_over(self, table: Growing) -> None:
        table.check("eager-follower", {"follower": "informant"})
        states = []
        for _ in range(2):
            table.play("open_downtime")
            states.append(circle(table)["informant"])
            table.play("end_downtime")
        assert (states, circle(table)) == (["tapped", "ready"], {"informant": "ready"})

    def test_granted_in_a_downtime_they_are_tapped_for_the_rest_of_it_and_the_next(self, table: Growing) -> None:
        table.play("open_downtime")
        table.check("eager-follower", {"follower": "informant"})
        table.play("end_downtime")
        table.play("open_downtime")
        during = circle(table)
        table.play("end_downtime")
        assert (during, circle(table)) == ({"informant": "tapped"}, {"informant": "ready"})

    def test_with_good_morale_they_can_start_at_once(self, table: Growing) -> None:
        table.play("change", target="outage", path="tracks.morale.current", by=1)
        table.check("eager-follower", {"follower": "informant", "benefit": "start at once"})
        assert circle(table) == {"informant": "ready"}

    def test_an_eager_follower_may_be_one_of_two(self, table: Growing) -> None:
        table.play("change", target="outage", path="tracks.morale.current", by=1)
        way = {"follower": "informant", "benefit": "choose between two", "other-follower": "fan"}
        table.check("eager-follower", {**way, "which-follower": "fan"})
        assert circle(table) == {"fan": "tapped"}

    def test_a_second_one_joins_the_same_circle(self, table: Growing) -> None:
        table.check("eager-follower", {"follower": "informant"})
        table.milestone()
        table.check("eager-follower", {"follower": "fan"})
        assert set(circle(table)) == {"informant", "fan"}

    def test_without_the_first_the_circle_begins_with_the_second(self, table: Growing) -> None:
        first = table.check("eager-follower", {"follower": "informant"})
        table.milestone()
        table.check("eager-follower", {"follower": "fan"})
        table.undo(first)
        assert set(circle(table)) == {"fan"}

    def test_had_morale_been_good_there_would_have_been_a_choice(self, table: Growing) -> None:
        lifted = table.play("change", target="outage", path="tracks.morale.current", by=1)
        table.check("eager-follower", {"follower": "informant", "benefit": "start at once"})
        table.undo(lifted)
        assert circle(table) == {"informant": "tapped"}


@pytest.mark.rules("WD-PROG-09")
class TestTrustedFollower:
    TWO = {"standing/civilian-life": "yes", "standing/secret-identity": "yes", "benefit": "start at once"}

    def test_with_civilian_life_well_and_the_identity_secure_they_can_start_at_once(self, table: Growing) -> None:
        table.check("trusted-follower", {"follower": "supplier", **self.TWO})
        assert circle(table) == {"supplier": "ready"}

    @pytest.mark.parametrize("lacking", ["standing/civilian-life", "standing/secret-identity"])
    def test_with_either_lacking_they_start_tapped(self, table: Growing, lacking: str) -> None:
        answers = {"standing/civilian-life": "yes", "standing/secret-identity": "yes", lacking: "no"}
        table.check("trusted-follower", {"follower": "supplier", **answers})
        assert circle(table) == {"supplier": "tapped"}

    def test_what_is_on_record_is_not_asked(self, table: Growing) -> None:
        table.play("set_standing", who="outage", fact="civilian-life")
        table.play("set_standing", who="outage", fact="secret-identity", good=False)
        table.check("trusted-follower", {"follower": "supplier"})
        assert circle(table) == {"supplier": "tapped"}

    def test_what_only_the_game_master_knows_stays_hidden(self, table: Growing) -> None:
        table.play("set_standing", who="outage", fact="secret-identity", good=False, hidden=True)
        assert table.sheet("outage").traits["standing-secret-identity"].audience == "gm"

    def test_the_record_is_the_game_master_s(self, table: Growing) -> None:
        assert table.forbidden("set_standing", as_player="ana", who="outage", fact="family")
        assert "passenger" in table.refusal("set_standing", who="outage", fact="weather").player

    def test_good_morale_is_no_help_here(self, table: Growing) -> None:
        table.play("change", target="outage", path="tracks.morale.current", by=1)
        table.check("trusted-follower", {"follower": "supplier", "standing/civilian-life": "no"})
        assert circle(table) == {"supplier": "tapped"}

    def test_the_cap_rises_by_one(self, table: Growing) -> None:
        before = table.value("outage", "limits.followers")
        table.check("trusted-follower", {"follower": "supplier", **self.TWO})
        assert table.value("outage", "limits.followers") == before + 1

    def test_had_the_identity_not_been_lost_they_would_be_ready(self, table: Growing) -> None:
        table.play("set_standing", who="outage", fact="civilian-life")
        table.play("set_standing", who="outage", fact="secret-identity")
        lost = table.play("set_standing", who="outage", fact="secret-identity", good=False)
        checked = table.check("trusted-follower", {"follower": "supplier"})
        table.undo(lost, responses={str(checked): {"benefit": "start at once"}})
        assert circle(table) == {"supplier": "ready"}
