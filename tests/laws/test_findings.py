"""A law of every game: whatever rules keep of what they have computed is what they would compute anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TypeVar

import pytest

from domain.play.working_copy import Findings, Hanging, Hangings
from tests.laws.improvised import Improvised
from tests.laws.test_every_game import BEGINNINGS, SEEDS, played, revised

T = TypeVar("T")

KEPT = Findings.kept
HANGING_ON = Hangings.on


class Recomputing:
    """Stands in for what is kept: computes it anew as well, counts what was reused by name, and notes each difference."""

    def __init__(self) -> None:
        self.reused = Counter[object]()
        self.faults: list[str] = []

    def kept(
        self, findings: Findings, what: tuple[object, ...], components: tuple[str, ...], find: Callable[[], T]
    ) -> T:
        """Return what is kept, after a comparison with what is found now."""
        results = list[T]()

        def noted() -> T:
            results.append(find())
            return results[-1]

        result = KEPT(findings, what, components, noted)
        if not results:
            self.reused[what[0]] += 1
            self._compare(what, result, find())
        return result

    def hanging_on(self, index: Hangings, refs: tuple[str, ...], hook: str) -> list[Hanging]:
        """Return what the index has on a hook, after a comparison with an index that is made now."""
        result = HANGING_ON(index, refs, hook)
        self.reused["hangings"] += len(result)
        self._compare(("hangings", hook), result, HANGING_ON(Hangings(index._world), refs, hook))
        return result

    def _compare(self, what: tuple[object, ...], kept: object, anew: object) -> None:
        if kept != anew:
            self.faults.append(f"{what}: {kept} is kept, and would be {anew}")


@pytest.fixture
def recomputing(monkeypatch: pytest.MonkeyPatch) -> Recomputing:
    """The recomputing stand-in, in the place of what plays use."""
    standin = Recomputing()

    def kept(findings: Findings, what: tuple[object, ...], components: tuple[str, ...], find: Callable[[], T]) -> T:
        return standin.kept(findings, what, components, find)

    def hanging_on(index: Hangings, refs: tuple[str, ...], hook: str) -> list[Hanging]:
        return standin.hanging_on(index, refs, hook)

    monkeypatch.setattr(Findings, "kept", kept)
    monkeypatch.setattr(Hangings, "on", hanging_on)
    return standin


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", BEGINNINGS)
@pytest.mark.parametrize("history", [played, revised])
def test_what_rules_keep_is_what_they_would_compute_anew(
    recomputing: Recomputing, history: Callable[[str, int], Improvised], game: str, seed: int
) -> None:
    history(game, seed)
    assert recomputing.faults == []


def test_fights_use_what_was_kept_of_their_order_and_of_their_place(recomputing: Recomputing) -> None:
    played("a siege of rotted-capes", 0)
    played("a skirmish of orcus", 0)
    names = {"running", "in order", "shared", "acting", "fighters", "participants", "everyone", "value"}
    assert names - {name for name, count in recomputing.reused.items() if count} == set()
