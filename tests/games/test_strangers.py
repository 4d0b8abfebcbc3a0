"""Whoever a command names, people kept by hand without a kind of their game as well, it is carried out or refused."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from domain.commands import Envelope
from domain.vocabulary.catalogue import Handle
from tests.games.stories import before
from tests.laws.improvised import GAMES, GM, NOT_ALLOWED, NOT_PLAYED, REGISTRY, Improvised

STRANGERS = {"character": "stranger", "encounter": "crossing", "enclave": "circle"}
"""Somebody, a fight and a group of whom a game's own rules know nothing, by kind."""


def kept_by_hand(history: Improvised) -> None:
    for kind, handle in STRANGERS.items():
        made = Envelope(
            type=f"freeform.create_{kind}",
            id=str(history._uuid()),
            args={"name": handle.title()},
            force=True,
            reason="Kept by hand.",
        )
        history.ledger.submit(history.campaign, GM, made)


def replaced(value: Any, handles: dict[str, Handle], who: str | None) -> Any:
    """Args in which a stranger stands for one of those whom they name, or (None) for all."""
    again = partial(replaced, handles=handles, who=who)
    match value:
        case list() | tuple():
            return [again(one) for one in value]
        case dict():
            return {key: again(one) for key, one in value.items()}
        case str() if value in handles and who in (None, value):
            return STRANGERS[handles[value].kind]
    return value


def named(value: Any, handles: dict[str, Handle]) -> set[str]:
    match value:
        case list() | tuple():
            return {name for one in value for name in named(one, handles)}
        case dict():
            return {name for one in value.values() for name in named(one, handles)}
        case str() if value in handles:
            return {value}
    return set()


def defects(game: str, type: str) -> Iterator[str]:
    """What comes of a command about strangers, where that is neither an entry nor a refusal."""
    system = REGISTRY.system(game)
    history = Improvised(game, 0)
    kept_by_hand(history)
    for step, args in before(system, type):
        history.gives(step, args)
    example, handles = dict(system.kinds[type].example), dict(history.state().handles)
    for who in (None, *sorted(named(example, handles))):
        for force in (False, True):
            sent = Envelope(
                type=type,
                id=str(history._uuid()),
                args=replaced(example, handles, who),
                force=force,
                reason="So it was." if force else None,
            )
            try:
                history.ledger.preview(history.campaign, GM, [sent])
            except NOT_ALLOWED:
                continue
            except Exception as defect:  # whatever it is, a table would be told of an error of the service
                yield f"{type}, {'forced, ' if force else ''}about a stranger for {who or 'everybody'}: {defect!r}"


@pytest.mark.parametrize("game", GAMES)
def test_no_command_about_people_kept_by_hand_ends_in_a_defect(game: str) -> None:
    types = [type for type in REGISTRY.system(game).kinds if type not in NOT_PLAYED]
    assert [defect for type in types for defect in defects(game, type)] == []
