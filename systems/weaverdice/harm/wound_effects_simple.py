"""Effects of wounds at once: statuses, being thrown about, things dropped and damaged, and further wounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from domain.kit import conditions, turns
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.bodies import WoundChanged
from systems.weaverdice.harm import imposing, stuck, wounds
from systems.weaverdice.harm.effect_tables import Effect
from systems.weaverdice.harm.windows import THROWN, TORN, BodyThrow, Tearing
from systems.weaverdice.harm.wound_context import WoundEffectContext
from systems.weaverdice.harm.wounds import FadingData
from systems.weaverdice.sheet import effort, items
from systems.weaverdice.turns import fights


def status(s: WoundEffectContext, effect: Effect) -> None:
    """A status by the effect's own word, as long as the wound lasts."""
    s.gain(effect.what)


def scarring(s: WoundEffectContext, _: Effect) -> None:
    """WD-COND-08: the wound, or where there is none the effect, is scarred."""
    s.gain("scarred", of=s.wound or "effect")


def pain(s: WoundEffectContext, _: Effect) -> None:
    """Ruling 115: physical pain where nothing else is named."""
    s.gain("pain", kind="physical")


def pain_of_source(s: WoundEffectContext, _: Effect) -> None:
    """WD-WFX-13: physical or mental pain, as the source has it."""
    s.gain("pain", kind=s.pain)


def pain_if_bare(s: WoundEffectContext, effect: Effect) -> None:
    """WD-WFX-12: bottom-tier costume and bare skin hurt as well."""
    if s.covering().bare:
        pain(s, effect)


def knock_back(s: WoundEffectContext, effect: Effect) -> None:
    """WD-WFX-02, WD-WFX-05: thrown so many feet."""
    THROWN.open(s.play, s.who, BodyThrow(effect.amount))


def knock_down(s: WoundEffectContext, _: Effect) -> None:
    """WD-WFX-02, WD-WFX-05: off their feet."""
    imposing.knock_down(s.play, s.who)


def fades(s: WoundEffectContext, _: Effect) -> None:
    """WD-WFX-02, WD-WFX-03: the wound is gone with the next rest."""
    if s.wound:
        s.play.emit(s.who, WoundChanged(name=s.wound, data=FadingData.changes(fades=True)))


def disarm(s: WoundEffectContext, _: Effect) -> None:
    """Ruling 33: an item that is held falls."""
    items.drop_held(s.play, s.who)


def delay(s: WoundEffectContext, _: Effect) -> None:
    """WD-WFX-02, WD-WFX-13: the next turn comes later."""
    imposing.delay(s.play, s.who)


def lose_focus(s: WoundEffectContext, effect: Effect) -> None:
    """WD-WFX-02, WD-WFX-13: take Focus from a character who has any."""
    effort.lose(s.play, s.who, "focus", effect.amount)


def lodge(s: WoundEffectContext, _: Effect) -> None:
    """WD-WFX-03: leave what pierced in the wound."""
    stuck.lodge(s.play, s.who, s.wound, by=s.by, item=s.item, ranged=s.ranged)


def further_wound(s: WoundEffectContext, effect: Effect) -> None:
    """WD-WFX-06, WD-WFX-12, WD-WFX-15, rulings 32 and 119: one more wound without an effect, lesser where no tier is named."""
    unnamed = s.tier if s.play.option("unnamed_wounds") == "same" else "lesser"
    lasting = effect.fades == "unless bare" and s.covering().bare
    wounds.suffer(
        s.play,
        s.who,
        effect.tier or unnamed,
        type=s.type,
        source=s.source,
        fades=bool(effect.fades) and not lasting,
    )


def burning(s: WoundEffectContext, _: Effect) -> None:
    """WD-WFX-15: a wound at the end of every turn, until they rest."""
    s.gain("burning", tier=s.tier if s.play.option("unnamed_wounds") == "same" else "lesser")


def half_actions(s: WoundEffectContext, _: Effect) -> None:
    """WD-WFX-16: until the end of the next turn; the one that is on is no next one, and a turn of a later fight neither."""
    next_turn = AtMoment(moment="turn_end", subject=s.who, passing=1 if turns.acting(s.play, s.who) else 0)
    until = fights.in_this_fight(s.play, next_turn)
    conditions.gain(s.play, s.who, "half_actions", until=until, source=s.source)


def damage_gear(s: WoundEffectContext, _: Effect) -> None:
    """WD-WFX-11, WD-WFX-15: a piece of what is worn loses its bottom feature."""
    TORN.open(s.play, s.who, Tearing())


def lose_costume_piece(s: WoundEffectContext, effect: Effect) -> None:
    """WD-WFX-14: the attacker names two pieces, the target picks which of them is lost."""
    TORN.open(s.play, s.who, Tearing(effect.amount, s.attacker(), s.owner()))


DOES: Final[dict[str, Callable[[WoundEffectContext, Effect], None]]] = {
    "bleeding": status,
    "blinded": status,
    "deafened": status,
    "death_sentence": status,
    "scarring": scarring,
    "pain": pain,
    "pain_of_source": pain_of_source,
    "pain_if_bare": pain_if_bare,
    "knock_back": knock_back,
    "knock_down": knock_down,
    "fades": fades,
    "disarm": disarm,
    "delay": delay,
    "lose_focus": lose_focus,
    "stuck": lodge,
    "further_wound": further_wound,
    "burning": burning,
    "half_actions": half_actions,
    "damage_gear": damage_gear,
    "lose_costume_piece": lose_costume_piece,
}
"""By the tables' words."""
