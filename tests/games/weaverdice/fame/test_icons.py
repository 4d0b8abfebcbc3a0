"""Icons and affiliations: reputation that a costume brings each day."""

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.vocabulary.holdings import Card
from tests.games.weaverdice.outfits import Outfitters


@pytest.fixture
def table() -> Outfitters:
    return Outfitters()


def day(table: Outfitters) -> int:
    """A new day begins for Ramjet."""
    return table.play("freeform.come", moment="day_start", subject=table.ref("ramjet"))


def cards(table: Outfitters) -> dict[str, Card]:
    return table.sheet("ramjet").cards


def cite(table: Outfitters, to: str, keep: int | None = None) -> int:
    """Ramjet plays her only card in a Social roll that succeeds."""
    [card] = cards(table)
    dice = {"social": [6, 1]} | ({} if keep is None else {f"keep/{card}": [keep]})
    return table.play("cite_reputation", who="ramjet", to=to, cards=[card], dice=dice)


@pytest.mark.rules("WD-COS-13")
class TestIcon:
    @pytest.mark.parametrize("tier", ["standard", "high"])
    def test_an_icon_brings_a_reputation_each_day(self, table: Outfitters, tier: str) -> None:
        table.wear("icon", tier)
        day(table)
        day(table)
        assert [card.provenance for card in cards(table).values()] == ["icon", "icon"]

    def test_usable_in_costume(self, table: Outfitters) -> None:
        table.wear("icon")
        day(table)
        cite(table, "the crowd")
        assert cards(table) == {}

    def test_reputation_of_an_icon_is_not_usable_out_of_costume(self, table: Outfitters) -> None:
        table.wear("icon")
        day(table)
        table.play("take_off", who="ramjet")
        refusal = table.refusal("cite_reputation", who="ramjet", to="the crowd", cards=list(cards(table)))
        assert refusal.rule == "WD-COS-13"

    def test_damaged_it_brings_none(self, table: Outfitters) -> None:
        table.damage(table.wear("icon"))
        day(table)
        assert cards(table) == {}

    def test_what_it_brought_before_is_not_lost(self, table: Outfitters) -> None:
        icon = table.wear("icon")
        day(table)
        table.damage(icon)
        assert len(cards(table)) == 1

    def test_repaired_it_brings_it_again(self, table: Outfitters) -> None:
        icon = table.wear("icon")
        table.damage(icon)
        for _ in range(2):
            table.play("repair", who="ramjet", item=icon, dice={"repair": [6]})
        day(table)
        assert len(cards(table)) == 1

    def test_lying_in_the_street_it_brings_none(self, table: Outfitters) -> None:
        icon = table.piece("icon")
        table.play("move_item", target="ramjet", item=icon, location="ground")
        day(table)
        assert cards(table) == {}

    def test_without_the_icon_the_day_brings_nothing(self, table: Outfitters) -> None:
        bought = table.play("buy_piece", who="ramjet", what="icon")
        begun = day(table)
        assert outcomes(table.undo(bought))[begun] == "restated"
        assert cards(table) == {}


@pytest.mark.rules("WD-RULING-11", "WD-COS-13", "WD-COS-14")
class TestPreserved:
    def used(self, what: str, tier: str, die: int | None, **more: Any) -> int:
        """The cards that are left when one such card was used, and the die fell so."""
        table = Outfitters()
        table.wear(what, tier, **more)
        day(table)
        cite(table, "ABB", die)
        return len(cards(table))

    def test_reputation_of_a_standard_icon_is_spent(self) -> None:
        assert self.used("icon", "standard", None) == 0

    @pytest.mark.parametrize(("die", "left"), [(3, 0), (4, 1)])
    def test_reputation_of_a_high_tier_icon_is_kept_on_four(self, die: int, left: int) -> None:
        assert self.used("icon", "high", die) == left

    @pytest.mark.parametrize(("die", "left"), [(3, 0), (4, 1)])
    def test_reputation_of_an_affiliation_is_kept_on_four(self, die: int, left: int) -> None:
        assert self.used("affiliation", "standard", die, group="ABB") == left

    @pytest.mark.parametrize(("die", "left"), [(1, 0), (2, 1)])
    def test_reputation_of_a_high_tier_affiliation_is_kept_on_two(self, die: int, left: int) -> None:
        assert self.used("affiliation", "high", die, group="ABB") == left


