"""Cape Business: check-ins, feelers, and what comes of letting things slide."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.vocabulary.log import Noted, Rolled
from tests.games.weaverdice.capes import Capes
from tests.games.weaverdice.prying import told_to


class Office(Capes):
    """Ramjet runs things; Lung is another player's."""

    def __init__(self) -> None:
        super().__init__()
        self.cape("ramjet", social=4)
        self.foe("lung")

    def check_in(self, *subjects: str, seek: str = "") -> int:
        dice = {f"check-in/{number}": [3] for number in range(1, 1 + len(set(subjects)))}
        return self.play("cape_business", who="ramjet", check_in=list(subjects), seek=seek, dice=dice)

    def waiting(self, kind: str) -> list[str]:
        return sorted(task.title for task in self.sheet("ramjet").tasks.values() if task.kind == kind)


@pytest.fixture
def table() -> Office:
    return Office()


@pytest.mark.rules("WD-BIZ-02")
class TestCheckingIn:
    def test_up_to_three_people_or_things(self, table: Office) -> None:
        table.check_in("Bruiser", "the garage", "the job")
        assert table.waiting("check-in") == ["Bruiser", "the garage", "the job"]

    def test_four_are_too_many(self, table: Office) -> None:
        refusal = table.refusal("cape_business", who="ramjet", check_in=["a", "b", "c", "d"])
        assert refusal.rule == "WD-BIZ-02"

    def test_one_named_twice_is_one(self, table: Office) -> None:
        table.check_in("Bruiser", "Bruiser", "the garage", "the job")
        assert len(table.waiting("check-in")) == 3

    def test_with_nothing_to_do_there_is_no_business(self, table: Office) -> None:
        assert table.refusal("cape_business", who="ramjet").rule == "WD-BIZ-02"

    def test_a_hidden_roll_is_made_about_each(self, table: Office) -> None:
        entry = table.check_in("Bruiser", "the garage")
        rolls = [(event.name, event.audience) for event in table.told(entry) if isinstance(event, Rolled)]
        assert rolls == [("check-in/1", "gm"), ("check-in/2", "gm")]

    @pytest.mark.parametrize(("member", "known"), [("ana", False), ("gm", True)])
    def test_which_only_the_game_master_reads(self, table: Office, member: str, known: bool) -> None:
        table.check_in("Bruiser")
        table.play("look_into", who="ramjet", subject="Bruiser", target=5, dice={"look-into/bruiser": [4]})
        text = told_to(table, member)
        assert ("check-in/1" in text, "look-into/bruiser" in text) == (known, known)

    def test_what_is_looked_into_is_the_boss_s_business(self, table: Office) -> None:
        table.check_in("Bruiser")
        assert [task.audience for task in table.sheet("ramjet").tasks.values()] == [("ana",)]

    @pytest.mark.parametrize(("die", "outcome"), [(3, "failure"), (4, "success")])
    def test_skill_checks_are_made_behind_the_scenes(self, table: Office, die: int, outcome: str) -> None:
        check: dict[str, Any] = {"subject": "Bruiser", "stat": "social", "target": 5}
        entry = table.play("look_into", who="ramjet", dice={"look-into/bruiser": [die]}, **check)
        roll = table.last_roll(entry)
        assert (roll.total, roll.outcome, roll.audience) == (die + 1, outcome, "gm")

    def test_by_others_too(self, table: Office) -> None:
        entry = table.play(
            "look_into", who="ramjet", by="lung", subject="Bruiser", stat="wits", dice={"look-into/bruiser": [4]}
        )
        assert table.outcomes_of(entry) == {"look-into/bruiser": "success"}

    def test_of_stats_that_there_are(self, table: Office) -> None:
        assert table.refusal("look_into", who="ramjet", subject="Bruiser", stat="luck").missing


