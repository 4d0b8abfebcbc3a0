"""The windows of a new sheet: what other chapters put on it as it is filled."""

from __future__ import annotations

from typing import Final, NamedTuple

from domain.play.windows import Window


class NewSheet(NamedTuple):
    """A sheet that is being filled; a bystander's has no stats."""

    has_stats: bool


STATS_BEGUN: Final = Window("stats-begun", NewSheet)
"""The stats of a new character, if they have any, are on their sheet."""

EFFORT_BEGUN: Final = Window("effort-begun", NewSheet)
"""The pools of effort of a new character are on their sheet."""

ALL: Final = (STATS_BEGUN, EFFORT_BEGUN)
