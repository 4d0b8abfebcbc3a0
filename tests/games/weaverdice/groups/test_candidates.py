"""Candidates: what the recruiter learns of them, what they may ask, and what no player sees."""

from typing import Any

import pytest

from tests.games.weaverdice.hiring import EITHER, WISHES, Hiring

SECRETS = ("alcoholism", "sells out his crews", "ironclad", "spiteful")
"""What is true of Troglodyte, in words that stand nowhere else."""


@pytest.fixture
def table() -> Hiring:
    """A table at which Troglodyte has applied."""
    table = Hiring()
    table.call(6, 6, 6)
    table.draw("Troglodyte")
    return table


def describe(table: Hiring, *, power: int = 1, personality: int = 1) -> int:
    """Troglodyte as he is; what the secret dice show."""
    return table.describe(
        "Troglodyte",
        flaws=SECRETS[:2],
        faces={"power": power, "personality": personality},
        power="ironclad",
        personality="spiteful",
    )


@pytest.mark.rules("WD-REC-11")
class TestWhatIsTold:
    @pytest.mark.parametrize(("face", "known"), [(3, {}), (4, {"power": "brute"})])
    def test_a_detail_that_passes_is_told(self, table: Hiring, face: int, known: dict[str, str]) -> None:
        table.describe("Troglodyte", faces={"power": face}, power="brute")
        assert table.known("Troglodyte") == known

    @pytest.mark.parametrize(("face", "known"), [(1, False), (2, True)])
    def test_what_was_asked_about_has_two_more(self, face: int, known: bool) -> None:
        table = Hiring()
        table.call(6, 6, 6, about=["power"])
        table.draw("Troglodyte")
        table.describe("Troglodyte", faces={"power": face}, power="brute")
        assert ("power" in table.known("Troglodyte")) == known

    def test_what_was_not_has_none(self) -> None:
        table = Hiring()
        table.call(6, 6, 6, about=["power"])
        table.draw("Troglodyte")
        table.describe("Troglodyte", faces={"power": 2, "stats": 2}, power="brute", stats="+Brawn")
        assert table.known("Troglodyte") == {"power": "brute"}

    @pytest.mark.parametrize(("knowledge", "face", "known"), [(5, 2, True), (5, 1, False), (1, 6, True), (1, 5, False)])
    def test_a_detail_is_told_by_a_roll_of_the_recruiter_s_knowledge(
        self, knowledge: int, face: int, known: bool
    ) -> None:
        table = Hiring(knowledge=knowledge)
        table.call(6, 6, 6)
        table.draw("Troglodyte")
        table.describe("Troglodyte", faces={"stats": face}, stats="+Brawn")
        assert ("stats" in table.known("Troglodyte")) == known

    def test_each_detail_has_a_roll_of_its_own(self, table: Hiring) -> None:
        details = {"disposition": "mercenary", "personality": "wary", "stats": "+Brawn", "power": "brute"}
        faces = {"disposition": 4, "personality": 3, "stats": 6, "power": 1}
        table.describe("Troglodyte", faces=faces, **details)
        assert table.known("Troglodyte") == {"disposition": "mercenary", "stats": "+Brawn"}

    def test_there_are_four_details(self, table: Hiring) -> None:
        args: dict[str, Any] = {"candidate": "Troglodyte", "details": {"shoe-size": "12"}}
        assert table.refusal("describe_candidate", who="felinous", **args).rule == "WD-REC-11"

    def test_about_which_one_can_ask(self, table: Hiring) -> None:
        args: dict[str, Any] = {"seeking": "troops", "about": ["shoe-size"]}
        assert table.refusal("recruit", who="felinous", **args).rule == "WD-REC-11"

    def test_had_he_been_asked_about_it_he_would_have_told(self) -> None:
        table = Hiring()
        called = table.call(6, 6, 6)
        table.draw("Troglodyte")
        table.describe("Troglodyte", faces={"power": 2}, power="brute")
        dice = {f"prospect/{number}": [6] for number in (1, 2, 3)}
        table.amend(called, "recruit", who="felinous", seeking="troops", about=["power"], dice=dice)
        assert table.known("Troglodyte") == {"power": "brute"}


