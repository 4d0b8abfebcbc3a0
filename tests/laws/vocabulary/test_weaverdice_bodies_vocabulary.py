"""Wounds, armor and grapples in Weaverdice, on the shared vocabulary."""

import pytest

from domain.components.scene import TurnEntry
from domain.events.scene import TurnEntered
from domain.events.values import AttributeRaised, PointGained
from domain.history.plan import StillOwed
from tests.laws.vocabulary.table import Dice, Table, outcomes
from tests.laws.vocabulary.weaverdice_rules import at_the_table, cape


@pytest.fixture
def table() -> Table:
    """Tankspanker with two wound slots."""
    table = at_the_table()
    cape(table, "tankspanker", guts=2)
    table.play("body", who="tankspanker")
    return table


def hurt(table: Table, severity: str, effect: int, *, conventional: bool = True) -> int:
    return table.play(
        "hurt", who="tankspanker", severity=severity, conventional=conventional, dice={"effect": [effect]}
    )


def scratched(table: Table, severity: str, *, conventional: bool = True) -> int:
    return table.play("hurt", who="tankspanker", severity=severity, conventional=conventional)


def track(table: Table) -> dict[str, str]:
    return {wound.slot: wound.severity for wound in table.sheet("tankspanker").wounds.values()}


def suffers(table: Table, who: str = "tankspanker") -> list[str]:
    return sorted(condition.what for condition in table.sheet(who).conditions.values())


@pytest.mark.rules("WD-WND-02")
class TestTheDisplacedWound:
    def test_with_room_left_a_moderate_wound_displaces_nothing(self, table: Table) -> None:
        hurt(table, "lesser", 3)
        hurt(table, "moderate", 1)
        assert track(table) == {"body/1": "lesser", "body/2": "moderate"}

    def test_with_a_full_track_it_takes_the_slot_of_a_lesser_one(self, table: Table) -> None:
        hurt(table, "lesser", 3)
        hurt(table, "lesser", 1)
        hurt(table, "moderate", 1)
        assert track(table) == {"body/1": "moderate", "body/2": "lesser"}

    def test_the_effect_of_the_displaced_wound_stays_beside_the_new_one(self, table: Table) -> None:
        hurt(table, "lesser", 3)
        hurt(table, "lesser", 1)
        hurt(table, "moderate", 4)
        assert suffers(table) == ["bleeding", "scarred"]

    def test_it_outlives_the_wound_that_took_the_slot(self, table: Table) -> None:
        hurt(table, "lesser", 3)
        hurt(table, "lesser", 1)
        moderate = hurt(table, "moderate", 4)
        table.play("mend", who="tankspanker", wound=f"wound-{moderate}")
        assert suffers(table) == ["bleeding"]
        table.play("stop_bleeding", who="tankspanker")
        assert suffers(table) == []

    def test_the_effect_of_a_wound_that_was_not_displaced_ends_with_it(self, table: Table) -> None:
        hurt(table, "lesser", 1)
        cut = hurt(table, "lesser", 5)
        hurt(table, "moderate", 1)
        assert suffers(table) == ["bleeding", "blinded"]
        table.play("mend", who="tankspanker", wound=f"wound-{cut}")
        assert suffers(table) == []

    def test_a_lesser_wound_displaces_nothing(self, table: Table) -> None:
        hurt(table, "lesser", 1)
        hurt(table, "lesser", 1)
        hurt(table, "lesser", 1)
        assert track(table) == {"body/1": "lesser", "body/2": "lesser", "over": "lesser"}

    def test_a_moderate_wound_is_not_displaced(self, table: Table) -> None:
        for _ in range(3):
            hurt(table, "moderate", 1)
        assert track(table) == {"body/1": "moderate", "body/2": "moderate", "over": "moderate"}

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        wounds = [hurt(table, "lesser", 3), hurt(table, "lesser", 6), hurt(table, "moderate", 4)]
        table.check_undo(*wounds, table.play("mend", who="tankspanker", wound=f"wound-{wounds[2]}"))

    def test_with_less_guts_the_same_wound_displaces(self, table: Table) -> None:
        braver = table.let("tankspanker", AttributeRaised(name="guts", amount=1))
        first, second, third = hurt(table, "lesser", 3), hurt(table, "lesser", 1), hurt(table, "moderate", 4)
        assert track(table) == {"body/1": "lesser", "body/2": "lesser", "body/3": "moderate"}
        confirmed = {first: "confirmed", second: "confirmed"}
        assert outcomes(table.undo(braver)) == {braver: "struck", **confirmed, third: "restated"}
        assert track(table) == {"body/1": "moderate", "body/2": "lesser"}
        assert suffers(table) == ["bleeding", "scarred"]


