"""The faults of a file that is imported: all of them are counted, the first ones told in words."""

from __future__ import annotations

from array import array
from typing import Final

from domain.tabular import LineFault

MOST_TOLD: Final = 10_000
"""The number of faults that are told in words. Of a file with more, the lines of the others are told by number."""


class FaultList:
    """The lines that were not taken, in little memory however many they are."""

    def __init__(self) -> None:
        self._told: list[LineFault] = []
        self._further = array("q")

    def __len__(self) -> int:
        return len(self._told) + len(self._further)

    def add(self, fault: LineFault) -> None:
        """Keep a fault."""
        if len(self._told) < MOST_TOLD:
            self._told.append(fault)
        else:
            self._further.append(fault.line)

    def reported(self) -> tuple[LineFault, ...]:
        """The faults that are told in words, by their lines."""
        return tuple(sorted(self._told, key=lambda fault: fault.line))

    def further(self) -> tuple[int, ...]:
        """The lines of the others."""
        return tuple(sorted(self._further))