@pytest.mark.rules("WD-REC-11", "WD-REC-12")
class TestWhatNoPlayerSees:
    def test_a_player_reads_nothing_that_was_not_found_out(self, table: Hiring) -> None:
        describe(table)
        seen = table.all_that_ana_sees()
        assert ("Troglodyte" in seen, [secret for secret in SECRETS if secret in seen]) == (True, [])

    def test_a_player_reads_no_more_than_the_part_that_was_found_out(self, table: Hiring) -> None:
        describe(table, power=6)
        seen = table.all_that_ana_sees()
        assert [secret for secret in SECRETS if secret in seen] == ["ironclad"]

    def test_no_player_sees_the_rolls(self, table: Hiring) -> None:
        describe(table, power=6)
        assert "detail/" not in table.all_that_ana_sees()

    def test_no_player_sees_what_an_applicant_lacks(self) -> None:
        table = Hiring()
        table.call(6, 6, 6, wishes=[{"what": "with-brawn"}])
        table.draw("Disarray", dice={"quality/with-brawn": [100]})
        seen = table.all_that_ana_sees()
        assert (table.truths("Disarray"), "lacks" in seen, "quality/" in seen) == (
            {"with-brawn": "lacks it"},
            False,
            False,
        )

    def test_no_player_sees_what_a_question_did_not_bring_out(self, table: Hiring) -> None:
        describe(table)
        table.ask("Troglodyte")
        table.answer("Troglodyte", "I drink a bit.", reveals=["alcoholism"])
        seen = table.all_that_ana_sees()
        assert [secret for secret in SECRETS if secret in seen] == ["alcoholism"]

    def test_no_player_sees_the_secrets_of_a_hired_candidate(self, table: Hiring) -> None:
        describe(table)
        table.agree(drawn=False)
        table.hire()
        seen = table.all_that_ana_sees()
        assert [secret for secret in SECRETS if secret in seen] == []

    def test_no_player_sees_the_secrets_of_an_undone_description(self, table: Hiring) -> None:
        table.undo(describe(table))
        seen = table.all_that_ana_sees()
        assert [secret for secret in SECRETS if secret in seen] == []

    def test_the_game_master_has_it_all(self, table: Hiring) -> None:
        describe(table)
        assert set(table.truths("Troglodyte")) == {"alcoholism", "sells out his crews", "power", "personality"}


@pytest.mark.rules("WD-REC-12")
class TestQuestions:
    def test_there_are_as_many_as_social(self, table: Hiring) -> None:
        for _ in range(3):
            table.ask("Troglodyte")
        args: dict[str, Any] = {"candidate": "Troglodyte", "question": "And then?"}
        assert table.refusal("question_candidate", who="felinous", **args).rule == "WD-REC-12"

    def test_divided_freely_between_the_candidates(self, table: Hiring) -> None:
        table.draw("Disarray")
        for name in ("Disarray", "Troglodyte", "Troglodyte"):
            table.ask(name)
        args: dict[str, Any] = {"candidate": "Disarray", "question": "And then?"}
        assert table.refusal("question_candidate", who="felinous", **args).rule == "WD-REC-12"

    def test_another_call_has_questions_of_its_own(self, table: Hiring) -> None:
        for _ in range(3):
            table.ask("Troglodyte")
        table.play("close_call", who="felinous")
        table.call(6, 6, 6)
        table.draw("Rune")
        assert table.ask("Rune")

    def test_intel_stands_in_for_one(self, table: Hiring) -> None:
        for _ in range(3):
            table.ask("Troglodyte")
        table.play("award_intel", who="felinous", type="violent", provenance="A bartender")
        (card,) = table.cards("felinous", "intel")
        table.ask("Troglodyte", intel=card)
        assert table.cards("felinous", "intel") == []

    def test_an_answer_may_let_a_flaw_slip(self, table: Hiring) -> None:
        describe(table)
        table.ask("Troglodyte")
        table.answer("Troglodyte", "I drink a bit.", reveals=["alcoholism"])
        assert table.known("Troglodyte") == {"flaw/1": "alcoholism"}

    def test_an_answer_may_let_slip_how_many_flaws_there_are(self, table: Hiring) -> None:
        describe(table)
        table.ask("Troglodyte")
        table.answer("Troglodyte", "Nobody is perfect.", count_flaws=True)
        assert table.known("Troglodyte") == {"flaws": "2"}

    def test_an_answer_may_let_a_detail_slip(self, table: Hiring) -> None:
        describe(table)
        table.ask("Troglodyte")
        table.answer("Troglodyte", "Hit me.", reveals=["power"])
        assert table.known("Troglodyte") == {"power": "ironclad"}

    def test_the_words_are_for_the_player(self, table: Hiring) -> None:
        describe(table)
        table.ask("Troglodyte", "Do you drink?")
        table.answer("Troglodyte", "Not on the job.", reveals=["alcoholism"])
        seen = table.all_that_ana_sees()
        assert ("Do you drink?" in seen, "Not on the job." in seen) == (True, True)

    def test_nobody_answers_unasked(self, table: Hiring) -> None:
        assert (
            "ask them first"
            in table.refusal("answer_for_candidate", who="felinous", candidate="Troglodyte", answer="Well.").player
        )

    def test_an_answer_lets_no_untruth_slip(self, table: Hiring) -> None:
        table.ask("Troglodyte")
        args: dict[str, Any] = {"candidate": "Troglodyte", "answer": "Well.", "reveals": ["gluttony"]}
        assert table.refusal("answer_for_candidate", who="felinous", **args).player

    def test_answers_are_the_game_master_s(self, table: Hiring) -> None:
        args: dict[str, Any] = {"who": "felinous", "candidate": "Troglodyte", "answer": "Well."}
        assert table.forbidden("answer_for_candidate", as_player="ana", **args)

    def test_with_one_question_less_there_is_one_left(self, table: Hiring) -> None:
        first = table.ask("Troglodyte")
        table.ask("Troglodyte")
        table.ask("Troglodyte")
        table.undo(first)
        assert table.ask("Troglodyte")


