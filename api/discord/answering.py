"""Answers to interactions within Discord's three seconds: what takes longer is announced first, and sent behind."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import rich_click as click
import structlog

from api.cli.exits import ProblemExit
from api.discord.asking import NO_PART, Request
from api.discord.buttons import pressed
from api.discord.commands import COMMANDS
from api.discord.completing import offered
from api.discord.messages import EPHEMERAL, InteractionAnswer, only
from api.discord.payloads import Interaction, InteractionType
from api.discord.sending import FollowUps
from api.languages.reader import answering
from api.problems import problem_of
from api.services import Services

AT_ONCE: Final = 1.5
"""Seconds after which an answer is announced. Discord waits three, and the way there and back takes some."""

THREADS: Final = 8
"""Interactions that a process carries out at a time. They have threads of their own, so that Discord's limit holds however
busy the service is."""

PONG: Final = {"type": 1}
_MESSAGE, _LATER, _UPDATE, _COMPLETIONS = 4, 5, 7, 8
"""The types of answers."""

_DEFECT: Final = "Something went wrong in Retcon, and nothing more is known here; its log has the error."

_log = structlog.get_logger(__name__)


class Answers:
    """Answers the interactions of one application."""

    def __init__(self, follow_ups: FollowUps, at_once: float = AT_ONCE) -> None:
        self._follow_ups, self._at_once = follow_ups, at_once
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="discord")
        self._behind: set[asyncio.Task[None]] = set()

    async def answer(self, services: Services, interaction: Interaction) -> dict[str, Any]:
        """Return the answer to an interaction, as Discord takes it."""
        if interaction.type == InteractionType.PING:
            return PONG
        request = Request(services, interaction)
        if interaction.type == InteractionType.AUTOCOMPLETE:
            return await self._completed(request)
        working = asyncio.ensure_future(self._in_thread(lambda: carried_out(request)))
        done, _ = await asyncio.wait([working], timeout=self._at_once)
        if not done:
            self._later(self._send_late(interaction.token, working))
            return {"type": _LATER, "data": {"flags": EPHEMERAL}}
        return self._first(interaction.token, working.result())

    async def finish(self) -> None:
        """Send what is still to be sent."""
        while self._behind:
            await asyncio.wait(self._behind)
        self._threads.shutdown(wait=False)

    def _first(self, token: str, outcome: InteractionAnswer) -> dict[str, Any]:
        """Return the first answer: the private message where there is one, and then the public one comes behind it."""
        if outcome.private is None:
            assert outcome.public is not None, "an outcome has a message"
            return {"type": _MESSAGE, "data": outcome.public.sent()}
        if outcome.public is not None:
            self._later(self._follow_ups.add(token, outcome.public.sent()))
        if outcome.replaces:
            return {"type": _UPDATE, "data": outcome.private.edited}
        return {"type": _MESSAGE, "data": outcome.private.sent(ephemeral=True)}

    async def _send_late(self, token: str, working: asyncio.Future[InteractionAnswer]) -> None:
        """Send an outcome behind the announcement, which only the user sees."""
        outcome = await working
        own = outcome.private or outcome.public
        assert own is not None, "an outcome has a message"
        await self._follow_ups.edit(token, own.edited)
        if outcome.public is not None:
            await self._follow_ups.add(token, outcome.public.sent())

    async def _completed(self, request: Request) -> dict[str, Any]:
        """Return completions of what is typed; none where that fails or takes too long: the user goes on typing."""
        working = asyncio.ensure_future(self._in_thread(lambda: completions(request)))
        done, _ = await asyncio.wait([working], timeout=self._at_once)
        return {"type": _COMPLETIONS, "data": {"choices": working.result() if done else []}}

    async def _in_thread(self, work: Callable[[], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def _later(self, sending: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(sending)
        self._behind.add(task)
        task.add_done_callback(self._behind.discard)


def carried_out(request: Request) -> InteractionAnswer:
    """Carry out a slash command or a button, in the user's language. A refusal is an answer to the user alone, and so is a defect."""
    with answering(request.interaction.locale):
        return _carried_out(request)


def _carried_out(request: Request) -> InteractionAnswer:
    interaction = request.interaction
    try:
        if interaction.type == InteractionType.COMPONENT:
            return pressed(request)
        known = COMMANDS.get(interaction.name)
        if interaction.type != InteractionType.COMMAND or known is None:
            return only("This version of Retcon does not know that; its operator runs `retcon discord register`.")
        return known.run(request)
    except Exception as error:
        if (sentences := _sentences(error)) is None:
            _log.exception("discord_interaction_failed", name=interaction.name or "a button")
            return only(_DEFECT)
        return only(*sentences)


def _sentences(error: Exception) -> list[str] | None:
    """Return the sentences for a refusal; None for a defect."""
    if isinstance(error, click.ClickException):
        return [error.message]
    problem = error.problem if isinstance(error, ProblemExit) else problem_of(error)
    if problem is None:
        return None
    if problem.type.endswith("/unknown-campaign"):
        return [NO_PART]
    missing = [f"{roll.label}: {roll.notation}" for roll in problem.missing]
    return [problem.detail, *([f"Roll, and give them as `dice`: {', '.join(missing)}"] if missing else [])]


def completions(request: Request) -> list[dict[str, str]]:
    """Return the completions of the option that is being typed, in the user's language."""
    with answering(request.interaction.locale):
        return _completions(request)


def _completions(request: Request) -> list[dict[str, str]]:
    typed = next((option for option in request.interaction.options if option.focused), None)
    command = COMMANDS.get(request.interaction.name)
    known = next((each for each in command.options if typed and each.name == typed.name), None) if command else None
    if typed is None or known is None or known.complete is None:
        return []
    text = str(typed.value or "")
    try:
        return offered(known.complete(request, text), text)
    except Exception as error:
        if _sentences(error) is None:
            _log.exception("discord_completion_failed", name=request.interaction.name)
        return []
