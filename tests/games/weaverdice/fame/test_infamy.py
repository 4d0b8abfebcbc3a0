"""Negative reputation: how it is earned, cited and argued, and what it grows into."""

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.play.refusals import Absent
from domain.visibility.audience import Viewer, seen_instance
from systems.weaverdice.fame.infamy import KIND
from tests.games.weaverdice.capes import Capes
from tests.games.weaverdice.outfits import Outfitters

GM_COMMANDS: dict[str, dict[str, Any]] = {
    "earn_infamy": {"source": "a slap"},
    "cite_infamy": {"card": KIND},
    "conceal_infamy": {"card": KIND},
    "uncover_infamy": {"card": KIND},
    "forgive_infamy": {"card": KIND},
    "convert_infamy": {"card": KIND, "penalty": "a vigilante"},
    "escalate_infamy": {"into": "guns"},
}


@pytest.fixture
def table() -> Capes:
    table = Capes()
    table.cape("ramjet")
    table.foe("lung")
    return table


def cards(table: Capes) -> list[str]:
    return sorted(name for name, card in table.sheet("ramjet").cards.items() if card.kind == KIND)


def cross(table: Capes, times: int = 1, into: str = "not yet", **more: Any) -> str:
    """Cross a line; the name of the last card. The game master answers what they come to."""
    responses = {f"escalation/{table.ref('ramjet').partition('/')[2]}": into}
    before = cards(table)
    for _ in range(times):
        table.play("earn_infamy", who="ramjet", source="betrayal", responses=responses, **more)
    return next((name for name in cards(table) if name not in before), "")


def cite(table: Capes, card: str, times: int = 1, stat: str = "social") -> int:
    return [table.play("cite_infamy", who="ramjet", card=card, stat=stat) for _ in range(times)][-1]


def roll(table: Capes, stat: str = "social", die: int = 4) -> int:
    return table.rolls(table.play("check", who="ramjet", stat=stat, dice={"check": [die]}))["check"]


def come_to(table: Capes) -> list[str]:
    conditions = table.sheet("ramjet").conditions.values()
    return [str(condition.data["kind"]) for condition in conditions if condition.what == "escalation"]


@pytest.mark.rules("WD-NREP-01")
class TestCrossingALine:
    def test_each_time_is_a_card_of_its_own(self, table: Capes) -> None:
        cross(table, 2)
        assert [card.provenance for card in table.sheet("ramjet").cards.values()] == ["betrayal", "betrayal"]

    def test_infamy_is_no_reputation_to_be_used(self, table: Capes) -> None:
        for _ in range(2):
            cross(table)
        table.play("set", target="ramjet", path="attributes.social.base", value=0)
        table.play("end_day", who=["ramjet"])
        assert len(cards(table)) == 2


@pytest.mark.rules("WD-NREP-01", "WD-NREP-04", "WD-NREP-06")
@pytest.mark.parametrize("command", sorted(GM_COMMANDS))
def test_only_the_game_master_gives_cites_hides_and_takes_infamy_away(table: Capes, command: str) -> None:
    cross(table)
    sentence = table.forbidden(command, as_player="ana", who="ramjet", **GM_COMMANDS[command])
    assert "game master" in sentence


