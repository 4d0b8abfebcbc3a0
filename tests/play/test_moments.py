"""Moments: what ends comes before what a game does, simultaneous things in an order, time stop by stop."""

from __future__ import annotations

from typing import Any

import pytest

from domain.aggregates import CAMPAIGN
from domain.play import moments
from domain.play.play import Play
from domain.system import Registry, System
from domain.vocabulary.log import Noted
from systems.freeform import SYSTEM
from tests.freeform.claims import expect_refusal
from tests.freeform.table import Table, tags
from tests.play.rules import decided

DAY = 86_400
HERO = "character/c-2"


def noting(word: str) -> Any:
    """A handler that leaves its word and whose moment it was."""

    def handler(play: Play, subject: str) -> None:
        play.emit(CAMPAIGN, Noted(name=word, data={"subject": subject}))

    return handler


def game(**rest: Any) -> System:
    handlers = {"upkeep": (noting("first"), noting("second")), "day": (noting("dawn"),), "hour": (noting("bell"),)}
    return System(id="timed", name="Timed", version=1, kinds=(), moments=handlers, **rest)


def table(system: System) -> Table:
    return Table(Registry(SYSTEM, (system,)), "timed").with_hero()


def words(decision: Any) -> list[str]:
    return [h.event.name for h in decision.emitted if isinstance(h.event, Noted)]


def afflict(table: Table, what: str, **until: Any) -> None:
    table.do("afflict", target="ramjet", what=what, until=until)


def test_what_ends_comes_before_what_the_game_does_in_its_order() -> None:
    here = table(game())
    afflict(here, "cold", by="moment", moment="upkeep", subject="ramjet")
    decision = here.do("call_moment", moment="upkeep", subject="ramjet")
    assert tags(decision) == ["condition_ended", "noted", "noted"]
    assert words(decision) == ["first", "second"]


def test_a_handler_knows_whose_moment_it_is() -> None:
    decision = table(game()).do("call_moment", moment="upkeep", subject="ramjet")
    assert [h.event.data for h in decision.emitted if isinstance(h.event, Noted)] == [{"subject": HERO}] * 2


def test_the_owner_is_offered_to_order_what_is_simultaneous() -> None:
    decision = table(game(ordered=["upkeep"])).do("call_moment", moment="upkeep", subject="ramjet")
    (offer,) = decision.offers
    assert (offer.owner, offer.options, offer.default) == ("pat", ("upkeep/0", "upkeep/1"), "upkeep/0")
    assert words(decision) == ["first", "second"]


def test_the_owner_s_order_counts() -> None:
    here = table(game(ordered=["upkeep"]))
    key = f"order/upkeep/{HERO}/0"
    decision = here.do("call_moment", moment="upkeep", subject="ramjet", responses={key: "upkeep/1"})
    assert words(decision) == ["second", "first"]


def test_what_belongs_to_nobody_is_ordered_by_the_game_master() -> None:
    (offer,) = table(game(ordered=["upkeep"])).do("call_moment", moment="upkeep").offers
    assert offer.owner == "gm"


def test_where_nothing_is_simultaneous_nothing_is_offered() -> None:
    assert table(game(ordered=["day"])).do("call_moment", moment="day").offers == ()


@pytest.mark.parametrize(
    ("start", "seconds", "rung"),
    [(0, 3_599, 0), (0, 3_600, 1), (0, 7_200, 2), (3_600, 3_599, 0), (3_599, 1, 1), (0, DAY, 24)],
)
def test_a_period_comes_whenever_its_time_is_full(start: int, seconds: int, rung: int) -> None:
    here = table(game(periods={"hour": 3_600}))
    here.do("set_clock", at=start)
    assert words(here.do("advance_clock", seconds=seconds)) == ["bell"] * rung


def test_periods_that_fall_together_come_in_the_order_they_are_listed() -> None:
    here = table(game(periods={"day": DAY, "hour": 3_600}))
    here.do("set_clock", at=DAY - 1)
    assert words(here.do("advance_clock", seconds=1)) == ["dawn", "bell"]


def test_what_is_due_ends_before_the_period_that_falls_together_with_it() -> None:
    here = table(game(periods={"day": DAY}))
    afflict(here, "cold", by="time", at=DAY)
    assert tags(here.do("advance_clock", days=1)) == ["clock_advanced", "condition_ended", "noted"]


def test_a_save_that_comes_round_several_times_is_asked_each_time() -> None:
    here = table(game(periods={"day": DAY}))
    afflict(here, "ill", by="save", moment="day", subject="")
    here.do("advance_clock", days=2)
    first = here.only(CAMPAIGN, "questions").key
    here.answer("stays")
    assert here.only(CAMPAIGN, "questions").key == f"{first}/2"
    here.answer("ends")
    assert not here.see("ramjet").conditions


def test_more_stops_than_anybody_could_follow_are_refused() -> None:
    here = table(game(periods={"hour": 1}))
    with expect_refusal("time", "in parts"):
        here.do("advance_clock", seconds=moments.MOST_STOPS + 1)


def test_time_does_not_run_backwards() -> None:
    decision = decided(table(game()), lambda play: moments.pass_time(play, -1), force=True)
    assert decision.refusal is not None
    assert decision.refusal.rule == "time"


def test_a_campaign_without_a_clock_gets_one() -> None:
    here = table(game())
    del here.campaign.clock["now"]
    here.do("advance_clock", seconds=5)
    assert here.campaign.clock["now"].at == 5


def test_outside_encounters_a_moment_is_looked_for_among_all() -> None:
    here = table(game())
    here.do("create_character", name="Pearl")
    here.do("afflict", target="pearl", what="cold", until={"by": "moment", "moment": "upkeep", "subject": "ramjet"})
    here.do("call_moment", moment="upkeep", subject="ramjet")
    assert not here.see("pearl").conditions


def test_in_an_encounter_a_moment_is_looked_for_among_those_who_take_part() -> None:
    here = table(game())
    here.do("create_character", name="Pearl")
    here.do("afflict", target="pearl", what="cold", until={"by": "moment", "moment": "upkeep"})
    here.do("create_encounter", name="Fight")
    here.do("join", encounter="fight", who="ramjet")
    here.do("call_moment", moment="upkeep", inside="fight")
    assert here.see("pearl").conditions
    here.do("join", encounter="fight", who="pearl")
    here.do("call_moment", moment="upkeep", inside="fight")
    assert not here.see("pearl").conditions


def test_of_two_that_end_together_one_may_take_the_other_along() -> None:
    here = table(game())
    afflict(here, "cold", by="moment", moment="upkeep")
    path = f"{HERO}.conditions.{here.name('ramjet', 'conditions')}"
    afflict(here, "shivering", by="instance", path=path)
    decision = here.do("call_moment", moment="upkeep")
    assert tags(decision)[:2] == ["condition_ended", "condition_ended"]
    assert not here.see("ramjet").conditions
