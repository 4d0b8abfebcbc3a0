"""Grips: who has hold of whom. Each pair has a link of its own, which carries the points that the grappler has banked."""

from __future__ import annotations

from typing import Final

from domain.kit import conditions, turns
from domain.kit.data import data_of
from domain.kit.naming import id_of
from domain.kit.turns import present
from domain.play.moments import end, hanging_on
from domain.play.play import Play
from domain.vocabulary.anchors import UntilEncounterEnds, WhilePresent
from domain.vocabulary.bodies import WoundSuffered
from domain.vocabulary.data import Data
from domain.vocabulary.undertakings import Link, LinkBroken, LinkChanged, LinkMade, LinkShifted
from domain.vocabulary.values import Modifier, ModifierApplied, ModifierLifted
from systems.weaverdice.harm import stuck
from systems.weaverdice.sheet.stats import DEFENCE, MOVEMENT

GRAPPLE: Final = "grapple"


def between(play: Play, who: str, target: str) -> str | None:
    """The link by which a character has hold of another, if they have."""
    grips = play.where(who, "links", GRAPPLE)
    return next((name for name in sorted(grips) if grips[name].to == target), None)


def upon(play: Play, target: str) -> tuple[str, ...]:
    """WD-GRAP-09: return everybody who has hold of a character."""
    return tuple(who for who in present(play) if between(play, who, target))


def reach_out(play: Play, who: str, target: str) -> None:
    """WD-GRAP-04: take the defence score of a character who tries a grapple, until it breaks or the other is a
    meatshield."""
    encounter = turns.running(play)
    until = UntilEncounterEnds(encounter=encounter) if encounter else None
    name = f"{GRAPPLE}-{id_of(target)}"
    play.emit(
        who, LinkMade(name=name, link=Link(kind=GRAPPLE, to=target, until=until, data=GrappleData.changes(round=1)))
    )
    _lower(play, who, DEFENCE, f"{name}-exposed", anchor(play, who, target))


def hold(play: Play, who: str, target: str) -> None:
    """WD-GRAP-04: take the defence score of a character who is held, and (WD-GRAP-09) keep them in place until they are
    free."""
    until = anchor(play, who, target)
    _lower(play, target, DEFENCE, f"held-by-{id_of(who)}", until)
    _lower(play, target, MOVEMENT, f"kept-by-{id_of(who)}", until)


def cover_up(play: Play, who: str, target: str) -> None:
    """WD-GRAP-04: the grappler's defence score counts again."""
    name = f"{_link(play, who, target)}-exposed"
    if name in play.character(who).modifiers:
        play.emit(who, ModifierLifted(name=name, because="behind a meatshield"))


def let_go(play: Play, who: str, target: str, because: str) -> None:
    """The grapple is over, with its points and with what hung on it. Nothing happens where there is none."""
    name = between(play, who, target)
    if name is not None:
        play.emit(who, LinkBroken(name=name, because=because))
        for hanging in hanging_on(play, (who, target), f"{who}.links.{name}"):
            end(play, hanging, because)


def anchor(play: Play, who: str, target: str) -> WhilePresent:
    """Return the anchor of what lasts as long as the grapple."""
    return WhilePresent(path=f"{who}.links.{_link(play, who, target)}")


@data_of("links", GRAPPLE)
class GrappleData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The round of a grapple, and the rounds of the fight in which either side has made its check last."""

    round: int = 1
    grappler: int = 0
    held: int = 0


def round_of(play: Play, who: str, target: str) -> int:
    """Return the number of the grapple's round, from 1."""
    return GrappleData.of(play.character(who).links[_link(play, who, target)]).round


def next_round(play: Play, who: str, target: str) -> None:
    """The grapple goes into its next round."""
    data = GrappleData.changes(round=round_of(play, who, target) + 1)
    play.emit(who, LinkChanged(name=_link(play, who, target), data=data))


def banked(play: Play, who: str, target: str) -> int:
    """Ruling 44: the points saved for the next round."""
    return int(play.character(who).links[_link(play, who, target)].amount)


def bank(play: Play, who: str, target: str, points: int) -> None:
    """Ruling 44: so many points are saved from now on."""
    change = points - banked(play, who, target)
    if change:
        play.emit(who, LinkShifted(name=_link(play, who, target), amount=change))


def checked(play: Play, who: str, target: str, side: str) -> bool:
    """WD-GRAP-05: whether a side of the grapple (`grappler`, `held`) has made its check of this round of the fight."""
    encounter = turns.running(play)
    if encounter is None:
        return False
    grapple = GrappleData.of(play.character(who).links[_link(play, who, target)])
    return bool(getattr(grapple, side) == turns.pace(play, encounter).round)


def check_made(play: Play, who: str, target: str, side: str) -> None:
    """WD-GRAP-05: this side has made its check of this round."""
    encounter = turns.running(play)
    if encounter is not None:
        data = GrappleData.changes(**{side: turns.pace(play, encounter).round})
        play.emit(who, LinkChanged(name=_link(play, who, target), data=data))


def torn_apart(play: Play, who: str) -> None:
    """WD-GRAP-08: a grapple ends when one of the two wounds the other; but (WD-COND-14) not while something that the
    grappler drove into the other holds them together."""
    wounded = [h.event for h in play.emitted if h.ref == who and isinstance(h.event, WoundSuffered)]
    by = wounded[-1].wound.source if wounded else ""
    if not by.startswith("character/") or by == who or not play.exists(by):
        return
    for grappler, target in ((by, who), (who, by)):
        if between(play, grappler, target) and stuck.from_melee(play, target, grappler) is None:
            with play.citing("WD-GRAP-08"):
                let_go(play, grappler, target, "one wounded the other")


def slacken(play: Play, who: str) -> None:
    """WD-GRAP-04, WD-INIT-08: end what grip a character has who can do nothing any more; of one who got away, the grip on
    them as well."""
    own = [(who, grip.to) for _, grip in sorted(play.where(who, "links", GRAPPLE).items())]
    others = [(grappler, who) for grappler in upon(play, who)] if conditions.has(play, who, "fled") else []
    for grappler, target in (*own, *others):
        with play.citing("WD-GRAP-04"):
            let_go(play, grappler, target, "out of the fight")


def _link(play: Play, who: str, target: str) -> str:
    name = between(play, who, target)
    if name is None:
        play.missing(f"{who}.links", "There is no grapple between these two.")
    return name


def _lower(play: Play, whose: str, path: str, name: str, until: WhilePresent) -> None:
    lowered = Modifier(path=path, operation="set", amount=0, source=GRAPPLE, until=until)
    play.emit(whose, ModifierApplied(name=name, modifier=lowered, rules=("WD-GRAP-04",)))