@pytest.mark.rules("WD-NREP-02")
class TestCiting:
    def test_the_next_roll_is_one_less(self, table: Capes) -> None:
        cite(table, cross(table))
        assert roll(table) == 3

    def test_the_one_after_it_is_not(self, table: Capes) -> None:
        cite(table, cross(table))
        roll(table)
        assert roll(table) == 4

    @pytest.mark.rules("WD-NREP-06")
    @pytest.mark.parametrize("word", ["conceal_infamy", "convert_infamy", "uncover_infamy"])
    def test_bug_no_other_card_is_dealt_with_as_infamy(self, table: Capes, word: str) -> None:
        table.play("award_reputation", who="ramjet", source="The docks")
        (card,) = table.sheet("ramjet").cards
        more = {"penalty": "a vigilante"} if word == "convert_infamy" else {}
        with pytest.raises(Absent, match="no negative reputation"):
            table.play(word, who="ramjet", card=card, **more)

    def test_bug_it_is_cited_against_a_stat_that_there_is(self, table: Capes) -> None:
        with pytest.raises(Absent, match="'Social' is no stat"):
            cite(table, cross(table), stat="Social")

    @pytest.mark.rules("WD-OPT-01")
    def test_bug_it_counts_against_a_superstat_that_stands_in(self, table: Capes) -> None:
        table.play("set_option", option="superstats", value=True)
        table.play("give_superstat", who="ramjet", stat="brawn", score=5)
        cite(table, cross(table), stat="brawn")
        lift = {"who": "ramjet", "stat": "brawn", "superhuman": True, "dice": {"check": [3]}}
        assert table.rolls(table.play("check", **lift))["check"] == 3 + 2 - 1

    def test_a_citing_does_not_count_against_a_roll_of_another_stat(self, table: Capes) -> None:
        cite(table, cross(table))
        assert (roll(table, "wits"), roll(table)) == (4, 3)

    def test_infamy_is_not_used_up(self, table: Capes) -> None:
        card = cross(table)
        cite(table, card, 5)
        assert table.sheet("ramjet").cards[card].counters == {"cited": 5}

    def test_two_cards_against_one_roll_are_two_less(self, table: Capes) -> None:
        for _ in range(2):
            cite(table, cross(table))
        assert roll(table) == 2

    def test_had_it_not_been_cited_the_roll_would_have_succeeded(self, table: Capes) -> None:
        cited = cite(table, cross(table))
        rolled = table.play("check", who="ramjet", stat="social", dice={"check": [4]})
        assert outcomes(table.undo(cited)) == {cited: "struck", rolled: "restated"}
        assert table.outcomes_of(rolled)["check"] == "success"


@pytest.mark.rules("WD-NREP-03")
class TestGuns:
    def shoot(self, table: Capes, who: str = "ramjet", **more: Any) -> int:
        return table.play("earn_infamy", who=who, source="a gun", gun=True, **more)

    def test_every_use_is_a_card(self, table: Capes) -> None:
        self.shoot(table)
        self.shoot(table)
        assert len(cards(table)) == 2

    def test_a_shooter_who_is_no_cape_earns_no_infamy(self, table: Capes) -> None:
        table.foe("cop", category="generic")
        assert table.told(self.shoot(table, "cop")) == []


@pytest.mark.rules("WD-NREP-03")
class TestShots:
    @pytest.fixture
    def alley(self) -> Outfitters:
        alley = Outfitters()
        for name, gun in (("Pistol", True), ("Crossbow", False)):
            alley.play("define_weapon", name=name, stat="dexterity", type="pierce", ranged=True, gun=gun)
            alley.thing(name.lower(), f"hand/{'right' if gun else 'left'}")
        return alley

    def fire(self, alley: Outfitters, weapon: str = "pistol", die: int = 1, **more: Any) -> int:
        """A shot at Lung that misses, unless a better die is shown."""
        return alley.play("attack", who="ramjet", targets=["lung"], weapon=weapon, dice={"attack": [die]}, **more)

    def test_each_shot_of_a_gun_at_a_target_is_a_card_even_where_it_misses(self, alley: Outfitters) -> None:
        self.fire(alley)
        self.fire(alley)
        assert len(cards(alley)) == 2

    def test_a_crossbow_is_no_gun(self, alley: Outfitters) -> None:
        self.fire(alley, "crossbow")
        assert cards(alley) == []

    @pytest.mark.rules("WD-NREP-04")
    def test_without_witnesses_it_is_the_game_master_s_to_know(self, alley: Outfitters) -> None:
        self.fire(alley, unseen=True)
        assert [card.audience for card in alley.sheet("ramjet").cards.values()] == ["gm"]

    @pytest.mark.rules("WD-NREP-04")
    def test_whether_nobody_saw_it_is_not_the_player_s_to_say(self, alley: Outfitters) -> None:
        shot = {"who": "ramjet", "targets": ["lung"], "weapon": "pistol", "unseen": True}
        assert alley.refusal("attack", as_player="ana", dice={"attack": [1]}, **shot).rule == "WD-NREP-04"

    @pytest.mark.rules("WD-NREP-05")
    def test_a_case_that_was_argued_is_allowed(self, alley: Outfitters) -> None:
        self.fire(alley, case="a dragon")
        cite(alley, cards(alley)[0])
        alley.play("argue_case", who="ramjet", card=KIND, dice={"argument": [6]})
        self.fire(alley, case="a dragon")
        assert len(cards(alley)) == 1

    @pytest.mark.rules("WD-NREP-07")
    def test_a_shot_at_a_target_whom_everybody_may_shoot_earns_no_card(self, alley: Outfitters) -> None:
        responses = {f"escalation/{alley.ref('lung').partition('/')[2]}": "guns"}
        for _ in range(3):
            alley.play("earn_infamy", who="lung", source="gun use", responses=responses)
        self.fire(alley)
        assert cards(alley) == []


