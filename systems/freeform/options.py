"""The campaign's options: rulings and optional rules that a table decides for itself."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import Meta

from domain.aggregates import CAMPAIGN
from domain.commands import Command
from domain.kit.commands import command
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.base import Scalar
from domain.vocabulary.chronicle import OptionSet
from systems.freeform.fields import Word

OPTION = "option"


class SetOption(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`option` is one that the campaign's system, or every campaign, has."""

    version: ClassVar[int] = 2

    option: Annotated[Word, Meta(description="One that the campaign's system, or every campaign, has")]
    value: Annotated[Scalar, Meta(description="What it is from now on")]

    @classmethod
    def upcast(cls, version: int, args: dict[str, Any]) -> dict[str, Any]:
        """The choice `server` of the option `dice` took typed dice as well at first, as `either` does now."""
        if version == 1 and (args.get("option"), args.get("value")) == ("dice", "server"):
            return args | {"value": "either"}
        return args


@command("Decide an option of the campaign.", rules=(OPTION,))
def set_option(play: Play, command: SetOption) -> None:
    """Decide an option; what was played before stays as it was."""
    known = play.registry.options(play.system)
    option = known.get(command.option)
    if option is None:
        raise Refused(
            OPTION,
            "{system} has no option {option!r}; there is {known}.",
            system=play.system.name,
            option=command.option,
            known=", ".join(sorted(known)),
        )
    if fault := option.fault(command.value):
        raise Refused(OPTION, "{fault}.", fault=fault)
    play.emit(CAMPAIGN, OptionSet(name="self", option=command.option, value=command.value))
