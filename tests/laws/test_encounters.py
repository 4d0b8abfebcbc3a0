"""A command gets the same answer whether it names its encounter or leaves it out, in every state of the ledgers of fights."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final
from uuid import uuid4

import pytest

from domain.commands import Envelope, marked_fields
from domain.system import CommandSpec
from systems.registry import load
from tests.laws.worlds import Answer, Evening, State
from tests.ledgers.today import ledger_of

REGISTRY = load(installed=[])
ASKED: Final = b'{"type":"question_asked"'
FIGHTS: Final = ("cthulhu-eternal", "midnight-in-vaia", "rotted-capes", "weaverdice", "the-sea-hag")
STATES: Final = 2
"""How many states of a ledger are tried in the normal run, evenly spread over those with an open encounter."""

TAKES: Final = 2
"""With how many casts each command is tried: each lets somebody else act."""

OF_NO_ONE_SCENE: Final = frozenset({"freeform.note", "freeform.record", "freeform.remove"})
"""What is not part of one scene, and may name an encounter all the same: notes are written into its stream, and of whoever
goes for good, who leaves every encounter, its handlers are told."""


@pytest.fixture(params=FIGHTS, scope="module")
def evening(request: pytest.FixtureRequest) -> Evening:
    return Evening(ledger_of(request.param, request), REGISTRY)


def test_a_command_gets_the_same_answer_with_and_without_naming_its_encounter(evening: Evening) -> None:
    fighting = [state for state in evening.states() if any(state.fights().values())]
    assert fighting, "no state of this ledger has an open encounter"
    assert [fault for state in fighting[:: max(1, len(fighting) // STATES)] for fault in _faults(evening, state)] == []


@pytest.mark.soak
def test_any_command_in_any_state_gets_the_same_answer_with_and_without_naming_its_encounter(evening: Evening) -> None:
    assert [fault for state in evening.states() for fault in _faults(evening, state)] == []


def _faults(evening: Evening, state: State) -> Iterator[str]:
    """Where naming the encounter makes a difference: each command tried by the fighters, of those that may be it."""
    for encounter, fighters in state.fights().items():
        for type, kind in REGISTRY.kinds(state.system).items() if fighters else ():
            for args in _tries(evening, state, type, kind, fighters):
                command_id = str(uuid4())
                named = state.answer(Envelope(type=type, id=command_id, encounter=encounter, args=args))
                unnamed = state.answer(Envelope(type=type, id=command_id, args=args))
                if not _agree(type, kind, named, unnamed):
                    yield f"after {state.entry}: {type} {args} named {named} unnamed {unnamed}"


def _tries(
    evening: Evening, state: State, type: str, kind: CommandSpec, fighters: tuple[str, ...]
) -> Iterator[dict[str, Any]]:
    """Args of a command, its example's and as it was played, in which fighters stand for whoever acts."""
    played = next((one.header.envelope for one in evening.played if _is_of(one.header.envelope, type)), None)
    examples = [dict(kind.example)] if played is None else [dict(kind.example), dict(played.args)]
    for number in range(min(TAKES, len(fighters))):
        cast = fighters[number:] + fighters[:number]
        yield from (state.cast(kind, args, cast) for args in examples if _names_somebody(kind, args))


def _is_of(envelope: Envelope | None, type: str) -> bool:
    return envelope is not None and envelope.type == type


def _names_somebody(kind: CommandSpec, args: dict[str, Any]) -> bool:
    """Whether a command that belongs to a scene can be told to which: by whom it names, or as it is about an encounter."""
    named = [mark.field.rstrip("_") for mark in marked_fields(kind.args) if mark.mark == "ref"]
    return not kind.scene or "encounter" in named or any(name in args for name in named)


def _agree(type: str, kind: CommandSpec, named: Answer, unnamed: Answer) -> bool:
    if kind.scene:
        return named == unnamed
    if type in OF_NO_ONE_SCENE or "deed-waiting" in (named.rule, unnamed.rule):
        return True
    return (_told(named), named.rule, named.because) == (_told(unnamed), unnamed.rule, unnamed.because)


def _told(answer: Answer) -> list[tuple[str, bytes]]:
    """The events of an answer, wherever its questions wait: in the encounter that is named, or with whom they are about."""
    return [("" if event.startswith(ASKED) else ref, event) for ref, event in answer.events]