@pytest.mark.rules("WD-COS-02")
class TestArmor:
    @pytest.fixture(autouse=True)
    def worn(self, table: Table) -> None:
        self.put_on = table.play("put_on", who="tankspanker", piece="vest", place=1)

    def test_a_piece_is_one_more_wound_slot(self, table: Table) -> None:
        assert table.value("tankspanker", "slots.all") == 3

    def test_it_takes_one_hit_without_consequence(self, table: Table) -> None:
        entry = scratched(table, "moderate")
        assert track(table) == {"item/vest": "moderate"}
        assert table.kinds(entry) == ["WoundSuffered"]

    def test_the_second_hit_reaches_the_body(self, table: Table) -> None:
        scratched(table, "lesser")
        hurt(table, "lesser", 3)
        assert track(table) == {"item/vest": "lesser", "body/1": "lesser"}
        assert suffers(table) == ["bleeding"]

    def test_two_pieces_take_two_hits(self, table: Table) -> None:
        table.play("put_on", who="tankspanker", piece="helmet", place=2)
        assert table.value("tankspanker", "slots.all") == 4
        scratched(table, "lesser")
        scratched(table, "lesser")
        assert set(track(table)) == {"item/helmet", "item/vest"}

    def test_unconventional_damage_may_have_its_effect_all_the_same(self, table: Table) -> None:
        hurt(table, "lesser", 6, conventional=False)
        assert track(table) == {"item/vest": "lesser"}
        assert suffers(table) == ["bleeding", "pain"]

    def test_once_mended_it_takes_a_hit_again(self, table: Table) -> None:
        first = scratched(table, "lesser")
        table.play("mend", who="tankspanker", wound=f"wound-{first}")
        scratched(table, "lesser")
        assert track(table) == {"item/vest": "lesser"}

    def test_its_slot_goes_with_it(self, table: Table) -> None:
        scratched(table, "lesser")
        table.play("take_off", who="tankspanker", piece="vest")
        assert table.value("tankspanker", "slots.all") == 2
        assert (track(table), table.sheet("tankspanker").modifiers) == ({}, {})

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        hits = [scratched(table, "lesser"), hurt(table, "lesser", 3)]
        table.check_undo(self.put_on, *hits, table.play("take_off", who="tankspanker", piece="vest"))

    def test_without_it_the_hit_would_have_reached_the_body(self, table: Table) -> None:
        helmet = table.play("put_on", who="tankspanker", piece="helmet", place=2)
        first, second = scratched(table, "lesser"), hurt(table, "lesser", 3, conventional=False)
        assert set(track(table)) == {"item/helmet", "item/vest"}
        assert outcomes(table.undo(helmet)) == {helmet: "struck", first: "restated", second: "restated"}
        assert track(table) == {"item/vest": "lesser", "body/1": "lesser"}
        assert suffers(table) == ["bleeding"]

    def test_a_hit_whose_effect_was_never_rolled_owes_the_roll(self, table: Table) -> None:
        entry = scratched(table, "lesser")
        with pytest.raises(StillOwed):
            table.undo(self.put_on)
        table.undo(self.put_on, dice={str(entry): {"effect": (5,)}})
        assert (track(table), suffers(table)) == ({"body/1": "lesser"}, ["bleeding", "blinded"])


