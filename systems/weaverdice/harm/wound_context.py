"""One hit's effect on its target: what the tables say, who chooses, and what its consequences hang on."""

from __future__ import annotations

from typing import NamedTuple

from domain.kit import conditions, turns
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.anchors import AnyAnchor, UntilEncounterEnds, WhilePresent
from domain.vocabulary.base import Scalar
from domain.vocabulary.values import Modifier, ModifierApplied
from systems.weaverdice.harm.effect_tables import Lasting
from systems.weaverdice.harm.windows import COVERED, Covering
from systems.weaverdice.sheet import effort
from systems.weaverdice.sheet.stats import score


class WoundEffectContext(NamedTuple):
    """The context of a wound's effect: who suffers it, the wound's name ("" for an effect without one) and tier, and
    where it came from.

    `pain` is the kind of pain that the source causes; `item` the weapon of `by`, thrown or shot where `ranged`. `rolled` is
    what the die on the table showed.
    """

    play: Play
    who: str
    type: str
    tier: str
    wound: str = ""
    by: str = ""
    pain: str = "physical"
    item: str = ""
    ranged: bool = False
    rolled: int = 0

    @property
    def source(self) -> str:
        """Return the source that all that one effect brings has in common: `lesser cut/wound-12`."""
        return f"{self.tier} {self.type}/{self.wound or self.play.entry}"

    @property
    def until(self) -> AnyAnchor | None:
        """Its consequences last as long as the wound; those of an effect without a wound until something ends them."""
        return WhilePresent(path=f"{self.who}.wounds.{self.wound}") if self.wound else None

    def owner(self) -> str:
        """Ruling 37: open choices of the tables lie with the target, or, as the campaign has it, with the game master."""
        return "gm" if self.play.option("open_choices") == "gm" else self.who

    def attacker(self) -> str:
        """Return the one who chooses where the tables name the attacker; the game master where there is none."""
        return self.by or "gm"

    def covering(self) -> Covering:
        """Return how the target is covered against the effect."""
        return COVERED.open(self.play, self.who, Covering())

    def gain(self, status: str, **data: Scalar) -> str:
        """A status that lasts as long as the wound; its name."""
        return conditions.gain(self.play, self.who, status, until=self.until, source=self.source, data=data)

    def ask(self, what: str, options: tuple[str, ...], prompt: str, owner: str = "") -> str:
        """Ask for a pick, and return it; without a question where there is one thing only. The first is the default."""
        if len(options) == 1:
            return options[0]
        return self.play.ask(what, owner or self.owner(), options, options[0], prompt, about=self.who)

    def offer(self, what: str, options: tuple[str, ...], prompt: str, owner: str = "") -> str:
        """Offer a pick, to be made now or later, and return it; the first unless something else is."""
        if len(options) == 1:
            return options[0]
        return self.play.offer(what, owner or self.owner(), options, options[0], prompt, about=self.who)


def tier_of(source: str) -> str:
    """Return the tier of the wound whose effect has this source; "" for what is no effect of a wound."""
    tier, _, rest = source.partition(" ")
    return tier if tier in ("lesser", "moderate", "critical") and "/" in rest else ""


def weaken(
    s: WoundEffectContext, stat: str, amount: int, lasts: Lasting, *, until: AnyAnchor | None = None, type: str = ""
) -> int:
    """Ruling 36: points of a stat are lost, as far as there are any; how many. Consequences of the stat follow at
    once."""
    lost = min(amount, score(s.play, s.who, stat))
    if lost <= 0:
        return 0
    loss = Modifier(
        path=f"attributes.{stat}",
        amount=-lost,
        type=type or "loss",
        source=s.source,
        tags=("stat loss", lasts),
        until=until or _anchor(s, lasts),
    )
    s.play.emit(s.who, ModifierApplied(name=s.play.new_id(f"{stat}-loss"), modifier=loss))
    for pool in (pool for pool, of in effort.POOLS.items() if of == stat):
        effort.fit(s.play, s.who, pool)
    return lost


def _anchor(s: WoundEffectContext, lasts: Lasting) -> AnyAnchor | None:
    encounter = turns.running(s.play)
    match lasts:
        case "encounter" if encounter:
            return UntilEncounterEnds(encounter=encounter)
        case "wound" | "encounter":
            return s.until
        case _:
            return None


def ignored(s: WoundEffectContext, prompt: str, *, ask: bool = False) -> bool:
    """WD-EFF-12: a dot of Recovery ignores the effect of a wound that is not critical; whether it did.

    It is offered, and asked where nobody would leave it for later.
    """
    if s.tier == "critical" or not effort.dots(s.play, s.who, "recovery"):
        return False
    if not ask:
        return effort.offered(s.play, s.who, "recovery", kind="ignore", prompt=prompt, rule="WD-EFF-12")
    owner, sentence = s.who, f"Spend 1 Recovery: {prompt}"
    if s.play.ask("ignore", owner, ("no", "yes"), "no", sentence, about=s.who) != "yes":
        return False
    effort.spend(s.play, s.who, "recovery", "WD-EFF-12")
    return True


OPTIONS = (
    OptionSpec(
        name="open_choices",
        default="target",
        choices=("target", "gm"),
        text="Who picks where a wound's effect leaves a choice and does not name the attacker.",
        rules=("WD-WFX-16", "WD-RULING-37"),
    ),
    OptionSpec(
        name="unnamed_wounds",
        default="lesser",
        choices=("lesser", "same"),
        text="The tier of the further wounds of a burn: lesser, or that of the burn.",
        rules=("WD-WFX-12", "WD-WFX-15", "WD-RULING-119"),
    ),
)
