"""The kill radius and the terror of it in Cthulhu Eternal, on the shared vocabulary."""

from typing import Any

import pytest

from domain.components.creature import Trait
from domain.components.scene import Area
from domain.events.holdings import TraitGained
from domain.events.log import Rolled
from domain.events.scene import AreaDrawn, Moved
from domain.events.values import PointGained, TrackSet
from domain.history.plan import RevisionRefused
from tests.laws.vocabulary.cthulhu_eternal_rules import at_the_table, fight, place
from tests.laws.vocabulary.table import Dice, Table, outcomes


@pytest.fixture
def table() -> Table:
    """Bo's count comes first, then those of Cal, Dee and Eve."""
    table = at_the_table()
    fight(table, bo=14, cal=12, dee=10, eve=8)
    return table


def hp(table: Table) -> dict[str, int]:
    return {who: table.sheet(who).tracks["hp"].current for who in ("bo", "cal", "dee", "eve")}


def on(table: Table, counts: int = 1) -> list[int]:
    return [table.play("next_count") for _ in range(counts)]


@pytest.mark.rules("CE-LETH-07")
class TestTheKillRadius:
    @pytest.fixture(autouse=True)
    def on_the_map(self, table: Table) -> None:
        """Cal and Dee stand five yards apart, Eve five yards and a bit from Cal; Bo is far away."""
        self.entries = {
            who: place(table, who, x=x, y=y)
            for who, (x, y) in {"bo": (90, 0), "cal": (0, 0), "dee": (3, 4), "eve": (6, 0)}.items()
        }

    def blast(self, table: Table, attack: int = 30, radius: int = 5, injury: Dice | None = None, **rolls: int) -> int:
        dice = {"attack": [attack], **{f"lethality/{who}": [roll] for who, roll in rolls.items()}, **(injury or {})}
        return table.play("blast", who="bo", target="cal", radius=radius, lethality=15, dice=dice)

    def test_each_inside_the_radius_has_a_roll_of_their_own(self, table: Table) -> None:
        entry = self.blast(table, cal=15, dee=21)
        labels = [event.name for event in table.told(entry) if isinstance(event, Rolled)]
        assert labels == ["attack", "lethality/cal", "lethality/dee"]
        assert hp(table) == {"bo": 10, "cal": 0, "dee": 7, "eve": 10}

    @pytest.mark.parametrize(("roll", "left"), [(15, 0), (16, 3), (21, 7), (34, 3), (40, 0)])
    def test_at_or_under_the_rating_it_kills_and_else_the_dice_are_added(
        self, table: Table, roll: int, left: int
    ) -> None:
        self.blast(table, radius=0, cal=roll)
        assert hp(table)["cal"] == left

    @pytest.mark.parametrize(("radius", "hit"), [(4, ["cal"]), (5, ["cal", "dee"]), (6, ["cal", "dee", "eve"])])
    def test_the_edge_is_inside(self, table: Table, radius: int, hit: list[str]) -> None:
        rolls: dict[str, Any] = dict.fromkeys(hit, 21)
        self.blast(table, radius=radius, **rolls)
        assert [who for who, left in hp(table).items() if left == 7] == hit

    def test_who_attacks_is_not_spared(self, table: Table) -> None:
        table.let("cellar", Moved(name="bo", x=0, y=1))
        self.blast(table, bo=21, cal=21, dee=21)
        assert hp(table) == {"bo": 7, "cal": 7, "dee": 7, "eve": 10}

    def test_an_attack_that_fails_harms_nobody(self, table: Table) -> None:
        self.blast(table, attack=61)
        assert hp(table) == {"bo": 10, "cal": 10, "dee": 10, "eve": 10}

    def test_a_critical_attack_doubles_rating_and_damage_for_each(self, table: Table) -> None:
        self.blast(table, attack=44, cal=30, dee=31, injury={"injury/dee": [20]})
        assert (hp(table)["cal"], hp(table)["dee"]) == (0, 2)

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        table.check_undo(table.let("cellar", Moved(name="eve", x=1)), self.blast(table, cal=15, dee=21, eve=16))

    def test_who_had_not_come_near_is_spared_and_the_others_keep_their_dice(self, table: Table) -> None:
        moved = table.let("cellar", Moved(name="eve", x=1))
        entry = self.blast(table, cal=21, dee=31, eve=12)
        assert hp(table) == {"bo": 10, "cal": 7, "dee": 6, "eve": 0}
        assert outcomes(table.undo(moved)) == {moved: "struck", entry: "restated"}
        assert hp(table) == {"bo": 10, "cal": 7, "dee": 6, "eve": 10}

    def test_who_had_been_near_needs_a_roll_of_their_own_only(self, table: Table) -> None:
        moved = table.let("cellar", Moved(name="dee", x=80))
        entry = self.blast(table, cal=21)
        plan = table.undo(moved, dice={str(entry): {"lethality/dee": (31,)}})
        assert outcomes(plan) == {moved: "struck", entry: "restated"}
        assert hp(table) == {"bo": 10, "cal": 7, "dee": 6, "eve": 10}

    def test_one_who_was_never_placed_was_never_hit(self, table: Table) -> None:
        entry = self.blast(table, cal=21, dee=31)
        assert outcomes(table.undo(self.entries["dee"])) == {self.entries["dee"]: "struck", entry: "restated"}
        assert hp(table) == {"bo": 10, "cal": 7, "dee": 10, "eve": 10}


