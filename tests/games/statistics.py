"""The statistics of a creature, as `create` takes them, from numbers that a test names in one row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def grouped(numbers: Mapping[str, Any], scores: Mapping[str, str], groups: Mapping[str, str]) -> dict[str, Any]:
    """Put each number where it stands: the `scores` by their short names, the names in `groups` in theirs, others on top."""
    statistics: dict[str, Any] = {}
    for name, number in numbers.items():
        if name in scores:
            statistics.setdefault("scores", {})[scores[name]] = number
        elif name in groups:
            statistics.setdefault(groups[name], {})[name] = number
        else:
            statistics[name] = number
    return statistics
