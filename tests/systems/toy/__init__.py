"""A game in one folder: everything Retcon asks of one, and nothing outside it.

Candles burn down: each watch a burning one loses a point of wax, and whoever is afraid rolls to take heart.
"""

from __future__ import annotations

from domain.commands import CharacterRef, Command
from domain.play import moments
from domain.play.play import Play
from domain.system import CommandSpec, Hooks, OptionSpec, RuleText, System, Vocabulary
from domain.vocabulary.bodies import Condition, ConditionGained
from domain.vocabulary.data import Data
from domain.vocabulary.values import PointSpent

WATCH = 4 * 3_600


class Light(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Light a candle, with `wax` to burn."""

    who: CharacterRef
    wax: int = 1


class LitData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """How high a candle burns."""

    height: int


def light(play: Play, command: Light) -> None:
    """CN-01: a candle is lit by spending wax; where drafts are on, it may go out."""
    with play.citing("CN-01"):
        play.emit(command.who, PointSpent(name="wax", amount=command.wax))
        lit = Condition(what="lit", data=LitData(height=command.wax).stored())
        play.emit(command.who, ConditionGained(name=play.new_id("lit"), condition=lit))


def blow(play: Play, command: Light) -> None:
    """CN-02 (option `drafts`): a draft blows on somebody."""
    play.roll(command.who, "draft", "1d6", target=4, rules=("CN-02",))


def watch_passes(play: Play, _: str) -> None:
    """CN-03: whatever burns loses a point of wax at the end of each watch."""
    for ref in (ref for ref in moments.everyone(play) if ref.startswith("character/")):
        if play.where(ref, "conditions", "lit"):
            play.emit(ref, PointSpent(name="wax", amount=1, rules=("CN-03",)))


def take_heart(play: Play, ref: str, what: str) -> bool:
    """CN-04: fear ends on 4 and up."""
    return play.roll(ref, f"heart/{what}", "1d6", target=4, rules=("CN-04",)).outcome == "success"


SYSTEM = System(
    id="toy",
    name="Candles",
    version=3,
    kinds=(
        CommandSpec(
            name="light", args=Light, rule=light, by="owner", actor="who", summary="Light a candle.", rules=("CN-01",)
        ),
        CommandSpec(
            name="blow", args=Light, rule=blow, by="gm", summary="A draft blows.", option="drafts", rules=("CN-02",)
        ),
    ),
    options=(OptionSpec(name="drafts", default=False, text="Whether drafts blow.", choices=(False, True)),),
    vocabulary=Vocabulary(
        tracks=frozenset({"wax"}),
        conditions=frozenset({"lit", "afraid"}),
        data={("conditions", "lit"): (LitData,)},
    ),
    moments={"watch": (watch_passes,)},
    periods={"watch": WATCH},
    rules=(RuleText(id="CN-01", text="Lighting a candle costs wax."), RuleText(id="CN-03", text="Candles burn down.")),
    hooks=Hooks(save=take_heart),
)


def light_low(play: Play, command: Light) -> None:
    """CN-01, and since version 4 CN-05: a candle burns three points of wax at most."""
    if command.wax > TALLEST:
        play.refuse("CN-05", f"A candle burns {TALLEST} points of wax at most.")
    light(play, command)


TALLEST = 3

NEWER = System(
    id="toy",
    name="Candles",
    version=4,
    kinds=[kind._replace(rule=light_low) if kind.name == "light" else kind for kind in SYSTEM.kinds.values()],
    options=SYSTEM.options.values(),
    vocabulary=SYSTEM.vocabulary,
    moments=SYSTEM.moments,
    periods=SYSTEM.periods,
    rules=(*SYSTEM.rules.values(), RuleText(id="CN-05", text="A candle burns three points of wax at most.")),
    hooks=Hooks(save=take_heart),
)
"""The game's next release, with a rule that refuses what the one before allowed."""