@pytest.mark.rules("CE-FEAR-02")
class TestTerror:
    @pytest.fixture(autouse=True)
    def on_the_map(self, table: Table) -> None:
        """Everybody stands on the stairs, from which one comes to the vault."""
        table.let("cellar", AreaDrawn(name="vault", area=Area(borders=("stairs",))))
        for who in ("bo", "cal", "dee", "eve"):
            place(table, who, area="stairs")

    def suppress(self, table: Table, attack: int = 30, noticed_by: tuple[str, ...] = ("cal", "dee")) -> int:
        entry = table.play("suppress", who="bo", areas=["vault"], noticed_by=noticed_by, dice={"attack": [attack]})
        self.counted = table.play("next_count")
        return entry

    def enter(self, table: Table, who: str = "cal", **responses: str) -> int:
        return table.play("enter", who=who, area="vault", responses=responses)

    def area(self, table: Table, who: str = "cal") -> str:
        return table.fight("cellar").positions[who].area

    def cowers(self, table: Table, who: str = "cal") -> bool:
        return any(condition.what == "gone-to-ground" for condition in table.sheet(who).conditions.values())

    @pytest.mark.parametrize("attack", [30, 99])
    def test_who_knows_of_it_goes_to_ground_instead_hit_or_miss(self, table: Table, attack: int) -> None:
        self.suppress(table, attack)
        self.enter(table)
        assert (self.area(table), self.cowers(table)) == ("stairs", True)

    def test_who_knows_nothing_of_it_walks_in(self, table: Table) -> None:
        self.suppress(table, noticed_by=("dee",))
        self.enter(table)
        assert (self.area(table), self.cowers(table)) == ("vault", False)

    def test_any_other_region_is_open(self, table: Table) -> None:
        self.suppress(table)
        table.play("enter", who="cal", area="yard")
        assert self.area(table) == "yard"

    def test_for_a_point_of_san_one_goes_on(self, table: Table) -> None:
        self.suppress(table)
        self.enter(table, terror="brave")
        assert (self.area(table), self.cowers(table), table.sheet("cal").tracks["san"].current) == ("vault", False, 49)

    @pytest.mark.parametrize(("san", "area"), [(1, "vault"), (0, "stairs")])
    def test_the_last_point_may_be_given_and_no_more(self, table: Table, san: int, area: str) -> None:
        table.let("cal", TrackSet(name="san", current=san))
        self.suppress(table)
        if san:
            self.enter(table, terror="brave")
        else:
            refusal = table.refusal("enter", who="cal", area="vault", responses={"terror": "brave"})
            assert refusal.rule == "CE-FEAR-03"
        assert self.area(table) == area

    def test_to_go_on_after_all_is_a_revision(self, table: Table) -> None:
        self.suppress(table)
        entry = self.enter(table)
        assert outcomes(table.answer_late(entry, {"terror": "brave"})) == {entry: "restated"}
        assert (self.area(table), table.sheet("cal").tracks["san"].current) == ("vault", 49)

    def test_who_is_adapted_to_violence_gives_nothing(self, table: Table) -> None:
        table.let("cal", TraitGained(name="adapted", trait=Trait(kind="adapted-to-violence")))
        self.suppress(table)
        self.enter(table)
        assert (self.area(table), table.sheet("cal").tracks["san"].current) == ("vault", 50)

    def test_it_lasts_until_the_attacker_acts_again_and_not_longer(self, table: Table) -> None:
        self.suppress(table)
        on(table, 3)
        assert len(table.fight("cellar").zones) == 1
        table.play("aim", who="bo")
        assert table.fight("cellar").zones == {}
        on(table)
        self.enter(table)
        assert self.area(table) == "vault"

    def test_the_fear_is_over_with_one_s_own_next_action(self, table: Table) -> None:
        self.suppress(table)
        self.enter(table)
        on(table, 4)
        assert self.cowers(table)
        table.play("aim", who="cal")
        assert not self.cowers(table)

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        entries = [self.suppress(table), self.counted, self.enter(table), *on(table)]
        table.check_undo(*entries, self.enter(table, "dee", terror="brave"))

    def test_without_the_attack_one_had_walked_in(self, table: Table) -> None:
        fired, entered = self.suppress(table), self.enter(table)
        assert outcomes(table.undo(fired)) == {fired: "struck", entered: "restated"}
        assert (self.area(table), self.cowers(table)) == ("vault", False)

    def test_without_the_attack_no_san_was_given(self, table: Table) -> None:
        fired = self.suppress(table)
        self.enter(table, terror="brave")
        table.undo(fired)
        assert table.sheet("cal").tracks["san"].current == 50

    def test_san_that_was_not_there_cannot_have_been_given(self, table: Table) -> None:
        table.let("cal", TrackSet(name="san", current=0))
        found = table.let("cal", PointGained(name="san", amount=1))
        self.suppress(table)
        entry = self.enter(table, terror="brave")
        with pytest.raises(RevisionRefused) as refused:
            table.undo(found)
        (conflict,) = refused.value.plan.conflicts
        assert (conflict.entry, conflict.refusal and conflict.refusal.rule) == (entry, "CE-FEAR-03")