@pytest.mark.rules("WD-WFX-09")
class TestPulverized:
    def pulverized(self, table: Table, *again: int, **answers: str) -> int:
        responses = {key.replace("_", "/"): choice.replace("_", " ") for key, choice in answers.items()}
        return table.play("pulverize", who="tankspanker", dice={"again": again}, responses=responses)

    def stats(self, table: Table) -> dict[str, int]:
        return {stat: table.value("tankspanker", f"attributes.{stat}") for stat in ("brawn", "dexterity", "guts")}

    def test_a_one_ends_it_after_one_loss(self, table: Table) -> None:
        self.pulverized(table, 1, effort_1="none", lose_1="two_points", point_1_1="brawn", point_1_2="guts")
        assert self.stats(table) == {"brawn": 2, "dexterity": 3, "guts": 1}

    def test_a_two_repeats_the_whole_choice(self, table: Table) -> None:
        answers = {"lose_1": "two_points", "point_1_1": "brawn", "point_1_2": "brawn"}
        self.pulverized(table, 2, 1, effort_1="none", lose_2="left_arm", **answers)
        assert self.stats(table)["brawn"] == 1
        assert [c.data["part"] for c in table.sheet("tankspanker").conditions.values()] == ["left arm"]

    @pytest.mark.parametrize("die", [1, 2])
    def test_with_a_dot_spent_in_advance_it_repeats_on_three(self, table: Table, die: int) -> None:
        self.pulverized(table, die, effort_1="focus", effort_2="none", lose_1="head")
        assert table.sheet("tankspanker").tracks["focus"].current == 2
        assert suffers(table) == ["useless"]

    def test_with_a_dot_a_three_repeats(self, table: Table) -> None:
        self.pulverized(table, 3, 2, effort_1="focus", effort_2="none", lose_1="head", lose_2="left_leg")
        assert suffers(table) == ["useless", "useless"]

    def test_with_five_dots_nothing_repeats(self, table: Table) -> None:
        dots = {f"effort_{n}": pool for n, pool in enumerate(["focus"] * 3 + ["recovery"] * 2, start=1)}
        self.pulverized(table, 6, **dots, effort_6="none", lose_1="head")
        assert suffers(table) == ["useless"]

    def test_a_part_that_is_lost_cannot_be_lost_again(self, table: Table) -> None:
        self.pulverized(table, 1, effort_1="none", lose_1="head")
        refusal = table.refusal(
            "pulverize", who="tankspanker", dice={"again": [1]}, responses={"effort/1": "none", "lose/1": "head"}
        )
        assert refusal.rule == "unknown-choice"

    def test_a_stat_at_zero_has_no_point_to_lose(self, table: Table) -> None:
        self.pulverized(table, 1, effort_1="none", lose_1="two_points", point_1_1="guts", point_1_2="guts")
        deed = self.pulverized(table, effort_1="none", lose_1="two_points")
        (question,) = table.sheet("tankspanker").questions.values()
        assert (question.key, question.owner, "guts" in question.options) == ("point/1/1", "ana", False)
        assert deed == question.deed

    def test_answered_one_by_one_it_comes_to_the_same(self, table: Table) -> None:
        deed = self.pulverized(table)
        answers: list[tuple[str, str, Dice]] = [
            ("effort/1", "focus", {}),
            ("effort/2", "none", {}),
            ("lose/1", "right arm", {"again": [3]}),
            ("lose/2", "two points", {}),
            ("point/2/1", "brawn", {}),
            ("point/2/2", "dexterity", {"again": [2]}),
        ]
        for key, choice, dice in answers:
            table.play("answer", deed=deed, key=key, choice=choice, dice=dice)
        assert self.stats(table) == {"brawn": 2, "dexterity": 2, "guts": 2}
        assert (table.sheet("tankspanker").questions, suffers(table)) == ({}, ["useless"])

    def test_what_was_lost_comes_back_with_the_wound_mended(self, table: Table) -> None:
        answers = {"lose_1": "two_points", "point_1_1": "brawn", "point_1_2": "guts"}
        entry = self.pulverized(table, 2, 1, effort_1="none", lose_2="left_arm", **answers)
        table.play("mend", who="tankspanker", wound=f"wound-{entry}")
        assert (suffers(table), self.stats(table)) == ([], {"brawn": 3, "dexterity": 3, "guts": 2})

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        first = self.pulverized(table, 1, effort_1="focus", effort_2="none", lose_1="head")
        table.check_undo(first, self.pulverized(table, 1, effort_1="none", lose_1="left_arm"))

    def test_an_answer_that_is_taken_back_is_asked_again(self, table: Table) -> None:
        deed = self.pulverized(table, effort_1="none")
        answer = table.play("answer", deed=deed, key="lose/1", choice="left arm", dice={"again": [1]})
        said = {str(deed): {"point/1/1": "athletics", "point/1/2": "athletics"}}
        assert outcomes(table.undo(answer, responses=said)) == {answer: "struck", deed: "confirmed"}
        table.play("answer", deed=deed, key="lose/1", choice="two points")
        assert self.stats(table) == {"brawn": 3, "dexterity": 3, "guts": 2}
        assert (suffers(table), table.value("tankspanker", "attributes.athletics")) == ([], 1)
        table.redo(answer)
        assert (suffers(table), table.value("tankspanker", "attributes.athletics")) == (["useless"], 3)

    def test_with_the_deed_go_its_answers(self, table: Table) -> None:
        before = table.state()
        deed = self.pulverized(table, effort_1="none")
        answer = table.play("answer", deed=deed, key="lose/1", choice="left arm", dice={"again": [1]})
        assert outcomes(table.undo(deed)) == {deed: "struck", answer: "moot"}
        assert table.state() == before

    def test_had_the_head_not_been_lost_it_would_have_been_on_offer(self, table: Table) -> None:
        first = self.pulverized(table, 1, effort_1="none", lose_1="head")
        second = self.pulverized(table, effort_1="none")
        table.undo(first)
        (question,) = table.sheet("tankspanker").questions.values()
        assert (question.deed, question.options[:2]) == (second, ("two points", "head"))

    def test_a_dot_that_was_never_gained_cannot_have_been_spent(self, table: Table) -> None:
        for _ in range(3):
            table.play("spend_effort", who="tankspanker", pool="focus")
        gained = table.let("tankspanker", PointGained(name="focus", amount=1))
        entry = self.pulverized(table, 2, effort_1="focus", effort_2="none", lose_1="head")
        with pytest.raises(StillOwed) as refused:
            table.undo(gained)
        assert [planned.entry for planned in refused.value.plan.owing] == [entry]


