"""A die that is typed in when an entry is amended stays with its roller, however often the entry is decided again."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from domain.history.plan import Amend, RevisionRefused, RevisionRequest
from domain.ledger.checking.verify import verify
from tests.laws.dice.test_dice_belong_to_their_roller import GM, Blasts

FIRST = 600_001
"""A die so good that nobody rolls again."""


def amended(game: Blasts, entry: int, dice: Any) -> None:
    game.ledger.revise(game.campaign, GM, RevisionRequest(dice={str(entry): dice}))


def test_bug_dice_listed_flat_move_to_nobody_else_when_one_of_them_rolls_no_longer() -> None:
    game = Blasts(1)
    game.plays("duck", who="ada")
    risen = game.plays("rise", who="ada")
    blast = game.plays("blast")
    amended(game, blast, (FIRST, FIRST + 1, FIRST + 2, FIRST + 3))
    before = game.rolls(born=False)[blast]
    game.undoes(risen)
    assert game.rolls(born=False)[blast] == [rolled for rolled in before if rolled[0] != before[0][0]]


def test_bug_dice_under_a_bare_label_move_to_nobody_else_when_one_of_them_rolls_no_longer() -> None:
    game = Blasts(1)
    game.plays("duck", who="ada")
    risen = game.plays("rise", who="ada")
    blast = game.plays("blast")
    amended(game, blast, {"dodge": (FIRST, FIRST + 1, FIRST + 2, FIRST + 3)})
    before = game.rolls(born=False)[blast]
    game.undoes(risen)
    assert game.rolls(born=False)[blast] == [rolled for rolled in before if rolled[0] != before[0][0]]


def test_dice_that_are_typed_later_leave_those_typed_before_as_they_are() -> None:
    game = Blasts(1)
    shots = game.plays("volley", who="ada")
    amended(game, shots, {"shot": tuple(range(FIRST, FIRST + 6))})
    before = game.rolls(born=False)[shots]
    ben = before[0][1]
    amended(game, shots, {ben: (7,)})
    assert game.rolls(born=False)[shots] == [(*before[0][:2], 7), *before[1:]]


def test_other_answers_leave_typed_dice_as_they_are() -> None:
    game = Blasts(1)
    blast = game.plays("blast")
    amended(game, blast, (FIRST, FIRST + 1, FIRST + 2, FIRST + 3))
    before = game.rolls(born=False)[blast]
    game.ledger.revise(game.campaign, GM, RevisionRequest(dice={str(blast): {}}))
    assert game.rolls(born=False)[blast] == before


@pytest.mark.parametrize("seed", range(8))
def test_over_random_histories_a_typed_die_is_shown_by_nobody_but_its_roller(seed: int) -> None:
    game, typed, owner = Blasts(seed), 0, dict[int, tuple[str, str]]()
    for _ in range(40):
        game.step()
        stands = [entry for entry, rolls in game.rolls(born=False).items() if len(rolls) > 1]
        if stands and game.random.random() < 0.6:
            entry = game.random.choice(stands)
            rolls = game.rolls(born=False)[entry]
            values = tuple(FIRST + typed + number for number in range(len(rolls)))
            typed += len(values)
            label = rolls[0][1].partition("/")[0]
            with suppress(
                RevisionRefused
            ):  # there are as many dice as it took before, which may be more than it takes now
                amended(game, entry, values if game.random.random() < 0.5 else {label: values})
        for ref, name, value in (rolled for rolls in game.rolls(born=False).values() for rolled in rolls):
            if FIRST <= value < FIRST + typed:
                assert owner.setdefault(value, (ref, name)) == (ref, name)
    assert owner
    assert verify(game.store, game.campaign).faults == ()


def test_an_amended_command_that_is_amended_again_brings_its_own_dice() -> None:
    game = Blasts(1)
    shots = game.plays("volley", who="ada")
    amended(game, shots, {"shot": tuple(range(FIRST, FIRST + 6))})
    command = game.store.entry(game.campaign, shots)
    assert command is not None
    assert command.header.envelope is not None
    again = Amend(entry=shots, command=command.header.envelope)
    game.ledger.revise(game.campaign, GM, RevisionRequest(amend=again))
    assert not {value for _, _, value in game.rolls(born=False)[shots]} & set(range(FIRST, FIRST + 6))
