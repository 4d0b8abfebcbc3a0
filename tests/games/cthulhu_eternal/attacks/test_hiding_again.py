"""What can be hidden, when, and what brings a hidden weapon to light again."""

from __future__ import annotations

import pytest

from tests.games.cthulhu_eternal.people import Cellar


@pytest.fixture
def table() -> Cellar:
    """A campaign that plays the spot rules; Ana's Ward, who looks, and Rolf, whom she does not trust."""
    table = Cellar(weapon_spot_rules=True)
    table.person("ward", alertness=50, dex=14)
    table.foe("rolf", alertness=50, dex=8)
    return table


def spots(table: Cellar) -> int:
    """Ward looks, and spots what there is."""
    return table.play("search", who="ward", target="rolf", dice={"alertness": [20]})


@pytest.mark.rules("CE-CONC-02")
class TestHidingItAgain:
    @pytest.fixture
    def knife(self, table: Cellar) -> str:
        """Rolf has hidden a knife, and Ward has spotted it."""
        knife = table.carry("rolf", "knife")
        table.play("conceal", who="rolf", item=knife)
        spots(table)
        return knife

    def test_what_is_hidden_cannot_be_hidden_from_those_who_have_spotted_it(self, table: Cellar, knife: str) -> None:
        assert table.refusal("conceal", who="rolf", item=knife).rule == "CE-CONC-02"
        assert table.sheet("rolf").items[knife].audience == ("ana",)

    def test_what_was_drawn_and_hidden_again_can_be_spotted_again(self, table: Cellar, knife: str) -> None:
        table.play("draw", who="rolf", item=knife)
        table.play("conceal", who="rolf", item=knife)
        assert table.sheet("rolf").items[knife].audience == "gm"
        spots(table)
        assert table.sheet("rolf").items[knife].audience == ("ana",)


@pytest.mark.rules("CE-CONC-02", "CE-ACT-34")
class TestWhatCanBeHidden:
    @pytest.mark.parametrize("location", ["ground", "body", "worn"])
    def test_only_what_is_held_or_carried_can_be_hidden(self, table: Cellar, location: str) -> None:
        knife = table.carry("rolf", "knife", location)
        assert table.refusal("conceal", who="rolf", item=knife).rule == "CE-CONC-02"

    @pytest.mark.parametrize("location", ["hand/left", "carried"])
    def test_what_is_held_or_carried_is_hidden(self, table: Cellar, location: str) -> None:
        knife = table.carry("rolf", "knife", location)
        table.play("conceal", who="rolf", item=knife)
        assert table.sheet("rolf").items[knife].location == "concealed"

    @pytest.mark.parametrize(("state", "rule"), [("dead", "CE-DMG-14"), ("stunned", "CE-DMG-04")])
    def test_a_character_who_cannot_act_hides_nothing(self, table: Cellar, state: str, rule: str) -> None:
        knife = table.carry("rolf", "knife")
        table.suffer("rolf", state)
        assert table.refusal("conceal", who="rolf", item=knife).rule == rule

    def test_in_a_fight_it_costs_the_turn_s_action(self, table: Cellar) -> None:
        knife, pistol = table.carry("ward", "knife"), table.carry("ward", "pistol", "hand/left")
        table.play("begin_fight", who=["ward", "rolf"])
        table.play("conceal", who="ward", item=knife)
        assert table.refusal("conceal", who="ward", item=pistol).rule == "CE-TURN-05"


@pytest.mark.rules("CE-CONC-04", "CE-RULING-49")
class TestTheCoatIsTakenOff:
    @pytest.fixture
    def hidden(self, table: Cellar) -> list[str]:
        """Rolf has a knife and a machete hidden, in his overcoat."""
        table.play("outfit", who="rolf", what="overcoat", armor=0)
        items = [table.carry("rolf", "knife", "carried"), table.carry("rolf", "machete")]
        for item in items:
            table.play("conceal", who="rolf", item=item)
        return items

    def places(self, table: Cellar, hidden: list[str]) -> list[tuple[str, object]]:
        items = table.sheet("rolf").items
        return [(items[item].location, items[item].audience) for item in hidden]

    def test_what_was_hidden_under_the_coat_comes_to_light(self, table: Cellar, hidden: list[str]) -> None:
        entry = table.play("take_off", who="rolf", armor="overcoat")
        assert self.places(table, hidden) == [("concealed", "gm"), ("carried", "all")]
        assert "CE-CONC-04" in table.cited(entry)

    def test_under_a_second_coat_it_stays_hidden(self, table: Cellar, hidden: list[str]) -> None:
        table.play("outfit", who="rolf", what="duster", armor=0)
        table.play("take_off", who="rolf", armor="overcoat")
        assert self.places(table, hidden) == [("concealed", "gm"), ("concealed", "gm")]

    def test_with_the_coat_put_back_on_it_is_still_to_be_seen(self, table: Cellar, hidden: list[str]) -> None:
        for command in "take_off", "put_on":
            table.play(command, who="rolf", armor="overcoat")
        assert self.places(table, hidden)[1] == ("carried", "all")

    def test_undone_it_is_hidden_again(self, table: Cellar, hidden: list[str]) -> None:
        table.undo(table.play("take_off", who="rolf", armor="overcoat"))
        assert self.places(table, hidden)[1] == ("concealed", "gm")