@pytest.mark.rules("WD-NREP-04")
class TestInSecret:
    def seen(self, table: Capes, card: str) -> bool:
        ana = Viewer("ana", "player", frozenset({table.ref("ramjet")}))
        return seen_instance(ana, table.sheet("ramjet").cards[card]) is not None

    def test_without_witnesses_only_the_game_master_knows(self, table: Capes) -> None:
        card = cross(table, hidden=True)
        assert not self.seen(table, card)

    def test_what_nobody_knows_of_cannot_be_cited(self, table: Capes) -> None:
        card = cross(table, hidden=True)
        assert table.refusal("cite_infamy", who="ramjet", card=card).rule == "WD-NREP-04"

    def test_when_it_is_investigated_it_comes_out(self, table: Capes) -> None:
        card = cross(table, hidden=True)
        table.play("uncover_infamy", who="ramjet", card=card)
        cite(table, card)
        assert self.seen(table, card)

    def test_what_is_known_may_be_covered_up(self, table: Capes) -> None:
        card = cross(table)
        table.play("conceal_infamy", who="ramjet", card=card)
        assert not self.seen(table, card)


@pytest.mark.rules("WD-NREP-05")
class TestTheArgument:
    @pytest.fixture
    def card(self, table: Capes) -> str:
        card = cross(table, gun=True, case="a foe in a breaker state")
        cite(table, card)
        roll(table)
        return card

    def argue(self, table: Capes, card: str, die: int) -> int:
        return table.play("argue_case", who="ramjet", card=card, target=5, dice={"argument": [die]})

    def shoot(self, table: Capes, case: str) -> int:
        before = len(cards(table))
        table.play("earn_infamy", who="ramjet", source="a gun", gun=True, case=case)
        return len(cards(table)) - before

    def test_a_good_reason_earns_the_card_all_the_same(self, table: Capes, card: str) -> None:
        assert card in cards(table)

    @pytest.mark.parametrize(("die", "earned"), [(4, 1), (5, 0)])
    def test_where_it_holds_the_same_case_is_allowed(self, table: Capes, card: str, die: int, earned: int) -> None:
        self.argue(table, card, die)
        assert self.shoot(table, "A foe in a breaker state") == earned

    def test_another_case_is_not(self, table: Capes, card: str) -> None:
        self.argue(table, card, 5)
        assert self.shoot(table, "a foe who ran") == 1

    def test_the_card_stays(self, table: Capes, card: str) -> None:
        self.argue(table, card, 6)
        assert cards(table) == [card]

    @pytest.mark.parametrize("die", [1, 6])
    def test_a_case_is_argued_once(self, table: Capes, card: str, die: int) -> None:
        self.argue(table, card, die)
        refusal = table.refusal("argue_case", who="ramjet", card=card, dice={"argument": [6]})
        assert refusal.rule == "WD-NREP-05"

    def test_who_was_not_called_out_has_nothing_to_argue(self, table: Capes) -> None:
        card = cross(table, gun=True, case="a foe who ran")
        refusal = table.refusal("argue_case", who="ramjet", card=card, dice={"argument": [6]})
        assert refusal.rule == "WD-NREP-05"

    def test_without_the_argument_the_next_shot_earns_a_card(self, table: Capes, card: str) -> None:
        argued = self.argue(table, card, 5)
        self.shoot(table, "a foe in a breaker state")
        table.undo(argued)
        assert len(cards(table)) == 2


