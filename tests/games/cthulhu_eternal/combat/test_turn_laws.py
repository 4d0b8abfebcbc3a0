"""Laws of every fight of Cthulhu Eternal: whatever was done in it can be undone and done again, and nobody acts twice."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.play.refusals import Refused
from tests.games.cthulhu_eternal.brawl import Brawl

NAMES = ("ana", "bo", "cal")

DEEDS = st.tuples(
    st.sampled_from(NAMES), st.sampled_from(("act", "aim", "wait", "come_in", "move", "shift", "dodge", "next", "tie"))
)

ARGS = {"act": {"what": "Shouts."}, "move": {"cover": 5}, "shift": {"yards": 1}}


def give(table: Brawl, who: str, word: str) -> int | None:
    """The entry of a deed; None where it was refused."""
    try:
        match word:
            case "next":
                return table.next()
            case "tie":
                return table.play("break_tie", order=[who, *(name for name in NAMES if name != who)])
            case "dodge":
                return table.play("dodge", who=who, dice={"dodge": [30]})
            case _:
                return table.play(word, who=who, **ARGS.get(word, {}))  # type: ignore[arg-type]
    except Refused:
        return None


def fought(table: Brawl, dex: list[int], deeds: list[tuple[str, str]]) -> list[int]:
    """The entries of a fight in which these deeds were done, as far as they were not refused."""
    begun = table.begin(**dict(zip(NAMES, dex, strict=True)))
    entries = [give(table, *deed) for deed in deeds]
    return [begun, *(entry for entry in entries if entry is not None)]


DEX = st.lists(st.integers(8, 10), min_size=3, max_size=3)


@settings(max_examples=25)
@given(DEX, st.lists(DEEDS, max_size=12))
def test_every_fight_can_be_taken_back_and_given_again(dex: list[int], deeds: list[tuple[str, str]]) -> None:
    table = Brawl()
    table.check_undo(*fought(table, dex, deeds))


@settings(max_examples=40)
@given(DEX, st.lists(DEEDS, max_size=25))
def test_the_budget_of_a_turn_is_never_overdrawn(dex: list[int], deeds: list[tuple[str, str]]) -> None:
    table = Brawl()
    fought(table, dex, deeds)
    assert all(turn.budget.get("action", 0) >= 0 for turn in table.scene().order.values())


@settings(max_examples=40)
@given(DEX, st.lists(DEEDS, max_size=25))
def test_only_those_of_one_count_act_at_once(dex: list[int], deeds: list[tuple[str, str]]) -> None:
    table = Brawl()
    fought(table, dex, deeds)
    order, active = table.scene().order, table.scene().pace["now"].active
    assert len({(order[name].initiative, order[name].tiebreak) for name in active}) == 1
