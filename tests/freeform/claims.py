"""What a table says when it does not do as it was told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from domain.play.refusals import Absent, Refused


@contextmanager
def expect_refusal(rule: str, says: str = "") -> Iterator[None]:
    """The command within is refused by this rule, in a sentence that holds these words and ends like one."""
    with pytest.raises(Refused) as refused:
        yield
    assert refused.value.rule == rule
    assert says in refused.value.player
    assert refused.value.player.endswith((".", "?"))


@contextmanager
def expect_missing(says: str = "") -> Iterator[None]:
    """The command within fails for something that does not exist, even where it is forced."""
    with pytest.raises(Absent) as absent:
        yield
    assert says in absent.value.gm
