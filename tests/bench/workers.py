"""Workers: how many commands a second one process and two workers take, and how much of the processor they make use of."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from uuid import uuid4

import psutil

from tests.api.serving import Serving
from tests.bench.measuring import Bench, Table
from tests.bench.processor import processor_seconds
from tests.bench.serving import at_table

SENDERS = 8
"""The number of processes that send commands, each in a campaign of its own."""

SENDER = """
import http.client, json, sys, time, uuid
port, campaign, token, seconds = sys.argv[1:]
connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=60)
headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
spend = {"type": "freeform.spend", "args": {"target": "ramjet", "track": "luck", "amount": 1}}
count, until = 0, None
while until is None or time.monotonic() < until:
    connection.request(
        "POST", f"/api/v1/campaigns/{campaign}/commands", json.dumps({**spend, "id": str(uuid.uuid4())}), headers
    )
    answer = connection.getresponse()
    assert answer.status == 201, answer.read()
    answer.read()
    count += 1
    if until is None and sys.stdin.readline():
        until, count, spent = time.monotonic() + float(seconds), 0, time.process_time()
print(count, time.process_time() - spent)
"""
"""Sends one command, waits for a line, and then sends as many as it can for so many seconds; prints how many, and the
processor seconds that they took."""


def measure(bench: Bench) -> Iterator[Table]:
    rows = [_row(bench, workers) for workers in ((2,) if bench.quick else (1, 2))]
    note = (
        f"{SENDERS} senders, each a process with a campaign of its own. The use is the processor time of service, database and "
        "senders, as a part of what other work on the machine left to them."
    )
    columns = ("workers", "commands/s", "ms of the service", "ms of the database", "ms of the senders", "use")
    yield Table("Workers", columns, rows, note)


def _row(bench: Bench, workers: int) -> tuple[str, ...]:
    seconds = bench.scaled(10, 1)
    with bench.database() as url, ExitStack() as stack:
        folder = bench.folder / f"workers-{uuid4().hex}"
        folder.mkdir()
        settings = {"RETCON_DICE_PER_MINUTE": "0", "RETCON_WORKERS": str(workers)}
        served = stack.enter_context(Serving(url, folder, None, **settings))
        people = [at_table(stack, served) for _ in range(SENDERS)]
        given = [[str(served.port), who.campaign, str(who.token), str(seconds)] for who in people]
        senders = [stack.enter_context(_sender(arguments)) for arguments in given]
        service = psutil.Process(served.process.pid)
        time.sleep(2)  # until every sender has sent its first
        before, busy, began = (processor_seconds(service), bench.database_seconds()), _busy(), time.perf_counter()
        counts = _sent(senders)
        passed, busy = time.perf_counter() - began, _busy() - busy
        ours = processor_seconds(service) - before[0], bench.database_seconds() - before[1], sum(s for _, s in counts)
    sent = sum(count for count, _ in counts)
    left = cores() * passed - (busy - sum(ours))
    return (
        str(workers),
        f"{sent / passed:.0f}",
        *(f"{1e3 * each / sent:.2f}" for each in ours),
        f"{sum(ours) / left:.2f}",
    )


def _sender(arguments: Sequence[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", SENDER, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def _sent(senders: Sequence[subprocess.Popen[str]]) -> list[tuple[int, float]]:
    """Let all senders send at once. Return the number of commands of each, and their processor seconds."""
    for sender in senders:
        assert sender.stdin is not None
        sender.stdin.write("\n")
        sender.stdin.flush()
    answers = [sender.communicate()[0].split() for sender in senders]
    return [(int(count), float(spent)) for count, spent in answers]


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0))


def _busy() -> float:
    """Processor seconds that everything on this machine has had so far."""
    times = psutil.cpu_times()
    return sum(times) - times.idle - times.iowait - times.guest - times.guest_nice