@pytest.mark.rules("WD-NREP-06", "WD-RULING-13")
class TestPaidFor:
    @pytest.mark.parametrize("times", [3, 6])
    def test_after_three_citations_it_may_go(self, table: Capes, times: int) -> None:
        card = cross(table)
        cite(table, card, times)
        table.play("forgive_infamy", who="ramjet", card=card)
        assert cards(table) == []

    @pytest.mark.parametrize("times", [0, 2])
    def test_before_that_it_does_not(self, table: Capes, times: int) -> None:
        card = cross(table)
        if times:
            cite(table, card, times)
        assert table.refusal("forgive_infamy", who="ramjet", card=card).rule == "WD-NREP-06"

    def test_a_standing_penalty_takes_its_place_at_any_time(self, table: Capes) -> None:
        card = cross(table)
        table.play("convert_infamy", who="ramjet", card=card, penalty="Shadow Stalker talks to nobody")
        (penalty,) = table.sheet("ramjet").conditions.values()
        assert (cards(table), penalty.title) == ([], "Shadow Stalker talks to nobody")

    def test_without_the_third_citation_it_could_not_have_gone(self, table: Capes) -> None:
        card = cross(table)
        third = cite(table, card, 3)
        forgiven = table.play("forgive_infamy", who="ramjet", card=card)
        assert outcomes(table.undo(third, policy="cascade")) == {third: "struck", forgiven: "struck"}
        assert cards(table) == [card]


@pytest.mark.rules("WD-NREP-07", "WD-RULING-13")
class TestEscalation:
    def test_two_cards_ask_for_nothing(self, table: Capes) -> None:
        table.play("earn_infamy", who="ramjet", source="one")
        table.play("earn_infamy", who="ramjet", source="two")
        assert table.sheet("ramjet").questions == {}

    def test_at_the_third_the_game_master_is_asked(self, table: Capes) -> None:
        cross(table, 2)
        table.play("earn_infamy", who="ramjet", source="three")
        (question,) = table.sheet("ramjet").questions.values()
        options = ("not yet", "guns", "authorities", "villains", "kill-order")
        assert (question.owner, question.options, question.default) == ("gm", options, "not yet")

    @pytest.mark.parametrize("into", ["guns", "authorities", "villains", "kill-order"])
    def test_three_combine_into_one_for_good(self, table: Capes, into: str) -> None:
        cross(table, 3, into)
        table.play("pass_night", who=["ramjet"])
        assert (cards(table), come_to(table)) == ([], [into])

    def test_where_it_is_too_early_they_stay_and_it_is_asked_again_at_the_next(self, table: Capes) -> None:
        cross(table, 3)
        assert len(cards(table)) == 3
        cross(table, into="guns")
        assert (len(cards(table)), come_to(table)) == (1, ["guns"])

    def test_hidden_ones_do_not_count_until_they_come_out(self, table: Capes) -> None:
        cross(table, 2)
        card = cross(table, hidden=True)
        responses = {f"escalation/{table.ref('ramjet').partition('/')[2]}": "villains"}
        table.play("uncover_infamy", who="ramjet", card=card, responses=responses)
        assert come_to(table) == ["villains"]

    def test_the_game_master_may_combine_them_later(self, table: Capes) -> None:
        cross(table, 3)
        table.play("escalate_infamy", who="ramjet", into="kill-order")
        assert (cards(table), come_to(table)) == ([], ["kill-order"])

    def test_two_are_too_few(self, table: Capes) -> None:
        cross(table, 2)
        assert table.refusal("escalate_infamy", who="ramjet", into="guns").rule == "WD-NREP-07"

    def test_without_the_first_card_nothing_came_of_the_third(self, table: Capes) -> None:
        first = table.play("earn_infamy", who="ramjet", source="the first")
        cross(table, 2, "guns")
        table.undo(first)
        assert (len(cards(table)), come_to(table)) == (2, [])