@pytest.mark.rules("WD-COS-14")
class TestAffiliation:
    def test_an_affiliation_is_to_a_group(self, table: Outfitters) -> None:
        assert table.refusal("buy_piece", who="ramjet", what="affiliation").rule == "WD-COS-14"

    def test_reputation_of_an_affiliation_works_with_that_group_only(self, table: Outfitters) -> None:
        table.wear("affiliation", group="ABB")
        day(table)
        refusal = table.refusal("cite_reputation", who="ramjet", to="Empire", cards=list(cards(table)))
        assert refusal.rule == "WD-REP-02"

    def test_out_of_costume_it_does_not_work(self, table: Outfitters) -> None:
        table.wear("affiliation", group="ABB")
        day(table)
        table.play("take_off", who="ramjet")
        refusal = table.refusal("cite_reputation", who="ramjet", to="ABB", cards=list(cards(table)))
        assert refusal.rule == "WD-COS-13"

    def speak(self, table: Outfitters, whom: str) -> int:
        entry = table.play("social_roll", who="ramjet", whom=whom, dice={"social": [3]})
        return table.rolls(entry)["social"]

    def joined(self, table: Outfitters, category: str) -> str:
        """A character of that category belongs to the ABB."""
        table.foe("member", category)
        table.play("create_enclave", name="ABB", handle="abb")
        membership = {"character": table.ref("member")}
        table.play("freeform.put", target="abb", component="members", name="member", instance=membership)
        return "member"

    @pytest.mark.parametrize(("tier", "total"), [("standard", 3), ("high", 4)])
    def test_the_high_tier_adds_one_with_bystanders_of_the_group(
        self, table: Outfitters, tier: str, total: int
    ) -> None:
        table.wear("affiliation", tier, group="ABB")
        assert self.speak(table, self.joined(table, "bystander")) == total

    def test_an_affiliation_adds_no_die_with_other_members(self, table: Outfitters) -> None:
        table.wear("affiliation", "high", group="ABB")
        assert self.speak(table, self.joined(table, "generic")) == 3

    def test_an_affiliation_adds_no_die_with_other_bystanders(self, table: Outfitters) -> None:
        table.wear("affiliation", "high", group="ABB")
        table.foe("child", "bystander")
        assert self.speak(table, "child") == 3

    def test_an_affiliation_adds_no_die_out_of_costume(self, table: Outfitters) -> None:
        table.piece("affiliation", "high", group="ABB")
        assert self.speak(table, self.joined(table, "bystander")) == 3

    def test_in_a_negotiation_it_counts_once(self, table: Outfitters) -> None:
        table.wear("affiliation", "high", group="ABB")
        table.play("open_negotiation", whom=self.joined(table, "bystander"), relationship=0)
        entry = table.play("negotiate", who="ramjet", dice={"negotiation": [2]})
        assert table.rolls(entry) == {"negotiation": 3}

    def test_undone_the_roll_was_made_without_it(self, table: Outfitters) -> None:
        affiliation = table.piece("affiliation", "high", group="ABB")
        member = self.joined(table, "bystander")
        worn = table.play("put_on", who="ramjet", piece=affiliation)
        rolled = table.play("social_roll", who="ramjet", whom=member, dice={"social": [3]})
        assert table.outcomes_of(rolled) == {"social": "success"}
        assert outcomes(table.undo(worn))[rolled] == "restated"
        assert table.outcomes_of(rolled) == {"social": "failure"}


@pytest.mark.rules("WD-RULING-12", "WD-REP-10")
class TestDaysEnd:
    def test_unspent_icons_count_toward_the_maximum(self) -> None:
        table = Outfitters(social=1)
        for _ in range(3):
            table.wear("icon")
        day(table)
        first, second, third = sorted(cards(table))
        key = f"discard/{table.ref('ramjet').partition('/')[2]}"
        table.play("end_day", who=["ramjet"], responses={key: third, f"{key}/2": first})
        assert list(cards(table)) == [second]

    def test_within_it_they_stay(self, table: Outfitters) -> None:
        table.wear("icon")
        day(table)
        table.play("end_day", who=["ramjet"])
        assert len(cards(table)) == 1
