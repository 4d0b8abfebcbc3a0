"""The journey of a request: every function of the project that a served request calls, in order, thread by thread.

`python -m tests.bench journeys` prints how many files a request runs through. The tracer sees threads that begin while it
is installed, so the application must start inside `Tracer.installed()`.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import NamedTuple

from tests.checks.source import PACKAGES, ROOT


class Step(NamedTuple):
    """A call of a function: the file from the project's root, and the function's dotted name."""

    file: str
    function: str


class Journey:
    """The calls of one request, in the order in which they began."""

    def __init__(self) -> None:
        self.steps: list[Step] = []

    @property
    def files(self) -> list[str]:
        """The distinct project files, in the order in which the request reached them."""
        return list(dict.fromkeys(step.file for step in self.steps))

    @property
    def functions(self) -> list[Step]:
        """The distinct functions, in the order in which the request reached them."""
        return list(dict.fromkeys(self.steps))


class Tracer:
    """A profiler hook that notes calls of project functions while a journey is open."""

    def __init__(self) -> None:
        self._journey: Journey | None = None
        self._known: dict[CodeType, Step | None] = {}

    @contextmanager
    def installed(self) -> Iterator[Tracer]:
        """Watch every thread that begins inside; threads that run already stay unwatched."""
        threading.setprofile(self._hook)
        try:
            yield self
        finally:
            threading.setprofile(None)

    @contextmanager
    def journey(self) -> Iterator[Journey]:
        """Note the calls of all watched threads, those of the calling thread left out."""
        self._journey = journey = Journey()
        try:
            yield journey
        finally:
            self._journey = None

    def _hook(self, frame: FrameType, event: str, _: object) -> None:
        journey = self._journey
        if journey is not None and event == "call" and (step := self._step(frame.f_code)) is not None:
            journey.steps.append(step)

    def _step(self, code: CodeType) -> Step | None:
        if code not in self._known:
            self._known[code] = _step_of(code)
        return self._known[code]


def _step_of(code: CodeType) -> Step | None:
    """Return where a function of the project stands; None for one of a library."""
    prefix = f"{ROOT}/"
    if not code.co_filename.startswith(tuple(f"{prefix}{package}/" for package in PACKAGES)):
        return None
    file = code.co_filename.removeprefix(prefix)
    module = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return Step(file, f"{module}.{code.co_qualname}")
