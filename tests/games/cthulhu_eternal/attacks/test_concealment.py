"""Hidden weapons: what can be hidden where, and who finds it."""

from __future__ import annotations

import pytest

from domain.play.refusals import Refused
from domain.visibility.audience import Viewer
from domain.vocabulary.log import Noted, Rolled
from projections.views.sheet import sheet
from tests.games.cthulhu_eternal.people import Investigation


@pytest.fixture
def table() -> Investigation:
    """A campaign that plays the spot rules; Ana's Ward, who looks, and Rolf, whom she does not trust."""
    table = Investigation(weapon_spot_rules=True)
    table.person("ward", alertness=50)
    table.foe("rolf", alertness=50)
    return table


def hide(table: Investigation, what: str = "knife", bulk: str = "small") -> str:
    name = table.carry("rolf", what)
    table.play("conceal", who="rolf", item=name, bulk=bulk)
    return name


def search(table: Investigation, rolled: int) -> int:
    return table.play("search", who="ward", target="rolf", dice={"alertness": [rolled]})


def spotted(table: Investigation, item: str) -> bool:
    return table.sheet("rolf").items[item].audience == ("ana",)


@pytest.mark.rules("CE-CONC-01")
class TestTheSpotRules:
    @pytest.mark.parametrize(
        ("word", "args"),
        [
            ("conceal", {"who": "rolf", "item": "knife"}),
            ("search", {"who": "ward", "target": "rolf"}),
            ("rule_availability", {"weapon": "Tommy gun"}),
        ],
    )
    def test_the_spot_rules_are_optional(self, word: str, args: dict[str, str]) -> None:
        table = Investigation()
        table.person("ward")
        table.foe("rolf")
        table.carry("rolf", "knife")
        refused = table.refusal(word, dice=None, **args)
        assert (refused.rule, "weapon_spot_rules" in refused.player) == ("CE-CONC-01", True)

    def test_what_can_be_had_goes_by_the_campaign_s_scarcity(self) -> None:
        table = Investigation(weapon_spot_rules=True, weapon_scarcity="scarce")
        ruled = table.play("rule_availability", weapon="Tommy gun", available=False)
        (note,) = table.told(ruled)
        assert isinstance(note, Noted)
        assert (note.data, note.rules) == (
            {"weapon": "Tommy gun", "available": False, "scarcity": "scarce"},
            ("CE-CONC-01",),
        )


@pytest.mark.rules("CE-CONC-02")
class TestKnivesAndPistols:
    def test_knives_and_pistols_go_under_ordinary_clothes(self, table: Investigation) -> None:
        knife = hide(table)
        assert table.sheet("rolf").items[knife].location == "concealed"

    @pytest.mark.parametrize(("rolled", "seen"), [(50, True), (51, False)])
    def test_who_looks_may_spot_one(self, table: Investigation, rolled: int, seen: bool) -> None:
        knife = hide(table)
        search(table, rolled)
        assert spotted(table, knife) is seen

    def test_one_search_spots_one(self, table: Investigation) -> None:
        knife, pistol = hide(table), hide(table, "pistol")
        search(table, 20)
        assert [spotted(table, knife), spotted(table, pistol)] == [True, False]
        search(table, 20)
        assert spotted(table, pistol)

    def test_the_player_sees_it_on_the_sheet_only_then(self, table: Investigation) -> None:
        knife = hide(table)
        world = table.ledger.heads.fresh(table.campaign_id)
        before = sheet(world, Viewer("ana", "player"), table.ref("rolf"))
        search(table, 20)
        world = table.ledger.heads.fresh(table.campaign_id)
        after = sheet(world, Viewer("ana", "player"), table.ref("rolf"))
        assert before is not None
        assert after is not None
        assert [knife in str(before), knife in str(after)] == [False, True]

    def test_where_nothing_is_hidden_nothing_is_found(self, table: Investigation) -> None:
        searched = search(table, 1)
        assert (table.outcomes_of(searched), table.sheet("rolf").items) == ({"alertness": "critical"}, {})

    def test_people_of_the_game_master_s_find_hidden_weapons_too(self, table: Investigation) -> None:
        gun = table.carry("ward", "pistol")
        table.play("conceal", who="ward", item="pistol")
        table.play("search", who="rolf", target="ward", dice={"alertness": [50]})
        assert [key for key in table.sheet("ward").items[gun].data if key.startswith("spotted_by")]

    def test_drawn_everybody_sees_it(self, table: Investigation) -> None:
        knife = hide(table)
        table.play("draw", who="rolf", item="knife")
        item = table.sheet("rolf").items[knife]
        assert (item.location, item.audience) == ("hand/right", "all")

    def test_what_is_not_hidden_is_not_drawn(self, table: Investigation) -> None:
        table.carry("rolf", "knife")
        assert "not hidden" in table.refusal("draw", who="rolf", item="knife").player


