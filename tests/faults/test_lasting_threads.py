"""The threads that run as long as the service: an error that nobody has thought of costs one round, and never the rest."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, cast

import pytest

from api.services import Services
from api.storage import reviving
from api.storage.embedded import Server
from api.storage.reviving import kept_up
from api.webhooks import delivering
from api.webhooks.delivering import Deliverer
from projections.runner import Runner


class Rounds:
    """A step that fails in its first round with an error of no kind that is expected."""

    def __init__(self) -> None:
        self.count, self.again = 0, threading.Event()

    def __call__(self, *_: object, **__: object) -> Any:
        """Fail once; from then on there is nothing to do."""
        self.count += 1
        if self.count == 1:
            raise RuntimeError("can't start new thread")
        self.again.set()
        return []


def run_the_deliverer(rounds: Rounds) -> None:
    services: Any = type("Services", (), {"webhooks": type("Webhooks", (), {"claim": rounds})()})()
    deliverer = Deliverer(cast("Services", services), cast("Any", None))
    thread = threading.Thread(target=deliverer.run)
    thread.start()
    rounds.again.wait(60)
    deliverer.stop()
    thread.join()


def run_the_runner(rounds: Rounds) -> None:
    stop = threading.Event()
    runner = Runner(cast("Any", None), cast("Any", None), [])
    runner.catch_up = rounds  # type: ignore[method-assign]
    thread = threading.Thread(target=runner.run, args=(stop, 0.01))
    thread.start()
    rounds.again.wait(60)
    stop.set()
    thread.join()


def run_the_reviver(rounds: Rounds) -> None:
    server: Any = type("Server", (), {"revive": rounds})()
    with kept_up(cast("Server", server)):
        rounds.again.wait(60)


@pytest.mark.parametrize("run", [run_the_deliverer, run_the_runner, run_the_reviver])
@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_an_unexpected_error_ends_no_thread_of_the_service(
    run: Callable[[Rounds], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivering, "PAUSE", 0.01)
    monkeypatch.setattr(reviving, "EVERY", 0.01)
    rounds = Rounds()
    run(rounds)
    assert rounds.again.is_set(), "there was no second round"
