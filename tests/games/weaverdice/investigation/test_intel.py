"""Intel as cards: where it is from, whom it serves, and what counts as which type."""

from typing import Any

import pytest

from domain.play.reading import TrackedReads
from domain.play.working_copy import Findings, WorkingCopy
from domain.visibility.audience import Viewer
from projections.views.sheet import sheet
from systems.weaverdice.investigation import intel
from tests.games.weaverdice.capes import Capes


@pytest.fixture
def table() -> Capes:
    table = Capes()
    table.cape("ramjet")
    table.cape("pearl")
    return table


def award(table: Capes, tier: int = 1, type: str = "violent", who: str = "ramjet", **more: Any) -> str:
    """A piece of intel that is awarded; its name."""
    before = set(table.sheet(who).cards)
    table.play("award_intel", who=who, tier=tier, type=type, provenance="a rumour", **more)
    (name,) = set(table.sheet(who).cards) - before
    return name


class Reading(TrackedReads):
    """A look at a table that keeps what it has found, as a rule does."""

    def __init__(self, table: Capes) -> None:
        working = WorkingCopy(table.ledger.heads.fresh(table.campaign_id))
        super().__init__(working, None)
        self.findings = Findings(working)


def held(table: Capes, who: str = "ramjet", **which: Any) -> tuple[str, ...]:
    """What a character may use."""
    return intel.usable_intel(Reading(table), table.ref(who), **which)  # type: ignore[arg-type]


@pytest.mark.rules("WD-INTL-01")
class TestCards:
    def test_a_piece_has_a_type_a_tier_and_where_it_is_from(self, table: Capes) -> None:
        name = award(table, 2, "sponsored")
        card = table.sheet("ramjet").cards[name]
        assert (card.kind, card.tier, card.data["type"], card.provenance) == ("intel", 2, "sponsored", "a rumour")

    def test_every_piece_is_a_card_of_its_own(self, table: Capes) -> None:
        table.play("award_intel", who="ramjet", tier=1, type="city", provenance="the streets", count=3)
        assert len(held(table)) == 3

    def test_intel_is_kept_from_session_to_session(self, table: Capes) -> None:
        name = award(table)
        for word in ("freeform.open_session", "freeform.end_session", "freeform.open_session"):
            table.play(word)
        assert held(table) == (name,)

    def test_there_is_no_other_type(self, table: Capes) -> None:
        refusal = table.refusal("award_intel", who="ramjet", tier=1, type="gossip", provenance="a rumour")
        assert refusal.rule == "WD-INTL-01"

    def test_a_player_awards_none(self, table: Capes) -> None:
        sentence = table.forbidden("award_intel", as_player="ana", who="ramjet", type="hero", provenance="me")
        assert "game master" in sentence

    def test_the_least_tier_comes_first(self, table: Capes) -> None:
        deep, slight = award(table, 3), award(table, 1)
        assert held(table) == (slight, deep)

    def test_what_is_of_a_lower_tier_or_of_another_type_does_not_count(self, table: Capes) -> None:
        award(table, 1), award(table, 2, "hero")
        fit = award(table, 2)
        assert held(table, tier=2, kind="violent") == (fit,)

    def test_others_use_what_is_shared_with_them(self, table: Capes) -> None:
        shared = award(table, users=["ramjet", "pearl"])
        award(table)
        assert held(table, "pearl") == (shared,)


@pytest.mark.rules("WD-INTL-02")
def test_what_the_field_brings_is_typed_by_what_it_is_about(table: Capes) -> None:
    violent, sponsored = award(table, 1, "violent"), award(table, 1, "sponsored")
    assert (held(table, kind="violent"), held(table, kind="sponsored")) == ((violent,), (sponsored,))


@pytest.mark.rules("WD-GRID-09")
class TestWildIntel:
    def test_wild_intel_counts_as_every_type_about_its_target(self, table: Capes) -> None:
        wild = award(table, 2, "wild", target="Crossbones")
        assert held(table, kind="hero", target="Crossbones") == (wild,)

    def test_wild_intel_counts_as_no_type_about_another(self, table: Capes) -> None:
        award(table, 2, "wild", target="Crossbones")
        assert held(table, kind="hero", target="Criterion") == ()

    def test_wild_intel_needs_a_target(self, table: Capes) -> None:
        refusal = table.refusal("award_intel", who="ramjet", tier=1, type="wild", provenance="a rumour")
        assert refusal.rule == "WD-GRID-09"


def test_a_sheet_shows_each_piece_with_where_it_is_from(table: Capes) -> None:
    name = award(table, 3, "sponsored")
    seen = sheet(table.ledger.heads.fresh(table.campaign_id), Viewer("ana", "player"), table.ref("ramjet"))
    assert seen is not None
    shown = seen.cards[name]
    assert (shown["tier"], shown["data"]["type"], shown["provenance"]) == (3, "sponsored", "a rumour")
