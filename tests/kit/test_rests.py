"""Rests, catalogues and group stores: what a rest gives back, what a campaign adds, and what a group has in common."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kit import catalogues, conditions, counters, pools, rests, stores
from domain.play.moments import pass_time
from domain.play.play import Play
from domain.play.refusals import Absent
from tests.freeform.table import Table
from tests.kit.test_conditions import HERO, events, told
from tests.play.rules import decided

SHORT = rests.RestKind("short", renews=frozenset({"encounter"}), ends=("knocked_out",))
LONG = rests.RestKind(
    "long",
    fills=("hp", "recoveries"),
    heals={"sanity": 2},
    sets={"action": 1},
    renews=frozenset({"encounter", "daily"}),
    eases=("exhausted",),
    hours=6,
    every=24,
)


def hero() -> Table:
    return Table().with_hero(hp=(3, 0, 20), recoveries=(1, 0, 8), sanity=(5, 0, 10), action=4)


def test_a_rest_fills_heals_and_sets_pools() -> None:
    def rest(play: Play) -> list[int]:
        rests.take(play, HERO, LONG)
        return [pools.current(play, HERO, pool) for pool in ("hp", "recoveries", "sanity", "action")]

    assert told(rest, hero()) == [20, 8, 7, 1]


def test_a_short_rest_renews_powers_of_the_encounter_and_not_of_the_day() -> None:
    def rest(play: Play) -> list[tuple[int, int]]:
        counters.count(play, HERO, "blast", what="encounter")
        counters.count(play, HERO, "meteor", what="daily")
        seen = []
        for kind in (SHORT, LONG):
            rests.take(play, HERO, kind)
            seen.append((counters.times(play, HERO, "blast"), counters.times(play, HERO, "meteor")))
        return seen

    assert told(rest, hero()) == [(0, 1), (0, 0)]


def test_a_rest_eases_one_level_and_leaves_what_is_locked() -> None:
    def rest(play: Play) -> tuple[int, int]:
        conditions.gain(play, HERO, "exhausted", level=2, source="hunger", locked=True)
        conditions.gain(play, HERO, "exhausted", level=2, source="march")
        rests.take(play, HERO, LONG)
        once = conditions.level(play, HERO, "exhausted")
        rests.ease(play, HERO, "exhausted", "sleep", 9)
        return once, conditions.level(play, HERO, "exhausted")

    assert told(rest, hero()) == (3, 2)


def test_a_rest_ends_conditions() -> None:
    def rest(play: Play) -> bool:
        conditions.gain(play, HERO, "knocked_out")
        rests.take(play, HERO, SHORT)
        return conditions.has(play, HERO, "knocked_out")

    assert told(rest, hero()) is False


def test_a_long_rest_comes_once_in_a_day() -> None:
    def rest(play: Play) -> list[int]:
        before = [rests.too_soon(play, HERO, LONG)]
        rests.take(play, HERO, LONG)
        pass_time(play, 20 * rests.HOUR)
        return [*before, rests.too_soon(play, HERO, LONG), rests.too_soon(play, HERO, SHORT)]

    assert told(rest, hero()) == [0, 4 * rests.HOUR, 0]


class Gun(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    price: int
    shots: int = 6


PRINTED = {"pistol": Gun(price=20)}


def test_what_a_campaign_adds_is_found_before_what_is_printed() -> None:
    def look(play: Play) -> list[Any]:
        name = catalogues.name_of("gun", "Ray Gun")
        catalogues.add(play, name, "gun", "Ray Gun", catalogues.of_struct(Gun(price=90)))
        return [
            name,
            catalogues.own(play, "gun"),
            catalogues.look_up(play, "gun", "Ray Gun", PRINTED, Gun),
            catalogues.look_up(play, "gun", "pistol", PRINTED, Gun),
        ]

    assert told(look) == ["gun/ray-gun", ("gun/ray-gun",), Gun(price=90), Gun(price=20)]


def test_what_no_catalogue_has_is_absent_and_the_text_names_what_there_is() -> None:
    decision = decided(hero(), lambda play: catalogues.look_up(play, "gun", "sword", PRINTED, Gun))
    assert isinstance(decision.refusal, Absent)
    assert "pistol" in decision.refusal.player


def test_fields_at_their_defaults_are_left_out_of_a_catalogue() -> None:
    assert catalogues.of_struct(Gun(price=3, shots=6)) == {"price": 3}
    assert catalogues.of_struct(Gun(price=3, shots=2), "price") == {"shots": 2}


def group() -> Table:
    table = Table().with_hero()
    table.do("create_enclave", name="Haven")
    return table


@given(stock=st.integers(1, 20), needs=st.lists(st.integers(0, 6), max_size=6))
def test_shares_are_what_was_needed_or_what_was_left(stock: int, needs: list[int]) -> None:
    table = group()
    haven = table.ref("haven")

    def share(play: Play) -> tuple[dict[str, int], int]:
        stores.put_in(play, haven, "food", stock)
        wanted = {f"character/{number}": need for number, need in enumerate(needs)}
        return stores.share_out(play, haven, "food", wanted), stores.in_stock(play, haven, "food")

    got, left = told(share, table)
    assert sum(got.values()) == min(stock, sum(needs))
    assert sum(got.values()) + left == stock
    assert all(got[f"character/{number}"] <= need for number, need in enumerate(needs))


@pytest.mark.parametrize("rest", [SHORT, LONG])
def test_a_rest_is_counted_when_it_was_taken(rest: rests.RestKind) -> None:
    taken = events(lambda play: rests.take(play, HERO, rest), hero())
    assert any(event.name == f"rest/{rest.name}" for event in taken)
