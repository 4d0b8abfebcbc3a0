"""What raises a defence score: cover in its arc, and layers of other kinds."""

import pytest

from tests.games.weaverdice.hurting import Arena, struck


@pytest.fixture
def table() -> Arena:
    return Arena()


@pytest.mark.rules("WD-ATK-07")
class TestCover:
    @pytest.mark.parametrize(
        ("cover", "angle", "score"),
        [
            ("ordinary", 0, 5),
            ("ordinary", 90, 5),
            ("ordinary", 91, 4),
            ("narrow", 0, 5),
            ("narrow", 45, 5),
            ("narrow", 46, 4),
            ("full", 0, 6),
            ("full", 90, 6),
            ("full", 91, 4),
        ],
    )
    def test_cover_adds_to_the_score_in_its_arc(self, table: Arena, cover: str, angle: int, score: int) -> None:
        table.play("take_cover", as_player="ana", who="tank", cover=cover)
        assert table.last_roll(struck(table, 1, angle=angle, effect=())).target == score

    def test_one_is_behind_one_thing_at_a_time(self, table: Arena) -> None:
        table.play("take_cover", who="tank", cover="full")
        table.play("take_cover", who="tank", cover="narrow")
        assert table.last_roll(struck(table, 1, effect=())).target == 5

    def test_cover_ends_when_it_is_left(self, table: Arena) -> None:
        table.play("take_cover", who="tank")
        table.play("leave_cover", as_player="ana", who="tank")
        assert table.last_roll(struck(table, 1, effect=())).target == 4

    def test_who_is_behind_nothing_leaves_nothing(self, table: Arena) -> None:
        assert table.refusal("leave_cover", who="tank").rule == "WD-ATK-07"

    def test_cover_ends_with_the_fight(self, table: Arena) -> None:
        table.begin("tank", against=("lung",), tank=6, lung=1)
        table.play("take_cover", who="tank")
        table.play("hit_cover", who="tank", left="narrow")
        table.play("end_fight")
        assert table.conditions("tank") == []

    def test_when_taking_it_is_struck_the_attack_that_it_stopped_hits(self, table: Arena) -> None:
        taken = table.play("take_cover", who="tank")
        entry = str(struck(table, 4, effect=()))
        table.undo(taken, dice={entry: {"effect/tank": (3,)}}, responses={entry: {"defence/tank": "no"}})
        assert table.wounds("tank") == ["body/1: lesser"]


@pytest.mark.rules("WD-ATK-08")
class TestCoverThatIsHit:
    def test_may_protect_less(self, table: Arena) -> None:
        table.play("take_cover", who="tank", cover="full")
        table.play("hit_cover", who="tank", left="ordinary")
        assert table.last_roll(struck(table, 1, effect=())).target == 5

    def test_cover_that_is_hit_may_be_gone(self, table: Arena) -> None:
        table.play("take_cover", who="tank", cover="full")
        table.play("hit_cover", who="tank")
        assert table.last_roll(struck(table, 1, effect=())).target == 4

    def test_the_game_master_says_so(self, table: Arena) -> None:
        table.play("take_cover", who="tank")
        assert table.forbidden("hit_cover", as_player="ana", who="tank")

    def test_a_hit_on_cover_says_by_which_rule(self, table: Arena) -> None:
        table.play("take_cover", who="tank")
        assert "WD-ATK-08" in table.cited(table.play("hit_cover", who="tank"))

    def test_where_there_is_none_there_is_none_to_hit(self, table: Arena) -> None:
        assert table.refusal("hit_cover", who="tank").rule == "WD-ATK-08"


@pytest.mark.rules("WD-ATK-09")
class TestLayersOfDefence:
    def test_layers_of_defence_add_to_the_score(self, table: Arena) -> None:
        table.play("add_defence", who="tank", amount=1, what="a hardlight field")
        table.play("add_defence", who="tank", amount=1, what="a lucky charm")
        assert table.last_roll(struck(table, 1, effect=())).target == 6

    def test_layers_of_defence_add_to_cover(self, table: Arena) -> None:
        table.play("add_defence", who="tank", amount=1, what="a hardlight field")
        table.play("take_cover", who="tank")
        assert table.last_roll(struck(table, 1, effect=())).target == 6

    def test_each_is_told_apart(self, table: Arena) -> None:
        table.play("add_defence", who="tank", amount=1, what="a hardlight field")
        assert [part.title for part in table.reckoned("tank", "scores.defence").parts] == ["a hardlight field"]

    def test_one_of_the_costume_goes_with_its_piece(self, table: Arena) -> None:
        table.wears("cape", coverage=True)
        table.play("add_defence", who="tank", amount=1, what="swirling", worn="cape")
        (piece,) = table.sheet("tank").items
        table.play("freeform.lose_item", target="tank", item=piece)
        assert table.value("tank", "scores.defence") == 4
