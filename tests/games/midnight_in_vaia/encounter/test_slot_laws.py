"""What holds for Action Slots whatever is played: none comes from nowhere, none is left over, and all of it can be undone."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.play.refusals import Refused
from tests.games.midnight_in_vaia.people import Protagonists

EVERYBODY = ("vera", "milo", "tam")
AGILITY = {"vera": 0, "milo": -2, "tam": 1}

steps = st.lists(
    st.tuples(
        st.sampled_from(("act", "end_phase", "end_phase", "start_round", "undertake", "go_on", "lose_slots")),
        st.sampled_from(EVERYBODY),
        st.integers(1, 4),
    ),
    max_size=14,
)
results = st.tuples(*(st.integers(1, 3) for _ in EVERYBODY))


def played(table: Protagonists, step: tuple[str, str, int]) -> int | None:
    """One step of a round, where it goes through; its entry. Anybody tries to act, the rest is for the character whose phase it is."""
    word, anybody, number = step
    who = anybody if word in ("act", "lose_slots") else next(iter(table.acting()), anybody)
    args: dict[str, Any] = {} if word == "start_round" else {"who": who}
    match word:
        case "act":
            args |= {"what": "Kick", "cost": f"{number}AS|{number}RS"}
        case "undertake":
            args |= {"what": "Dig", "price": number + 6, "slots": number}
        case "lose_slots":
            args |= {"amount": number}
    try:
        return table.play(word, **args)
    except Refused:
        return None


def at_the_table(dice: tuple[int, ...]) -> Protagonists:
    table = Protagonists()
    for who in EVERYBODY:
        table.protagonist(who, agility=AGILITY[who])
    table.start(**dict(zip(EVERYBODY, dice, strict=True)))
    return table


@settings(max_examples=25, deadline=None)
@given(results, steps)
def test_nobody_holds_fewer_slots_than_none_or_more_than_they_gain(
    dice: tuple[int, ...], several: list[tuple[str, str, int]]
) -> None:
    table = at_the_table(dice)
    for step in several:
        played(table, step)
        slots = {who: (table.slots(who), table.reserved(who)) for who in EVERYBODY}
        assert all(min(both) >= 0 and sum(both) <= 5 + AGILITY[who] for who, both in slots.items())


@settings(max_examples=25, deadline=None)
@given(results, steps)
def test_only_who_acts_holds_action_slots_and_after_the_round_nobody_any(
    dice: tuple[int, ...], several: list[tuple[str, str, int]]
) -> None:
    table = at_the_table(dice)
    for step in several:
        played(table, step)
        assert all(table.slots(who) == 0 for who in EVERYBODY if who not in table.acting())
        assert table.pace.phase != "between" or all(table.reserved(who) == 0 for who in EVERYBODY)


@settings(max_examples=8, deadline=None)
@given(results, steps)
def test_everything_played_with_slots_is_undone_and_played_again(
    dice: tuple[int, ...], several: list[tuple[str, str, int]]
) -> None:
    table = at_the_table(dice)
    entries = [entry for step in several if (entry := played(table, step)) is not None]
    table.check_undo(*entries[-6:])
    assert table.pace.round >= 1