@pytest.mark.rules("WD-REC-16")
class TestWhatIsIdeal:
    def has(self, face: int, **chances: int) -> str:
        table = Hiring()
        table.call(6, 6, 6, wishes=[{"what": EITHER, "manner": "ideal"}])
        table.draw("Disarray", dice={f"quality/{EITHER}": [face]}, chances=chances and {EITHER: chances["either"]})
        return table.truths("Disarray")[EITHER]

    @pytest.mark.parametrize(("face", "truth"), [(70, "has it"), (71, "lacks it")])
    def test_seven_in_ten_have_it_as_in_the_example(self, face: int, truth: str) -> None:
        assert self.has(face) == truth

    @pytest.mark.parametrize(("face", "truth"), [(50, "has it"), (51, "lacks it")])
    def test_the_game_master_may_set_how_likely_a_candidate_has_it(self, face: int, truth: str) -> None:
        assert self.has(face, either=50) == truth

    def test_no_sheet_is_needed_before_hiring(self, table: Hiring) -> None:
        describe(table)
        assert "troglodyte" not in table.campaign().handles

    def test_working_them_out_is_the_game_master_s(self, table: Hiring) -> None:
        args: dict[str, Any] = {"who": "felinous", "candidate": "Troglodyte", "details": {"power": "brute"}}
        assert table.forbidden("describe_candidate", as_player="ana", **args)
        assert table.forbidden("draw_up_candidate", as_player="ana", who="felinous", name="Rune")


