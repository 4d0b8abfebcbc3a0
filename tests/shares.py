"""Shares of a long search: the normal run makes one step in so many, `make soak` every one."""

from __future__ import annotations

import pytest


def one_in(step: int) -> pytest.MarkDecorator:
    """Give a test the parameter `step`, by which it slices what it could ask: this one, and 1 in the soak run."""
    return pytest.mark.parametrize("step", [step, pytest.param(1, marks=pytest.mark.soak)], ids=["some", "all"])
