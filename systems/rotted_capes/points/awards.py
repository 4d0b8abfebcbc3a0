"""Awards: flaws that are played up, taglines, and whatever else the Editor-in-Chief gives a Plot Point for."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import counters
from domain.kit.commands import command
from domain.messages import numbered
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.anchors import AtMoment
from systems.rotted_capes.fields import Because
from systems.rotted_capes.moments import ISSUE_END
from systems.rotted_capes.points.points import earn

Reason = Literal["flaw", "tagline", "discretion"]

RULES: Final[dict[Reason, str]] = {"flaw": "RC-EARN-01", "tagline": "RC-EARN-06", "discretion": "RC-EARN-07"}
"""By what is rewarded, the rule that lets it be."""

FLAW_AWARDS: Final = "flaw-awards"
"""A counter of how often a hero's flaw was rewarded in the issue."""


class Award(Command, frozen=True, kw_only=True, omit_defaults=True):
    """The Editor-in-Chief awards a hero a Plot Point."""

    who: CharacterRef
    why: Annotated[Reason, Meta(description="What is rewarded")] = "discretion"
    benefit: Annotated[bool, Meta(description="Whether the flaw brought the hero any benefit")] = False
    because: Because = ""


@command("Award a hero a Plot Point.")
def award_plot_point(play: Play, command: Award) -> None:
    """RC-EARN-01, RC-EARN-06, RC-EARN-07: award a Plot Point for what the Editor-in-Chief rewards; a flaw that helps is
    no reason."""
    if command.why == "flaw":
        _check_flaw(play, command)
    with play.citing(RULES[command.why]):
        earn(play, command.who, command.because or command.why)


def _check_flaw(play: Play, command: Award) -> None:
    """RC-EARN-01: a flaw that brought a benefit earns nothing, nor one that was rewarded as often as the campaign allows."""
    if command.benefit:
        play.refuse("RC-EARN-01", "The flaw brought them a benefit; only what harms the hero is rewarded.")
    most = int(play.option("flaw_awards") or 0)
    if most:
        sentence = numbered(
            "Their flaws were rewarded once in this issue, which is as often as this campaign allows.",
            "Their flaws were rewarded {count} times in this issue, which is as often as this campaign allows.",
            most,
        )
        until = AtMoment(moment=ISSUE_END)
        counters.limit(play, command.who, FLAW_AWARDS, most, rule="RC-EARN-01", sentence=sentence, until=until)


OPTIONS = (
    OptionSpec(
        name="flaw_awards",
        default=0,
        text="How often in an issue a hero's flaws may be rewarded when they are played up; 0 for as often as they are.",
        rules=("RC-EARN-01",),
    ),
)
