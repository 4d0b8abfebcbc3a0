"""Effects of wounds on limbs: pain in one, one that fails, one that is lost, and what a critical bash leaves of a body."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.commands import command
from domain.play.play import Play
from domain.vocabulary.anchors import WhilePresent
from systems.freeform.fields import Word
from systems.weaverdice.harm.effect_tables import Effect
from systems.weaverdice.harm.wound_context import WoundEffectContext, weaken
from systems.weaverdice.sheet import effort, items
from systems.weaverdice.sheet.items import LimbData
from systems.weaverdice.sheet.stats import STATS, score

LIMBS: Final = ("right arm", "left arm", "right leg", "left leg")
HEAD: Final = "head"
USELESS: Final = ("disabled", "lost_limb")

MINUTE: Final = 60
WINDOW: Final = 5
"""WD-WFX-08: for how many minutes a lost limb can be put back, where no effort prolongs it."""

POINTS: Final = "stat points"


class ReattachLimb(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`part` is the limb (`left arm`)."""

    who: CharacterRef
    part: Annotated[Word, Meta(description="The limb (`left arm`)")]
    effort: Annotated[
        tuple[str, ...], Meta(description="A pool for each dot spent to keep it longer, one after another")
    ] = ()


def sound(play: Play, who: str, part: str = "") -> tuple[str, ...]:
    """The limbs (arms, legs, or all) that are neither disabled nor lost."""
    hurt = [condition for what in USELESS for condition in play.where(who, "conditions", what).values()]
    useless = {LimbData.of(condition).part for condition in hurt}
    return tuple(limb for limb in LIMBS if limb.endswith(part) and limb not in useless)


def limb_pain(s: WoundEffectContext, effect: Effect) -> None:
    """WD-WFX-04: pain in an arm or a leg; in which of them is the target's to say."""
    if limbs := sound(s.play, s.who, effect.part):
        part = s.offer("limb", limbs, f"In which {effect.part} is the pain?")
        s.gain("pain", kind="part", part=part)


def scarred_limb_pain(s: WoundEffectContext, _: Effect) -> None:
    """WD-WFX-05: pain in a limb of the attacker's choice, which stays until the scar on it is seen to."""
    if limbs := sound(s.play, s.who):
        part = s.ask("limb", limbs, "In which limb of theirs is the pain?", s.attacker())
        scar = conditions.gain(s.play, s.who, "scarred", source=s.source, of="effect")
        until = WhilePresent(path=f"{s.who}.conditions.{scar}")
        conditions.gain(s.play, s.who, "pain", until=until, source=s.source, kind="part", part=part)


def disable_limb(s: WoundEffectContext, _: Effect) -> None:
    """WD-WFX-06: one limb is of no use as long as the wound lasts."""
    if limbs := sound(s.play, s.who):
        _disable(s, s.ask("limb", limbs, "Which limb is disabled?"))


def lose_limb(s: WoundEffectContext, effect: Effect) -> None:
    """WD-WFX-07: an arm or a leg is off; the time is noted, since it can be put back for a while."""
    if limbs := sound(s.play, s.who, effect.part):
        part = s.ask("limb", limbs, f"Which {effect.part} is lost?")
        _let_go(s.play, s.who, part)
        conditions.gain(s.play, s.who, "lost_limb", source=s.source, part=part, at=s.play.clock())


def pulverize(s: WoundEffectContext, effect: Effect) -> None:
    """WD-WFX-09: again and again the target chooses to lose stat points or the use of a part; each time 1d6 says whether
    it goes on: on 2+, and one more for each dot of any effort spent in advance."""
    again = 2 + effort.asked_for_any(
        s.play, s.who, prompt="Spend a dot so that it goes on less easily?", rule="WD-WFX-09"
    )
    while _pulverized(s, effect.amount):
        if s.play.roll(s.who, "again", "1d6", target=again).outcome == "failure":
            return


def _pulverized(s: WoundEffectContext, points: int) -> bool:
    """One loss; whether there was anything left to lose."""
    disabled = {LimbData.of(condition).part for condition in s.play.where(s.who, "conditions", "disabled").values()}
    parts = (*sound(s.play, s.who), *((HEAD,) if HEAD not in disabled else ()))
    enough = sum(score(s.play, s.who, stat) for stat in STATS) >= points
    options = ((POINTS,) if enough else ()) + parts
    if not options:
        return False
    part = s.ask("pulverized", options, f"Lose {points} stat points, or the use of which part?")
    if part != POINTS:
        _disable(s, part)
        return True
    for _ in range(points):
        left = tuple(stat for stat in STATS if score(s.play, s.who, stat))
        weaken(s, s.ask("point", left, "Which stat loses a point?"), 1, "long-term")
    return True


def _disable(s: WoundEffectContext, part: str) -> None:
    _let_go(s.play, s.who, part)
    s.gain("disabled", part=part)


def _let_go(play: Play, who: str, part: str) -> None:
    """A hand that is of no use holds nothing."""
    if part.endswith("arm"):
        for hand in (items.BOTH, f"hand/{part.removesuffix(' arm')}"):
            for item in sorted(play.where(who, "items", hand)):
                items.drop(play, who, item)


@command("Surgery puts a lost limb back in time.", by="owner", scene=True)
def reattach_limb(play: Play, command: ReattachLimb) -> None:
    """WD-WFX-08: surgery within 5 minutes of the in-game clock puts a limb back; each dot of effort doubles that time."""
    who = command.who
    lost = play.where(who, "conditions", "lost_limb")
    names = sorted(name for name in lost if LimbData.of(lost[name]).part == command.part)
    if not names:
        play.missing(
            f"{who}.conditions", "They have not lost {part!r}; name the limb as in `left arm`.", part=command.part
        )
    passed = play.clock() - LimbData.of(lost[names[0]]).at
    minutes = WINDOW * 2 ** len(command.effort)
    if passed > minutes * MINUTE:
        play.refuse(
            "WD-WFX-08",
            "The limb can be put back for {minutes} minutes and {passed} have passed; each dot of "
            "effort doubles the time.",
            minutes=minutes,
            passed=-(-passed // MINUTE),
        )
    for pool in command.effort:
        effort.check_known(play, pool)
        effort.spend(play, who, pool, "WD-WFX-08")
    conditions.end_one(play, who, names[0], "reattached")


DOES: Final[dict[str, Callable[[WoundEffectContext, Effect], None]]] = {
    "limb_pain": limb_pain,
    "scarred_limb_pain": scarred_limb_pain,
    "disable_limb": disable_limb,
    "lose_limb": lose_limb,
    "pulverize": pulverize,
}
"""By the tables' words."""