@pytest.mark.rules("WD-REC-11", "WD-REC-12", "WD-REC-15", "WD-REC-16")
class TestTheTwoWhoAnsweredFelinous:
    """Disarray, the young tinker, and Troglodyte, the hitman."""

    @pytest.fixture
    def crew(self) -> Hiring:
        table = Hiring()
        (card,) = table.reputation(1, "felinous")
        table.call(
            4, 2, 5, 3, seeking="capes", group="crew", wishes=WISHES, about=["power", "disposition"], cards=[card],
            dice={f"tapped/{card}": [3]},
        )  # fmt: skip
        table.draw("Disarray", dice={"quality/combat-type": [92], f"quality/{EITHER}": [65]})
        table.draw("Troglodyte", dice={"quality/combat-type": [11], f"quality/{EITHER}": [40]})
        table.describe(
            "Disarray",
            faces={"disposition": 3, "personality": 2, "power": 4, "stats": 1},
            disposition="antihero",
            personality="restless",
            power="tinker whose devices shift",
            stats="+Wits",
        )
        table.describe(
            "Troglodyte",
            flaws=SECRETS[:2],
            faces={"disposition": 6, "personality": 4, "power": 2, "stats": 5},
            disposition="violent mercenary",
            personality="wary",
            power="brute",
            stats="+Brawn, +Dex",
        )
        return table

    def test_two_apply(self, crew: Hiring) -> None:
        assert crew.prospects() == 2

    def test_one_of_them_dishes_out_no_hurt(self, crew: Hiring) -> None:
        hurt = [crew.truths(name)["combat-type"] for name in ("Disarray", "Troglodyte")]
        assert hurt == ["lacks it", "has it"]

    def test_of_disarray_personality_and_stats_stay_unknown(self, crew: Hiring) -> None:
        assert crew.known("Disarray") == {"disposition": "antihero", "power": "tinker whose devices shift"}

    def test_of_troglodyte_much_is_known(self, crew: Hiring) -> None:
        known = {
            "disposition": "violent mercenary", "personality": "wary", "power": "brute", "stats": "+Brawn, +Dex",
        }  # fmt: skip
        assert crew.known("Troglodyte") == known

    def test_three_questions_bring_out_one_flaw_of_two(self, crew: Hiring) -> None:
        crew.ask("Disarray", "Can your gear shoot?")
        crew.answer("Disarray", "There's a 50-50 chance.")
        crew.ask("Troglodyte", "What can you do?")
        crew.answer("Troglodyte", "I made this costume.")
        crew.ask("Troglodyte", "What did you do before?")
        crew.answer("Troglodyte", "This and that.", reveals=["alcoholism"], count_flaws=True)
        known = crew.known("Troglodyte")
        assert (known["flaw/1"], known["flaws"], SECRETS[1] in crew.all_that_ana_sees()) == ("alcoholism", "2", False)

    def test_he_comes_for_a_low_offer_on_a_condition(self, crew: Hiring) -> None:
        crew.agree(drawn=False)
        crew.hire()
        assert (crew.candidate("Troglodyte").state, crew.known("Troglodyte")["condition"]) == (
            "hired",
            "Nobody stops him",
        )


@pytest.mark.rules("WD-FOL-03")
class TestAFansFind:
    @pytest.fixture
    def fresh(self) -> Hiring:
        """A table at which nobody has applied."""
        return Hiring()

    def test_a_tapped_fan_brings_one_more_to_choose_from(self, fresh: Hiring) -> None:
        fresh.follow("fan", who="felinous")
        fresh.call(1, 1, 1, fan=True)
        fresh.draw("A fan's cousin", fan=True)
        assert fresh.states("fan", "circle-of-felinous") == ["tapped"]

    def test_a_call_has_no_second_candidate_of_a_fan(self, fresh: Hiring) -> None:
        fresh.follow("fan", who="felinous")
        fresh.call(1, 1, 1, fan=True)
        fresh.draw("A fan's cousin", fan=True)
        assert fresh.refusal("draw_up_candidate", who="felinous", name="Another", fan=True).rule == "WD-FOL-03"

    def test_without_the_fan_there_is_none(self, fresh: Hiring) -> None:
        fresh.call(1, 1, 1)
        assert fresh.refusal("draw_up_candidate", who="felinous", name="Cousin", fan=True).rule == "WD-FOL-03"

    def test_recruited_they_cost_the_fan(self, fresh: Hiring) -> None:
        fresh.follow("fan", 2, who="felinous")
        fresh.call(1, 1, 1, fan=True)
        fresh.draw("A fan's cousin", fan=True)
        fresh.hire("A fan's cousin", "underling", type="bruiser")
        assert fresh.states("fan", "circle-of-felinous") == ["ready"]

    def test_another_one_recruited_does_not(self, fresh: Hiring) -> None:
        fresh.follow("fan", who="felinous")
        fresh.call(4, 1, 1, fan=True)
        fresh.draw("Disarray")
        fresh.hire("Disarray", "underling", type="bruiser")
        assert fresh.states("fan", "circle-of-felinous") == ["tapped"]
