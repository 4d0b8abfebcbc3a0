"""Laws that hold in every game, over random histories of what its catalogue, its examples and its demos have."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from functools import cache, partial

import pytest

from domain.history.plan import RevisionRequest
from domain.ledger.checking.verify import verify
from tests.laws.improvised import GAMES, Improvised
from tests.laws.sieges import Siege
from tests.laws.skirmishes import Skirmish
from tests.laws.striking import Figures, against_the_whole, in_words, strange_dice, strike_some

STRIKES = 6
SEEDS = (1, 2)
"""Of the histories of a normal run; every third history, as 2, also has what is kept by hand."""

HISTORIES = 3
"""The seed with which the soak run begins."""

SOAKED = int(os.environ.get("RETCON_SOAK_GAMES", "300"))
CHUNK = 25
"""How many histories one test of the soak run plays."""

BEGINNINGS: dict[str, Callable[[int], Improvised]] = {
    **{game: partial(Improvised, game) for game in GAMES},
    "a siege of rotted-capes": Siege,
    "a skirmish of orcus": Skirmish,
}
"""Who plays histories, by name: of each game what it has, and of those that need it what a table would play."""


def played(game: str, seed: int) -> Improvised:
    """A history in which nothing was taken back."""
    history = BEGINNINGS[game](seed)
    history.play(history.head + history.entries_of_play)
    return history


def revised(game: str, seed: int) -> Improvised:
    """A history in which entries were struck and brought back between others."""
    history = BEGINNINGS[game](seed)
    last = history.head + history.entries_of_play
    while history.head < last:
        if history.random.random() < 0.15:
            history.revise(_change(history))
        else:
            history.step()
    return history


def _change(history: Improvised) -> RevisionRequest:
    entry = history.random.randint(2, history.head)
    if history.random.random() < 0.3:
        return RevisionRequest(redo=entry, policy="cascade", owed="fill")
    return RevisionRequest(undo=(entry,), policy="cascade", owed="fill")


revised_once = cache(revised)
"""A revised history that tests only read."""


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", BEGINNINGS)
class TestInEveryGame:
    def test_a_struck_entry_is_as_if_it_had_never_been_played(self, game: str, seed: int) -> None:
        assert list(strike_some(played(game, seed), STRIKES, Figures())) == []

    def test_a_roll_decided_again_shows_its_own_rollers_die_or_a_new_one(self, game: str, seed: int) -> None:
        assert list(strange_dice(revised_once(game, seed))) == []

    def test_a_corrected_past_is_what_its_script_comes_to(self, game: str, seed: int) -> None:
        history = revised_once(game, seed)
        assert [*against_the_whole(history), *verify(history.ledger.store, history.campaign).faults] == []

    def test_what_is_rolled_and_asked_is_declared(self, game: str, seed: int) -> None:
        assert revised_once(game, seed).undeclared == set()


@pytest.mark.parametrize("game", BEGINNINGS)
def test_a_seed_gives_one_history(game: str) -> None:
    assert played(game, 2).sent == played(game, 2).sent


def test_sieges_have_what_they_are_for() -> None:
    accepted = Counter[str]()
    for seed in range(2 * HISTORIES):
        accepted += played("a siege of rotted-capes", seed).accepted
    fights = {
        "attack",
        "swarm",
        "form_horde",
        "begin_demanding",
        "suffer_wounds",
        "endure",
        "use_editor_point",
        "use_on",
    }
    days = {"end_day", "take_hiatus", "infect", "award_plot_point"}
    assert {f"rotted-capes.{word}" for word in fights | days} - accepted.keys() == set()


@pytest.mark.soak
@pytest.mark.parametrize("first", range(HISTORIES, SOAKED, CHUNK))
@pytest.mark.parametrize("game", BEGINNINGS)
def test_the_laws_hold_in_the_long_run(game: str, first: int, record_property: Callable[[str, object], None]) -> None:
    figures, accepted, faults = Figures(), Counter[str](), list[str]()
    for seed in range(first, first + CHUNK):
        straight, changed = played(game, seed), revised(game, seed)
        findings = [*strike_some(straight, STRIKES, figures), *strange_dice(changed), *against_the_whole(changed)]
        faults += [f"seed {seed}: {fault}" for fault in (*findings, *sorted(straight.undeclared | changed.undeclared))]
        accepted += straight.accepted + changed.accepted
        figures["histories"] += 2
    record_property("figures", in_words(figures, accepted, straight.types))
    assert faults == []
