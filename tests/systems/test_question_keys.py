"""Keys of questions in every spelling that people send and older releases stored, for every kind of every game."""

from __future__ import annotations

import pytest

from domain.question_keys import QuestionKey, QuestionKind, canonical, meant, read
from systems.registry import load

REGISTRY = load(installed=[])
KINDS = [
    (system, kind)
    for system in sorted(REGISTRY.systems)
    for kind in (REGISTRY.systems[system].question_kinds or {}).values()
    if not kind.titled
]
ANN = "character/c-2"


def find(word: str) -> str:
    return ANN if word in ("ann", "c-2") else ""


def kinds_of(system: str) -> dict[str, QuestionKind]:
    return REGISTRY.question_kinds(REGISTRY.systems[system])


def older(kind: QuestionKind, whom: str) -> str:
    """The key of a first question of the kind as releases before wrote it."""
    if kind.of_roll:
        return f"check/{whom}/{kind.name}"
    return "/".join(filter(None, (kind.formerly or kind.name, "word" if kind.of else "", whom)))


def stored(kind: QuestionKind) -> str:
    return "/".join(filter(None, (kind.name, "check" if kind.of_roll else "word" if kind.of else "", ANN)))


@pytest.mark.parametrize("whom", ["ann", "c-2", ANN])
def test_every_spelling_of_a_key_is_stored_with_the_reference(whom: str) -> None:
    assert KINDS
    keys = {(system, kind.name): canonical(older(kind, whom), kinds_of(system), find) for system, kind in KINDS}
    assert keys == {(system, kind.name): stored(kind) for system, kind in KINDS}


def test_a_stored_key_is_its_own_spelling() -> None:
    keys = {(system, kind.name): canonical(stored(kind), kinds_of(system), find) for system, kind in KINDS}
    assert keys == {(system, kind.name): stored(kind) for system, kind in KINDS}


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("effort-2/ann/1", QuestionKey("effort", ("ann", "1", "2"))),
        ("rest/stamina", QuestionKey("stamina", ("rest",))),
        ("rest/pool", QuestionKey("rest-pool")),
        ("failure/intel/2", QuestionKey("failure-intel", ("2",))),
        ("negotiation/another/2", QuestionKey("another", ("negotiation", "2"))),
        ("nothing/ann", None),
    ],
)
def test_keys_of_older_releases_are_read(text: str, key: QuestionKey | None) -> None:
    assert read(text, kinds_of("weaverdice")) == key


@pytest.mark.parametrize("sent", ["defence", "defence/ann", "defence/c-2", f"defence/{ANN}", "defence/somebody"])
def test_a_question_is_meant_by_every_spelling_of_its_key(sent: str) -> None:
    assert meant(sent, (f"defence/{ANN}",), kinds_of("weaverdice"), find) == f"defence/{ANN}"


@pytest.mark.parametrize("sent", ["defence", "defence/somebody"])
def test_a_key_that_fits_several_questions_means_none_of_them(sent: str) -> None:
    known = (f"defence/{ANN}", "defence/character/c-3")
    assert meant(sent, known, kinds_of("weaverdice"), find) not in known
