"""Supplies: earlier tape, then typed dice, then the server."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.dice.notation import parse
from domain.dice.roll import required
from domain.dice.supply import DiceMissing, DiceSupply, Missing, SpareDie, WantedDie, assumed_face
from domain.dice.tape import Die, DieOutOfRange, FirstKey, Source, Tape

EMPTY = Tape()


def keyed(wanted: WantedDie) -> int:
    """A server whose value depends on all it is asked for."""
    return (len(wanted.label) + 3 * wanted.index + 5 * wanted.sealed + 7 * len(wanted.roller)) % wanted.sides + 1


def no_server(wanted: WantedDie) -> int:
    raise AssertionError(f"the server was asked for die {wanted.index} of {wanted.label}")


def taped(value: int, index: int = 0, sides: int = 20) -> Die:
    return Die("attack", index, sides, value, Source.SERVER, "open")


def values(supply: DiceSupply, *draws: tuple[str, int]) -> list[int]:
    return [supply.draw(label, sides).value for label, sides in draws]


def test_a_die_of_the_earlier_tape_comes_first() -> None:
    supply = DiceSupply(Tape((taped(7),)), {"attack": [12]}, server=no_server)
    assert supply.draw("attack", 20) == taped(7)


def test_a_typed_die_comes_before_the_server() -> None:
    supply = DiceSupply(EMPTY, {"attack": [12]}, server=no_server)
    assert supply.draw("attack", 20) == Die("attack", 0, 20, 12, Source.TABLE)


def test_the_server_rolls_what_nobody_typed() -> None:
    supply = DiceSupply(EMPTY, server=keyed)
    assert supply.draw("attack", 20) == Die("attack", 0, 20, 7, Source.SERVER, "open")


def test_a_sealed_roll_is_drawn_from_the_sealed_seed() -> None:
    supply = DiceSupply(EMPTY, server=keyed)
    assert supply.draw("attack", 20, sealed=True) == Die("attack", 0, 20, 12, Source.SERVER, "sealed")


@pytest.mark.parametrize("sealed", [False, True])
def test_dice_an_old_entry_needs_only_now_name_the_amendment_seed(sealed: bool) -> None:
    assert DiceSupply(EMPTY, server=keyed, origin="amendment").draw("attack", 20, sealed=sealed).seed == "amendment"


def test_dice_of_a_dry_run_are_previews_without_a_seed() -> None:
    die = DiceSupply(EMPTY, server=keyed, origin="preview").draw("attack", 20)
    assert (die.source, die.seed) == (Source.PREVIEW, None)


def test_each_label_counts_its_own_dice() -> None:
    supply = DiceSupply(EMPTY, server=keyed)
    values(supply, ("attack", 20), ("damage", 6), ("attack", 20), ("damage", 8))
    assert [(die.label, die.index) for die in supply.drawn] == [
        ("attack", 0),
        ("damage", 0),
        ("attack", 1),
        ("damage", 1),
    ]


def test_each_roller_counts_their_own_dice() -> None:
    supply = DiceSupply(EMPTY, server=keyed)
    for roller in ("ada", "ben", "ada"):
        supply.draw("dodge", 20, roller=roller)
    assert [(die.roller, die.index) for die in supply.drawn] == [("ada", 0), ("ben", 0), ("ada", 1)]


def test_nobody_is_given_the_die_of_another_roller() -> None:
    tape = Tape((Die("dodge", 0, 20, 7, Source.TABLE, roller="ada"),))
    assert DiceSupply(tape, [12]).draw("dodge", 20, roller="ben").value == 12


@pytest.mark.parametrize("label", ["dodge/character/c-4", "dodge"])
def test_dice_are_sent_for_a_roller_or_for_a_kind(label: str) -> None:
    assert DiceSupply(EMPTY, {label: [12]}).draw("dodge", 20, roller="character/c-4").value == 12


def test_dice_for_one_roller_are_not_given_to_another() -> None:
    supply = DiceSupply(EMPTY, {"dodge/character/c-4": [12], "dodge/character/c-3": [5]})
    assert [supply.draw("dodge", 20, roller=f"character/c-{n}").value for n in (3, 4)] == [5, 12]


@pytest.mark.parametrize("label", ["damage/character/c-7/character/c-3", "damage/character/c-7", "damage"])
def test_dice_are_sent_for_a_target(label: str) -> None:
    assert DiceSupply(EMPTY, {label: [4]}).draw("damage/character/c-7", 6, roller="character/c-3").value == 4


def test_dice_for_one_target_are_not_given_to_another() -> None:
    supply = DiceSupply(EMPTY, {"damage/character/c-7": [4]})
    with pytest.raises(DiceMissing):
        supply.draw("damage/character/c-8", 6, roller="character/c-3")


def test_a_server_die_shows_the_tokens_of_its_roller_and_its_target() -> None:
    supply = DiceSupply(EMPTY, server=keyed, token_of=str.upper)
    assert supply.draw("damage/character/c-7", 6, roller="ada").tokens == ("ADA", "CHARACTER/C-7")


def test_an_older_die_is_drawn_by_the_key_that_it_has_now() -> None:
    older = Die("dodge", 0, 20, 7, Source.SERVER, "open", "ben", was=FirstKey("dodge/2", 0))
    supply = DiceSupply(EMPTY, server=no_server, older={older.key: older})
    assert (supply.draw("dodge", 20, roller="ben"), supply.new, supply.drew_server) == (older, (older,), False)


def test_typed_dice_go_to_their_labels_in_any_order_of_rolls() -> None:
    supply = DiceSupply(EMPTY, {"attack": [12, 13], "damage": [3]})
    assert values(supply, ("damage", 6), ("attack", 20), ("attack", 20)) == [3, 12, 13]


def test_a_list_of_typed_dice_is_used_in_rolling_order() -> None:
    supply = DiceSupply(EMPTY, [12, 3, 13])
    assert values(supply, ("attack", 20), ("damage", 6), ("attack", 20)) == [12, 3, 13]


def test_dice_on_the_tape_use_up_no_typed_dice() -> None:
    supply = DiceSupply(Tape((taped(7),)), [12])
    assert values(supply, ("attack", 20), ("attack", 20)) == [7, 12]


def test_a_die_on_the_tape_with_other_sides_is_rolled_anew() -> None:
    supply = DiceSupply(Tape((taped(7, sides=12),)), [19])
    assert supply.draw("attack", 20).value == 19


@pytest.mark.parametrize("source", [Source.TABLE, Source.GM, Source.IMPORTED])
def test_typed_dice_keep_their_source(source: Source) -> None:
    assert DiceSupply(EMPTY, [12], source).draw("attack", 20).source is source  # type: ignore[arg-type]


def test_a_typed_die_out_of_range_is_refused_by_name() -> None:
    with pytest.raises(DieOutOfRange, match="A d6 of 'damage' shows 1 to 6, not 7"):
        DiceSupply(EMPTY, {"damage": [7]}).draw("damage", 6)


def test_with_table_dice_only_a_die_nobody_typed_is_missing() -> None:
    with pytest.raises(DiceMissing, match="roll and send 1d20 for 'attack'") as caught:
        DiceSupply(EMPTY).draw("attack", 20)
    assert caught.value.missing == (Missing("attack", 0, 20, "1d20"),)


@pytest.mark.parametrize("typed", [{"attack": [12]}, {"damage": [4]}, [12]])
def test_typed_dice_are_not_mixed_with_the_servers(typed: dict[str, list[int]] | list[int]) -> None:
    supply = DiceSupply(EMPTY, typed, server=no_server)
    with pytest.raises(DiceMissing) as caught:
        values(supply, ("attack", 20), ("attack", 20))
    assert caught.value.missing[0].label == "attack"


@pytest.mark.parametrize("typed", [{}, [], {"attack": []}])
def test_where_no_die_was_typed_the_server_rolls(typed: dict[str, list[int]] | list[int]) -> None:
    assert DiceSupply(EMPTY, typed, server=keyed).draw("attack", 20).source is Source.SERVER


def test_the_server_stays_out_even_when_all_typed_dice_are_used() -> None:
    supply = DiceSupply(EMPTY, [12], server=no_server)
    supply.draw("attack", 20)
    with pytest.raises(DiceMissing):
        supply.draw("damage", 6)


def test_mixing_lets_the_server_roll_the_rest() -> None:
    supply = DiceSupply(EMPTY, {"attack": [12]}, server=keyed, mixing=True)
    values(supply, ("attack", 20), ("damage", 6))
    assert [die.source for die in supply.drawn] == [Source.TABLE, Source.SERVER]


def test_a_roll_demands_all_its_missing_dice_at_once() -> None:
    supply = DiceSupply(EMPTY, {"attack": [12]}, server=no_server)
    with pytest.raises(DiceMissing) as caught:
        supply.demand("attack", required(parse("3d20 + 1d4")))
    assert caught.value.missing == (
        Missing("attack", 1, 20, "1d20"),
        Missing("attack", 2, 20, "1d20"),
        Missing("attack", 3, 4, "1d4"),
    )


def test_a_demand_counts_on_from_the_dice_drawn_and_passes_over_those_on_the_tape() -> None:
    supply = DiceSupply(Tape((taped(7), taped(8, 2))), [12])
    supply.draw("attack", 20)
    with pytest.raises(DiceMissing) as caught:
        supply.demand("attack", (20, 20, 20))
    assert caught.value.missing == (Missing("attack", 3, 20, "1d20"),)


def test_a_demand_that_is_met_draws_nothing() -> None:
    supply = DiceSupply(Tape((taped(7),)), [12])
    supply.demand("attack", (20, 20))
    assert supply.drawn == ()
    assert supply.leftover() == (SpareDie(None, 12),)


def test_a_demand_that_the_server_can_meet_does_not_ask_it() -> None:
    supply = DiceSupply(EMPTY, server=no_server)
    supply.demand("attack", (20, 20))
    assert not supply.drew_server


def test_typed_dice_nobody_asked_for_are_left_over() -> None:
    supply = DiceSupply(EMPTY, {"attack": [12, 13], "damage": [3]})
    supply.draw("attack", 20)
    assert supply.leftover() == (SpareDie("attack", 13), SpareDie("damage", 3))


def test_new_dice_are_those_the_earlier_tape_does_not_hold() -> None:
    supply = DiceSupply(Tape((taped(7),)), [12])
    values(supply, ("attack", 20), ("attack", 20))
    assert supply.new == supply.drawn[1:]


def test_a_run_on_its_tape_alone_drew_nothing_from_the_server() -> None:
    supply = DiceSupply(Tape((taped(7),)), server=no_server)
    supply.draw("attack", 20)
    assert not supply.drew_server


def test_a_run_that_asked_the_server_says_so() -> None:
    supply = DiceSupply(EMPTY, server=keyed)
    supply.draw("attack", 20)
    assert supply.drew_server


DRAWS = st.lists(st.tuples(st.sampled_from(["attack", "damage", "save"]), st.sampled_from([6, 20])), max_size=15)


@given(DRAWS)
def test_a_second_run_on_the_tape_of_the_first_rolls_the_same_and_nothing_new(draws: list[tuple[str, int]]) -> None:
    first = DiceSupply(EMPTY, server=keyed)
    values(first, *draws)
    second = DiceSupply(Tape(first.new), server=no_server)
    values(second, *draws)
    assert second.drawn == first.drawn
    assert second.new == ()


@given(DRAWS, st.data())
def test_a_die_depends_on_its_own_label_alone(draws: list[tuple[str, int]], data: st.DataObject) -> None:
    without = data.draw(st.sampled_from(["attack", "damage", "save"]))
    whole, part = DiceSupply(EMPTY, server=keyed), DiceSupply(EMPTY, server=keyed)
    values(whole, *draws)
    values(part, *(draw for draw in draws if draw[0] != without))
    assert part.drawn == tuple(die for die in whole.drawn if die.label != without)


@given(DRAWS, st.lists(st.integers(1, 6), max_size=15))
def test_every_typed_die_is_drawn_or_left_over(draws: list[tuple[str, int]], typed: list[int]) -> None:
    supply = DiceSupply(EMPTY, typed, server=keyed, mixing=True)
    values(supply, *draws)
    used = [die.value for die in supply.drawn if die.source is Source.TABLE]
    assert used + [spare.value for spare in supply.leftover()] == typed


@given(DRAWS)
def test_what_a_run_drew_grows_its_tape(draws: list[tuple[str, int]]) -> None:
    supply = DiceSupply(EMPTY, server=keyed)
    values(supply, *draws)
    assert tuple(Tape.from_dice(supply.new)) == supply.drawn


def test_bug_two_rollers_whose_dice_are_assumed_do_not_tie_for_ever() -> None:
    ana, ben = ([assumed_face(WantedDie(who, "roll-off", index, 6)) for index in range(20)] for who in ("ana", "ben"))
    assert ana != ben
    assert {*ana, *ben} == set(range(1, 7))


def test_two_rollers_who_are_asked_for_dice_again_and_again_do_not_tie_for_ever() -> None:
    supply = DiceSupply(EMPTY).assuming(lambda _: 1)
    rounds = []
    for _ in range(20):
        for roller in ("oni", "lung"):
            supply.demand("roll-off", (6,), roller)
        rounds.append([supply.draw("roll-off", 6, roller=roller).value for roller in ("oni", "lung")])
    assert rounds[0] == [1, 1]
    assert any(one != other for one, other in rounds)
