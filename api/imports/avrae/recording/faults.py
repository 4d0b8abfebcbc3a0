"""Faults in a recording: unreadable parts, with their lines."""

from typing import Literal

import msgspec

FaultKind = Literal[
    "blank-line",
    "broken-json",
    "not-an-object",
    "wrong-shape",
    "unknown-event",
    "other-combat",
    "unknown-node",
    "unreadable-node",
    "unreadable-roll",
    "unreadable-board",
    "contradiction",
    "cut-off",
    "not-writable",
]
"""`contradiction`: two views of the same thing in one line say different things. `cut-off`: the recording lacks its
beginning or its end. `not-writable`: the campaign cannot hold what the line tells."""


class RecordingFault(msgspec.Struct, frozen=True):
    """Something in line `line` (from 1) was left out of the reading; `text` says what, and what would be right."""

    line: int
    kind: FaultKind
    text: str
