"""Refusals say what is so: each line is a refusal, the rule that is why, and what its sentence says.

Each of them gave another reason once, or another rule, while this was the true one.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from domain.vocabulary.bodies import Condition, ConditionGained
from domain.vocabulary.holdings import Card, CardGained
from tests.games.weaverdice.fighting import Alley
from tests.games.weaverdice.following import Following
from tests.games.weaverdice.informing import Briefing

SPRAY = {"name": "Spray", "type": "burn", "tier": "lesser", "targets": 1, "ranged": True}


class Row(NamedTuple):
    """A character in a state tries something, and is told by this rule what is so; never the `lie` that was told
    before."""

    state: str
    word: str
    args: dict[str, Any]
    rule: str
    says: str
    lie: str


STRIKE: dict[str, Any] = {"who": "lung", "targets": ["ramjet"], "opportunity": True}
NAME: dict[str, Any] = {"who": "ramjet", "card": "Feared", "figures": ["thug"], "to": "background"}
AIM: dict[str, Any] = {"who": "ramjet", "stat": "dexterity", "skill": "aim"}

ROWS = (
    Row("exposed, lung drained", "attack", STRIKE, "WD-ACT-09", "focus", "no opening"),
    Row("risen", "attack", {**STRIKE, "power": SPRAY}, "WD-COND-11", "melee", "no opening"),
    Row("dead", "act", {"who": "ramjet", "action": "kick"}, "WD-WND-08", "dead", "get up"),
    Row("surprised", "act", {"who": "ramjet", "action": "kick"}, "WD-INIT-02", "surprised", "get up"),
    Row("background", "act", {"who": "ramjet", "action": "kick"}, "WD-LREP-01", "background", "get up"),
    Row("fled", "act", {"who": "ramjet", "action": "kick"}, "WD-INIT-08", "fled", "get up"),
    Row("unconscious", "act", {"who": "ramjet", "action": "kick"}, "WD-INIT-08", "unconscious", "dead"),
    Row("absent", "act", {"who": "grue", "action": "kick"}, "WD-ACT-01", "no part", "not their turn"),
    Row("absent", "wait", {"who": "grue", "expects": "x", "response": "y"}, "WD-WAIT-01", "no part", "not their turn"),
    Row("hampered", "leverage_reputation", NAME, "WD-OPT-21", "media", "of no use with"),
    Row("shared with others", "leverage_reputation", NAME, "WD-REP-02", "others to use", "of no use with"),
    Row("learning", "check", AIM, "WD-SKL-13", "being learned", "not known"),
    Row("learning", "grant_skill", {"who": "ramjet", "skill": "aim"}, "WD-SKL-08", "being learned", "on the sheet"),
)


@pytest.fixture
def table() -> Alley:
    """It is Ramjet's turn, before Lung's and the thug's; Grue is elsewhere."""
    table = Alley()
    table.cape("ramjet")
    table.cape("grue")
    table.foe("lung")
    table.foe("thug", category="generic")
    table.begin("ramjet", against=("lung", "thug"), ramjet=6, lung=4)
    table.let("ramjet", CardGained(name="feared", card=Card(kind="reputation", title="Feared")))
    return table


def put(table: Alley, state: str) -> None:
    """Bring a character into a state of the table of refusals."""
    match state:
        case "exposed, lung drained":
            table.play("give_opening", who="ramjet", to=["lung"])
            table.play("spend_effort", who="lung", pool="focus", dots=3)
        case "risen":
            table.let("ramjet", ConditionGained(name="down", condition=Condition(what="knocked_down")))
            table.play("move", who="ramjet", rise=True)
        case "hampered":
            table.let("ramjet", ConditionGained(name="h", condition=Condition(what="hampered_reputation")))
        case "shared with others":
            users = (table.ref("grue"),)
            table.let("ramjet", CardGained(name="shared", card=Card(kind="reputation", title="Dreaded", users=users)))
        case "learning":
            table.play("begin_learning", who="ramjet", skill="aim")
        case "absent":
            pass
        case _:
            table.let("ramjet", ConditionGained(name="state", condition=Condition(what=state)))


@pytest.mark.parametrize("row", ROWS, ids=[f"{row.word}, {row.state}" for row in ROWS])
class TestReasons:
    def test_a_refusal_says_what_is_so_and_by_which_rule(self, table: Alley, row: Row) -> None:
        put(table, row.state)
        card = {"card": "shared"} if row.state == "shared with others" else {}
        refusal = table.refusal(row.word, **{**row.args, **card})
        assert (refusal.rule, row.says in refusal.player, row.lie in refusal.player) == (row.rule, True, False)


class TestIntel:
    """Two pieces of `violent 1` are held."""

    @pytest.fixture
    def briefing(self) -> Briefing:
        briefing = Briefing()
        briefing.begin()
        for _ in range(2):
            briefing.award(1, "violent")
        return briefing

    def test_a_third_one_that_is_named_is_one_too_many(self, briefing: Briefing) -> None:
        refusal = briefing.refusal("upgrade_intel", who="bandit", cards=["violent 1"] * 3)
        assert ("They have 2 of 'violent 1'" in refusal.player, "There is no" in refusal.player) == (True, False)


class TestFollowers:
    def test_who_is_tapped_is_not_said_to_be_back_at_a_time_that_is_not_so(self) -> None:
        table = Following()
        table.follow("informant")
        favor = {"who": "outage", "follower": "informant", "favor": "Where?"}
        table.play("call_in_favor", **favor)
        assert "next downtime" not in table.refusal("call_in_favor", **favor).player


class TestCitations:
    """Only what was applied is cited."""

    def test_a_day_s_end_at_which_nothing_is_discarded_cites_no_discarding(self, table: Alley) -> None:
        assert "WD-REP-10" not in table.cited(table.play("end_day", who=["ramjet"]))

    def test_a_rest_that_heals_nothing_cites_no_healing(self, table: Alley) -> None:
        table.play("drain_effort", who="ramjet", pool="focus", dots=1)
        cited = table.cited(table.play("rest", who="ramjet", pool="focus"))
        assert ("WD-EFF-16" in cited, "WD-REST-02" in cited) == (True, False)