@pytest.mark.rules("WD-GRAP-09")
class TestSeveralGrapples:
    @pytest.fixture(autouse=True)
    def held(self, table: Table) -> None:
        """Two grapplers hold Tankspanker."""
        table.create("alley", "encounter")
        for handle in ("bruiser", "lasso"):
            cape(table, handle)
            table.play("body", who=handle)
        entries = ("tankspanker", "bruiser", "lasso")
        table.let("alley", *(TurnEntered(name=e, turn=TurnEntry(subject=f"character/{e}")) for e in entries))
        self.grabs = [table.play("grab", who=handle, target="tankspanker") for handle in ("bruiser", "lasso")]

    def struggle(
        self, table: Table, bruiser: tuple[int, int], lasso: tuple[int, int], attack: int | None = None
    ) -> int:
        """Grappler and target roll Brawn, for each grapple; with an attack its opportunity is taken."""
        dice: dict[str, list[int]] = {}
        for grappler, (holds, resists) in {"bruiser": bruiser, "lasso": lasso}.items():
            dice |= {f"grapple/{grappler}": [holds], f"resist/{grappler}": [resists]}
        if attack is None:
            return table.play("struggle", who="tankspanker", dice=dice)
        dice["attack/lasso"] = [attack]
        return table.play("struggle", who="tankspanker", dice=dice, responses={"opportunity/lasso": "yes"})

    def banks(self, table: Table) -> dict[str, int]:
        return {handle: link.amount for handle in ("bruiser", "lasso") for link in table.sheet(handle).links.values()}

    def test_whoever_wins_both_is_free(self, table: Table) -> None:
        self.struggle(table, (3, 4), (2, 3))
        assert self.banks(table) == {}

    @pytest.mark.parametrize(("resist", "bank"), [(3, 1), (4, 0)])
    def test_winning_one_is_not_enough(self, table: Table, resist: int, bank: int) -> None:
        self.struggle(table, (2, 6), (4, resist))
        assert self.banks(table) == {"bruiser": 0, "lasso": bank}

    def test_each_grapple_banks_its_own_difference(self, table: Table) -> None:
        self.struggle(table, (6, 2), (5, 4))
        self.struggle(table, (4, 3), (6, 1))
        assert self.banks(table) == {"bruiser": 5, "lasso": 6}

    def test_the_defence_score_comes_back_with_the_last_grapple(self, table: Table) -> None:
        assert table.value("tankspanker", "defence") == 0
        self.struggle(table, (5, 1), (1, 3), attack=4)
        assert table.value("tankspanker", "defence") == 0
        self.struggle_with_bruiser(table, 2, 3)
        assert (table.value("tankspanker", "defence"), table.sheet("tankspanker").modifiers) == (1, {})

    def struggle_with_bruiser(self, table: Table, grapple: int, resist: int) -> int:
        dice = {"grapple/bruiser": [grapple], "resist/bruiser": [resist]}
        return table.play("struggle", who="tankspanker", dice=dice)

    def test_a_grapple_that_was_won_gives_an_attack_of_opportunity(self, table: Table) -> None:
        self.struggle(table, (5, 1), (1, 3), attack=4)
        assert self.banks(table) == {"bruiser": 4}
        assert len(table.sheet("lasso").wounds) == 1
        assert table.sheet("tankspanker").tracks["focus"].current == 2

    def test_the_attack_that_misses_costs_its_dot_all_the_same(self, table: Table) -> None:
        self.struggle(table, (5, 1), (1, 3), attack=3)
        assert self.banks(table) == {"bruiser": 4, "lasso": 0}
        assert table.sheet("tankspanker").tracks["focus"].current == 2

    def test_the_attack_may_be_taken_later(self, table: Table) -> None:
        entry = self.struggle(table, (5, 1), (1, 3))
        table.answer_late(entry, {"opportunity/lasso": "yes"}, dice={"attack/lasso": [5]})
        assert self.banks(table) == {"bruiser": 4}
        assert table.value("tankspanker", "defence") == 0

    def test_nobody_struggles_who_is_not_held(self, table: Table) -> None:
        assert table.refusal("struggle", who="lasso").rule == "WD-GRAP-09"

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        first = self.struggle(table, (5, 1), (1, 3), attack=4)
        table.check_undo(*self.grabs, first, self.struggle_with_bruiser(table, 2, 3))

    def test_without_the_second_grapple_the_same_dice_free(self, table: Table) -> None:
        entry = self.struggle(table, (2, 6), (5, 4))
        assert self.banks(table) == {"bruiser": 0, "lasso": 1}
        assert outcomes(table.undo(self.grabs[1])) == {self.grabs[1]: "struck", entry: "restated"}
        assert (self.banks(table), table.value("tankspanker", "defence")) == ({}, 1)
