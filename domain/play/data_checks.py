"""Whether the data of what happens fits the structs that the game declares for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from domain.aggregate import Aggregate
from domain.components.data import Misfit, kind_of, lacking, misfit
from domain.events import Event
from domain.play.audiences import carried
from domain.play.refusals import Refused

if TYPE_CHECKING:
    from domain.play.play import Play


class DataDefect(TypeError):
    """A rule gave an instance data that does not fit what its game declares: the rule has a defect."""


def check_data(play: Play, aggregate: Aggregate, event: Event) -> None:
    """Check the data that an event brings to an aggregate, which has taken it in already.

    A game's rule that brings what does not fit has a defect (DataDefect). What somebody wrote by hand, through a command of
    the base, is refused; a key that the game does not know a game master may force. Where a game declares no struct of
    exactly this kind, a table may write keys of its own.
    """
    instance = carried(event)
    data = getattr(event, "data", UNSET) if instance is None else instance.data
    if data is UNSET or (instance is None and not data):
        return
    component = event.component
    kind = event.name if component == "log" else kind_of(component, aggregate.instances(component)[event.name])
    exact = play.registry.data(play.system, component, kind) if kind else ()
    structs = (*exact, *play.registry.data(play.system, component, ""))
    if not structs:
        return
    wrong = misfit(structs, data)
    if (
        wrong is None
        and instance is not None
        and (absent := [key for struct in exact for key in lacking(struct, data)])
    ):
        wrong = Misfit(f"has {' and '.join(map(repr, absent))} there, which is missing")
    if wrong is not None and not (play.is_by_hand and wrong.is_strange and not exact):
        _tell(play, f"{component} {kind!r}" if kind else component, wrong)


def _tell(play: Play, where: str, wrong: Misfit) -> None:
    problem = f"The data of {where} does not fit: {play.system.name} {wrong.problem}"
    if not play.is_by_hand:
        raise DataDefect(problem)
    if not wrong.is_strange:
        raise Refused("vocabulary", f"{problem}.")
    play.refuse("vocabulary", f"{problem}.")
