"""Buttons: choices of decisions, and plans to write. A button may be old; then its sentence says how to go on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from api.answering import answering
from api.discord.asking import Request
from api.discord.messages import InteractionAnswer
from api.discord.rendering import OPEN, TAKE, decisions_shown, option_id
from api.discord.undoing import DROP, UNDO, drop_plan, write_plan
from api.problems import NotFound
from api.use_cases.entries import list_decisions
from domain.messages import text
from projections.views.questions import OpenQuestion

STALE: Final = text("this question is answered or closed by now; /answer shows what is open for you")

THEIRS: Final = text("this question is not yours to answer, or it is closed by now")


def pressed(request: Request) -> InteractionAnswer:
    """Carry out the button that was pressed. Raises NotFound."""
    word, *parts = request.interaction.data.custom_id.split("|")
    known = _BUTTONS.get(word)
    if known is None or len(parts) != known[0]:
        raise NotFound("this button is of another release; type the command again")
    return known[1](request, *parts)


def _open(request: Request, deed: str) -> InteractionAnswer:
    mine = [each for each in _mine(request) if str(each.deed) == deed]
    if not mine:
        raise NotFound(THEIRS)
    return InteractionAnswer(private=decisions_shown(mine, request.names()))


def _take(request: Request, _deed: str, _digest: str) -> InteractionAnswer:
    pressed_id = request.interaction.data.custom_id
    for decision in _mine(request):
        for option in decision.options:
            if option_id(decision, option) == pressed_id:
                return request.shows_in_place(request.answers(answering([decision], None, option, {})))
    raise NotFound(STALE)


def _mine(request: Request) -> list[OpenQuestion]:
    return [each for each in request.at.listed(list_decisions, request.campaign) if each.mine]


_BUTTONS: Final[Mapping[str, tuple[int, Callable[..., InteractionAnswer]]]] = {
    OPEN: (1, _open),
    TAKE: (2, _take),
    UNDO: (4, write_plan),
    DROP: (0, drop_plan),
}
"""The buttons by the first word of their ids: the number of words behind it, and what is done."""
