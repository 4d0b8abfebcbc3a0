"""An outcome that is somebody is told by handle, or as somebody."""

from __future__ import annotations

from domain.events.log import Rolled
from domain.play.play import Happening
from projections.reader import Reader
from projections.telling import looked_at, rolls
from tests.projections.test_proof import reader
from tests.sight.marked import PLAYER
from tests.sight.test_wording import HERO, JUDGE


def outcome(reader: Reader, ref: str) -> str:
    rolled = Rolled(name="crowd", notation="1d2", dice=((2, 1, True),), total=1, outcome=ref)
    (told,) = rolls(reader, looked_at(reader, [Happening(HERO, rolled)]), ())
    return told.outcome


def test_somebody_hidden_whom_a_roll_comes_to_is_not_named() -> None:
    looking = reader(PLAYER)
    assert (outcome(looking, JUDGE), outcome(looking, HERO)) == ("somebody", "ada-byron")