@pytest.mark.rules("CE-CONC-03")
class TestHeavyOnes:
    @pytest.mark.parametrize(("rolled", "seen"), [(70, True), (71, False)])
    def test_heavy_weapons_are_easier_to_spot(self, table: Investigation, rolled: int, seen: bool) -> None:
        pistol = hide(table, "heavy pistol", "heavy")
        search(table, rolled)
        assert spotted(table, pistol) is seen

    def test_the_easiest_is_spotted_first(self, table: Investigation) -> None:
        knife, pistol = hide(table), hide(table, "heavy pistol", "heavy")
        search(table, 60)
        assert [spotted(table, knife), spotted(table, pistol)] == [False, True]

    def test_the_bonus_itself_is_not_told_to_players(self, table: Investigation) -> None:
        hide(table, "heavy pistol", "heavy")
        events = table.told(search(table, 99))
        assert [event.audience for event in events if isinstance(event, Noted)] == ["gm"]
        assert [event.veiled for event in events if isinstance(event, Rolled)] == [True]


@pytest.mark.rules("CE-CONC-04")
class TestBiggerOnes:
    @pytest.mark.parametrize("coat", ["overcoat", "long grey overcoat", "duster"])
    def test_bigger_weapons_go_under_a_coat(self, table: Investigation, coat: str) -> None:
        table.carry("rolf", coat, "worn")
        machete = hide(table, "machete", "bigger")
        assert table.sheet("rolf").items[machete].location == "concealed"

    @pytest.mark.rules("CE-RULING-49")
    @pytest.mark.parametrize("worn", ["", "cardigan"])
    def test_bigger_weapons_cannot_be_hidden_without_a_coat(self, table: Investigation, worn: str) -> None:
        if worn:
            table.carry("rolf", worn, "worn")
        table.carry("rolf", "machete")
        assert table.refusal("conceal", who="rolf", item="machete", bulk="bigger").rule == "CE-CONC-04"

    @pytest.mark.parametrize(("rolled", "seen"), [(50, True), (51, False)])
    def test_a_searcher_has_no_bonus_against_a_weapon_under_a_coat(
        self, table: Investigation, rolled: int, seen: bool
    ) -> None:
        table.carry("rolf", "duster", "worn")
        gun = hide(table, "submachine gun", "bigger")
        search(table, rolled)
        assert spotted(table, gun) is seen


@pytest.mark.rules("CE-CONC-05")
class TestTheBiggest:
    @pytest.mark.parametrize("coat", ["", "overcoat"])
    def test_the_biggest_weapons_cannot_be_concealed(self, table: Investigation, coat: str) -> None:
        if coat:
            table.carry("rolf", coat, "worn")
        table.carry("rolf", "rifle")
        assert table.refusal("conceal", who="rolf", item="rifle", bulk="full size").rule == "CE-CONC-05"


@pytest.mark.rules("CE-RULING-61")
class TestHowBigAWeaponIs:
    def conceal(self, table: Investigation, what: str) -> str:
        """Ana's Ward hides something; how big it is taken to be."""
        name = table.carry("ward", what)
        table.play("conceal", who="ward", item=name, as_player="ana")
        return str(table.sheet("ward").items[name].data["bulk"])

    @pytest.mark.parametrize(
        ("what", "bulk"), [("knife", "small"), ("heavy pistol", "heavy"), ("especially big knife", "heavy")]
    )
    def test_the_bulk_of_a_weapon_is_looked_up_by_its_name(self, table: Investigation, what: str, bulk: str) -> None:
        assert self.conceal(table, what) == bulk

    @pytest.mark.parametrize(("what", "rule"), [("machete", "CE-CONC-04"), ("rifle", "CE-CONC-05")])
    def test_what_the_table_has_as_bigger_is_not_hidden_as_a_small_one(
        self, table: Investigation, what: str, rule: str
    ) -> None:
        name = table.carry("ward", what)
        assert table.refusal("conceal", who="ward", item=name).rule == rule

    def test_a_player_who_says_otherwise_is_refused(self, table: Investigation) -> None:
        name = table.carry("ward", "rifle")
        with pytest.raises(Refused) as refused:
            table.play("conceal", who="ward", item=name, bulk="small", as_player="ana")
        assert (refused.value.rule, "is full size by the rules" in refused.value.player) == ("CE-RULING-61", True)

    def test_the_game_master_s_word_goes_before_the_table(self, table: Investigation) -> None:
        name = table.carry("rolf", "rifle")
        table.play("conceal", who="rolf", item=name, bulk="small")
        assert table.sheet("rolf").items[name].data["bulk"] == "small"

    @pytest.mark.parametrize("bulk", ["small", "heavy"])
    def test_of_what_the_table_lacks_the_game_master_says_it(self, table: Investigation, bulk: str) -> None:
        name = table.carry("ward", "garrotte")
        waiting = table.play("conceal", who="ward", item=name, as_player="ana")
        assert "QuestionAsked" in table.kinds(waiting)
        table.play("freeform.answer", deed=waiting, key="bulk", choice=bulk)
        assert table.sheet("ward").items[name].data["bulk"] == bulk

    def test_the_bulk_of_a_weapon_stays_as_it_was_said(self, table: Investigation) -> None:
        name = table.carry("ward", "garrotte")
        table.play("conceal", who="ward", item=name, bulk="heavy")
        table.play("draw", who="ward", item=name)
        table.play("conceal", who="ward", item=name, as_player="ana")
        assert table.sheet("ward").items[name].data["bulk"] == "heavy"
