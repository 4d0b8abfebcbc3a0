"""What the first six of the sixteen steps give: skills, followers and room for underlings."""

import pytest

from tests.games.weaverdice.growing import Stepping, circle


@pytest.fixture
def table() -> Stepping:
    return Stepping()


def use(table: Stepping, skill: str) -> None:
    """Use a skill that is being learned, in an encounter of its own."""
    table.play("create_encounter", name="Roof")
    table.encounter = max(h for h in table.campaign().handles if h.startswith("roof"))
    table.play("begin_fight", who=["outage"], dice={"speed/outage": [1]})
    table.play("use_learning_skill", who="outage", skill=skill)
    table.play("end_fight")
    table.encounter = None


class TestLearning:
    """Steps 1 and 2, mostly with Craft, a skill of Dexterity."""

    @pytest.mark.rules("WD-OPT-15")
    def test_a_skill_of_a_stat_that_is_not_low_is_begun(self, table: Stepping) -> None:
        table.step(1, skill="craft")
        assert table.sheet("outage").traits["craft"].state == "learning"

    @pytest.mark.rules("WD-OPT-15")
    def test_one_of_a_stat_low_by_nature_is_refused(self) -> None:
        table = Stepping(dexterity=2)
        assert table.refusal("take_step", who="outage", step=1, skill="craft").rule == "WD-OPT-15"

    @pytest.mark.rules("WD-OPT-16")
    @pytest.mark.parametrize(("score", "refused"), [(2, True), (3, True), (4, False)])
    def test_the_second_wants_a_stat_high_by_nature(self, score: int, refused: bool) -> None:
        table = Stepping(dexterity=score)
        if refused:
            assert table.refusal("take_step", who="outage", step=2, skill="craft").rule == "WD-OPT-16"
        else:
            table.step(2, skill="craft")
            assert table.sheet("outage").traits["craft"].state == "learning"

    @pytest.mark.rules("WD-OPT-15", "WD-RULING-117")
    @pytest.mark.parametrize(
        ("stat", "dots"),
        [
            ("athletics", (2, 3, 3)),
            ("brawn", (2, 3, 3)),
            ("dexterity", (2, 3, 3)),
            ("wits", (3, 2, 3)),
            ("social", (3, 2, 3)),
            ("knowledge", (3, 2, 3)),
            ("guts", (3, 3, 2)),
        ],
    )
    def test_each_use_costs_a_dot_of_the_pool_that_goes_with_it(self, stat: str, dots: tuple[int, int, int]) -> None:
        table = Stepping(social=3)
        table.play("write_skill", title="Knack", stat=stat, tier="base")
        table.step(1, skill="knack")
        use(table, "knack")
        assert table.dots("outage") == dots

    @pytest.mark.rules("WD-OPT-15", "WD-RULING-99")
    @pytest.mark.parametrize(("knowledge", "uses"), [(3, 4), (5, 2), (4, 3)])
    def test_after_seven_minus_knowledge_uses_it_is_known(self, knowledge: int, uses: int) -> None:
        table = Stepping(knowledge=knowledge, wits=5, athletics=5, guts=5)
        table.step(1, skill="craft")
        states = []
        for _ in range(uses):
            states.append(table.sheet("outage").traits["craft"].state)
            use(table, "craft")
        assert (states, table.sheet("outage").traits["craft"].state) == (["learning"] * uses, "known")


@pytest.mark.rules("WD-OPT-17")
class TestAChosenFollower:
    def test_a_chosen_follower_starts_after_a_die_of_days(self, table: Stepping) -> None:
        table.step(3, follower="trainer", dice={"days": [2]})
        states = [circle(table)["trainer"]]
        for _ in range(2):
            table.play("advance_clock", days=1)
            states.append(circle(table)["trainer"])
        assert states == ["tapped", "tapped", "ready"]

    def test_with_good_morale_at_once(self, table: Stepping) -> None:
        table.play("move_morale", who="outage", by=1)
        table.step(3, follower="trainer")
        assert circle(table) == {"trainer": "ready"}

    def test_the_player_says_who(self, table: Stepping) -> None:
        refusal = table.refusal("take_step", who="outage", step=3, dice={"days": [2]})
        assert "follower" in refusal.player


@pytest.mark.rules("WD-OPT-18")
class TestAFoundFollower:
    @pytest.mark.parametrize(("die", "type"), [(1, "journalist"), (6, "craftsman")])
    def test_a_die_says_who(self, table: Stepping, die: int, type: str) -> None:
        table.step(4, {"standing/secret-identity": "no"}, dice={"follower": [die]})
        assert circle(table) == {type: "ready"}

    def test_with_identity_and_civilian_life_the_player_does(self, table: Stepping) -> None:
        table.stand("secret-identity", "civilian-life")
        table.step(4, follower="supplier")
        assert circle(table) == {"supplier": "ready"}


@pytest.mark.rules("WD-OPT-19")
class TestRoomForUnderlings:
    def test_each_of_the_two_gives_one(self, table: Stepping) -> None:
        rooms = [table.value("outage", "limits.underlings")]
        for step in (5, 6):
            table.step(step)
            rooms.append(table.value("outage", "limits.underlings"))
        assert rooms == [2, 3, 4]

    def test_a_capable_one_fills_more_than_one_slot(self, table: Stepping) -> None:
        table.stand("secret-identity", "civilian-life")
        table.step(4, follower="supplier")
        bruiser = {"kind": "underling", "of": "bruiser"}
        table.play("put", target="circle-of-outage", component="followers", name="bruiser", instance=bruiser)
        table.play("size_up_underling", who="outage", underling="bruiser", slots=2)
        assert table.group("circle-of-outage").followers["bruiser"].data["slots"] == 2
        assert table.forbidden("size_up_underling", as_player="ana", who="outage", underling="bruiser")

    def test_only_an_underling_is_sized_up(self, table: Stepping) -> None:
        assert table.refusal("size_up_underling", who="outage", underling="bruiser").player
