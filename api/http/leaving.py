"""Work for a client, given up when the client goes."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from litestar.types import Receive

Result = TypeVar("Result")


async def unless_left(work: Coroutine[Any, Any, Result], receive: Receive) -> Result | None:
    """Return the result of the work; None where the client goes before, which cancels it. Raises what the work raises."""
    working = asyncio.create_task(work)
    leaving = asyncio.create_task(_left(receive))
    try:
        await asyncio.wait([working, leaving], return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.wait([working, leaving])
    return None if working.cancelled() else working.result()


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