@pytest.mark.rules("WD-BIZ-03")
class TestReports:
    def report(self, table: Office, **more: Any) -> int:
        return table.play("report_check_in", who="ramjet", subject="Bruiser", **more)

    @pytest.mark.parametrize("finding", ["suspicious", "failing", "friction", "nothing"])
    def test_a_report_says_what_came_to_light(self, table: Office, finding: str) -> None:
        table.check_in("Bruiser", "the garage")
        (note,) = (e for e in table.told(self.report(table, found=finding)) if isinstance(e, Noted))
        assert (note.data["found"], note.audience, table.waiting("check-in")) == (finding, ("ana",), ["the garage"])

    @pytest.mark.parametrize("effect", ["delayed", "forestalled"])
    def test_being_there_holds_things_off(self, table: Office, effect: str) -> None:
        table.check_in("Bruiser")
        entry = self.report(table, found="friction", effect=effect)
        assert [e.data["effect"] for e in table.told(entry) if isinstance(e, Noted)] == [effect]

    def test_a_report_holds_off_only_what_is_wrong(self, table: Office) -> None:
        table.check_in("Bruiser")
        assert table.refusal("report_check_in", who="ramjet", subject="Bruiser", effect="delayed").rule == "WD-BIZ-03"

    def test_without_a_check_in_there_is_no_report(self, table: Office) -> None:
        assert table.refusal("report_check_in", who="ramjet", subject="Bruiser").rule == "WD-BIZ-03"

    def test_no_player_reports(self, table: Office) -> None:
        table.check_in("Bruiser")
        assert "game master" in table.forbidden("report_check_in", as_player="ana", who="ramjet", subject="Bruiser")

    def test_without_the_check_in_it_is_at_odds(self, table: Office) -> None:
        checked = table.check_in("Bruiser")
        report = self.report(table, found="failing")
        assert outcomes(table.undo(checked, policy="cascade"))[report] == "struck"


@pytest.mark.rules("WD-BIZ-01")
class TestFeelers:
    @pytest.mark.parametrize(
        ("kind", "component"), [("mission", "missions"), ("asset", "assets"), ("follower", "followers")]
    )
    def test_feelers_bring_what_the_game_master_allows(self, table: Office, kind: str, component: str) -> None:
        table.check_in(seek="work for hire")
        entry = table.play("offer_opening", who="ramjet", kind=kind, what="supplier", reward="$2000")
        instances = getattr(table.group("circle-of-ramjet"), component)
        assert (len(instances), table.waiting("feelers"), "WD-BIZ-01" in table.cited(entry)) == (1, [], True)

    def test_a_mission_names_its_reward(self, table: Office) -> None:
        table.check_in(seek="work for hire")
        table.play("offer_opening", who="ramjet", kind="mission", what="Guard the convoy", reward="$2000")
        (mission,) = table.group("circle-of-ramjet").missions.values()
        assert (mission.title, mission.data["reward"], mission.state) == ("Guard the convoy", "$2000", "planned")

    def test_an_opening_is_offered_only_to_feelers_that_are_out(self, table: Office) -> None:
        refusal = table.refusal("offer_opening", who="ramjet", kind="asset", what="a garage")
        assert refusal.rule == "WD-BIZ-01"

    def test_feelers_may_go_with_check_ins(self, table: Office) -> None:
        table.check_in("Bruiser", seek="work for hire")
        assert (table.waiting("check-in"), table.waiting("feelers")) == (["Bruiser"], ["work for hire"])

    def test_no_player_helps_themselves(self, table: Office) -> None:
        table.check_in(seek="work for hire")
        forbidden = table.forbidden("offer_opening", as_player="ana", who="ramjet", kind="asset", what="a bank")
        assert "game master" in forbidden


@pytest.mark.rules("WD-BIZ-04")
class TestLettingThingsSlide:
    @pytest.mark.parametrize("problem", ["splinter group", "worsened relations", "enemies gain intel", "drama"])
    def test_a_matter_that_slides_becomes_a_problem(self, table: Office, problem: str) -> None:
        entry = table.play("let_slide", who="ramjet", about="the crew", problem=problem)
        assert (table.waiting("trouble"), "WD-BIZ-04" in table.cited(entry)) == ([f"the crew: {problem}"], True)

    def test_a_matter_that_was_checked_in_on_does_not_slide(self, table: Office) -> None:
        table.check_in("the crew")
        assert table.refusal("let_slide", who="ramjet", about="The Crew", problem="drama").rule == "WD-BIZ-04"

    def test_after_a_phase_it_needs_another_check_in(self, table: Office) -> None:
        table.play("open_downtime")
        table.check_in("the crew")
        table.play("end_downtime")
        table.play("let_slide", who="ramjet", about="the crew", problem="drama")
        assert table.waiting("trouble") == ["the crew: drama"]

    def test_no_player_makes_trouble(self, table: Office) -> None:
        forbidden = table.forbidden("let_slide", as_player="ana", who="ramjet", about="it", problem="drama")
        assert "game master" in forbidden
