"""What holds for stress and bodies whatever is played: nothing leaves its bounds, and all of it can be undone."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.play.refusals import Refused
from systems.midnight_in_vaia.people import STRESS
from tests.games.midnight_in_vaia.exerting import HOUR, Exerting

WORDS = (
    *("use", "use", "use", "ward", "gain_stress", "stop_channeling", "wait", "rest", "end_phase", "start_round"),
    *("inflict", "heal", "knock_out", "wake", "maim", "restore", "walk", "stand_up", "all_resolve"),
)

steps = st.lists(
    st.tuples(st.sampled_from(WORDS), st.sampled_from(("vera", "milo")), st.sampled_from(STRESS), st.integers(1, 7)),
    max_size=16,
)


def at_the_table(*, fighting: bool) -> Exerting:
    """Vera and Milo know what costs 4 of each type, and what goes on at 3 an Upkeep; every die is the server's."""
    table = Exerting(dice="server")
    for who in ("vera", "milo"):
        for type in STRESS:
            table.knows(type, {"type": type, "activation": 4, "check": 2}, who=who)
            table.knows(f"ward-{type}", {"type": type, "upkeep": 3}, who=who, lasts=2)
    if fighting:
        for who in ("vera", "milo"):
            table.play("awareness", who=who)
        table.play("start_round")
    return table


def played(table: Exerting, step: tuple[str, str, str, int]) -> int | None:
    """One step, where it goes through; its entry."""
    word, who, type, number = step
    args: dict[str, Any] = {"who": who}
    match word:
        case "use":
            args |= {"ability": type, "target": "ghoul"}
        case "ward":
            word, args = "use", {**args, "ability": f"ward-{type}", "target": "ghoul"}
        case "gain_stress":
            args |= {"type": type, "amount": number}
        case "wait" | "rest":
            word, args = "advance_clock", {"seconds": number * (HOUR if word == "rest" else 5)}
        case "end_phase":
            args = {"who": next(iter(table.acting()), who)} if "now" in table.fight("alley").pace else args
        case "start_round" | "all_resolve":
            args = {}
        case "inflict":
            args |= {"type": "striking", "amount": 3 * number}
        case "heal":
            args |= {"amount": 3 * number}
        case "wake":
            args |= {"because": "Noise"}
        case "maim" | "restore":
            place = ("leg/left", "leg/right", "arm/left")[number % 3]
            args |= {"place": place} | ({"kind": "dismemberment"} if word == "maim" else {})
    try:
        return table.play(word, **args)
    except Refused:
        return None


@settings(max_examples=25, deadline=None)
@given(st.booleans(), steps)
def test_stress_and_hit_points_keep_their_bounds(fighting: bool, several: list[tuple[str, str, str, int]]) -> None:
    table = at_the_table(fighting=fighting)
    for step in several:
        played(table, step)
        for who in ("vera", "milo"):
            assert all(0 <= stress <= 10 for stress in table.stress(who))
            assert 0 <= table.hp(who) <= (25 if who == "vera" else 20)


@settings(max_examples=25, deadline=None)
@given(st.booleans(), steps)
def test_the_living_at_0_hit_points_are_vulnerable(fighting: bool, several: list[tuple[str, str, str, int]]) -> None:
    table = at_the_table(fighting=fighting)
    for step in several:
        played(table, step)
        down = [who for who in ("vera", "milo") if table.hp(who) == 0]
        assert all("vulnerable" in table.conditions(who) for who in down)


@settings(max_examples=25, deadline=None)
@given(st.booleans(), steps)
def test_no_effect_goes_on_that_a_burnout_or_unconsciousness_ended(
    fighting: bool, several: list[tuple[str, str, str, int]]
) -> None:
    table = at_the_table(fighting=fighting)
    for step in several:
        played(table, step)
        for who in ("vera", "milo"):
            doing = [intent.data for intent in table.sheet(who).intents.values()]
            conditions = table.conditions(who)
            assert not ("seized" in conditions and any("stress/mental" in data for data in doing))
            assert not ("mute" in conditions and any("stress/vocal" in data for data in doing))
            assert not ("unconscious" in conditions and doing)


@settings(max_examples=8, deadline=None)
@given(st.booleans(), steps)
def test_everything_played_with_stress_is_undone_and_played_again(
    fighting: bool, several: list[tuple[str, str, str, int]]
) -> None:
    table = at_the_table(fighting=fighting)
    entries = [entry for step in several if (entry := played(table, step)) is not None]
    table.check_undo(*entries[-6:])
    assert table.hp("ghoul") <= 90
