"""Harm in Rotted Capes: actions it interrupts, continuous damage, death, and the plot points against it."""

from __future__ import annotations

from domain.campaign import CAMPAIGN
from domain.commands import CharacterRef, Command
from domain.components.anchors import AtMoment, UntilSceneEnds, WhilePresent
from domain.components.creature import Condition, Intent, Use
from domain.events.body import ConditionGained
from domain.events.log import Contribution, Noted
from domain.events.undertakings import IntentAnnounced, IntentEnded, UseCounted, UseOpened, UseReset
from domain.events.values import DamageTaken, PointGained, PointSpent, TrackSet
from domain.play.deciders import owner_of
from domain.play.moments import everyone, settle
from domain.play.play import Play
from domain.system import CommandSpec
from tests.laws.vocabulary.turns import TURN_OPENING

INTERRUPTED_DC, WOUNDED_DC = 10, 25


class Demanding(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    what: str
    burnout: int = 0
    interruptible: bool = True


class Harm(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    target: CharacterRef
    stamina: int = 0
    wounds: int = 0


class Burn(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    target: CharacterRef
    damage: int


class Attack(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    target: CharacterRef


def modifier(play: Play, who: str, ability: str) -> int:
    """(score - 10) / 2, rounded down (ruling 3)."""
    return (play.value(who, f"attributes.{ability}").total - 10) // 2


def demanding(play: Play, command: Demanding) -> None:
    """RC-DEM-01, RC-DEM-06, RC-DEM-07: its burnout is paid now, its effect comes with the start of the next turn, and
    until then attackers have Advantage."""
    helpless(play, command.who)
    name = play.new_id("demanding")
    intent = Intent(
        kind="demanding",
        what=command.what,
        by=command.who,
        paid={"burnout": command.burnout},
        due=AtMoment(moment=TURN_OPENING, subject=command.who),
        interrupted_by=("hit", "damage") if command.interruptible else (),
    )
    play.emit(command.who, PointGained(name="burnout", amount=command.burnout))
    play.emit(command.who, IntentAnnounced(name=name, intent=intent))
    exposed = Condition(what="exposed", until=WhilePresent(path=f"{command.who}.intents.{name}"))
    play.emit(command.who, ConditionGained(name=play.new_id("exposed"), condition=exposed))


def resolve(play: Play, ref: str, path: str) -> None:
    """The effect of a demanding action comes about, unless its actor can no longer act (ruling 31)."""
    what = play.character(ref).intents[path.partition(".")[2]].what
    if not any(play.where(ref, "conditions", state) for state in ("unconscious", "incapacitated", "dead")):
        play.emit(ref, Noted(name="takes-effect", data={"what": what}))


def harm(play: Play, command: Harm) -> None:
    """Damage after resistance, and wounds; then what it interrupts, and what becomes of whoever has nothing left."""
    with play.citing("RC-DEATH-04"):
        tracks = play.character(command.target).tracks
        for track, amount in {"stamina": command.stamina, "wounds": command.wounds}.items():
            lost = min(amount, tracks[track].current)
            if lost:
                play.emit(command.target, DamageTaken(name=track, amount=lost))
    interrupt(play, command)
    brought_down(play, command.target)


def interrupt(play: Play, command: Harm) -> None:
    """RC-DEM-08, RC-DEM-09, RC-DEM-11: each such event calls for its own Constitution save; with one that fails the
    action is lost, and its burnout is not paid."""
    who = command.target
    dc = WOUNDED_DC if command.wounds else max(INTERRUPTED_DC, command.stamina // 2)
    for name, intent in sorted(play.where(who, "intents", "demanding").items()):
        if "damage" not in intent.interrupted_by:
            continue
        with play.citing("RC-DEM-08"):
            save = (Contribution(label="constitution", amount=modifier(play, who, "constitution")),)
            if play.roll(who, "keep-going", "1d20", modifiers=save, target=dc).outcome == "success":
                continue
            paid = intent.paid["burnout"]
            play.emit(who, IntentEnded(name=name, because="disrupted"))
            settle(play, f"{who}.intents.{name}")
            play.emit(who, PointSpent(name="burnout", amount=paid, rules=("RC-DEM-11",)))


def brought_down(play: Play, who: str) -> None:
    """RC-DEATH-01, RC-DEATH-03 to RC-DEATH-05: at 0 wounds and 0 stamina a hero is dead, unless they or a fellow spends
    a plot point; then they have 1 wound again and are unconscious."""
    tracks = play.character(who).tracks
    if tracks["wounds"].current > 0 and tracks["stamina"].current > 0:
        return
    if tracks["wounds"].current > 0:
        suffer(play, who, "unconscious")
    elif tracks["stamina"].current > 0:
        suffer(play, who, "incapacitated")
    elif any(saves(play, who, fellow) for fellow in (who, *fellows(play, who))):
        play.emit(who, TrackSet(name="wounds", current=1, rules=("RC-DEATH-05",)))
        suffer(play, who, "unconscious")
    else:
        suffer(play, who, "dead")


def suffer(play: Play, who: str, what: str) -> None:
    if not play.where(who, "conditions", what):
        play.emit(who, ConditionGained(name=play.new_id(what), condition=Condition(what=what)))


def fellows(play: Play, who: str) -> list[str]:
    others = (ref for ref in everyone(play) if ref.startswith("character/") and ref != who)
    return [ref for ref in others if play.exists(ref) and "plot" in play.character(ref).tracks]


def saves(play: Play, dying: str, payer: str) -> bool:
    if play.character(payer).tracks["plot"].current < 1:
        return False
    key = f"escape-death/{payer.partition('/')[2]}"
    prompt = f"Spend a plot point so that {dying.partition('/')[2]} escapes death?"
    if play.offer(key, owner_of(play, payer), ("yes", "no"), "no", prompt) == "no":
        return False
    spend_plot_point(play, payer)
    return True


def spend_plot_point(play: Play, who: str) -> None:
    """RC-PP-05: it passes to the Editor-in-Chief."""
    play.emit(who, PointSpent(name="plot", amount=1))
    play.emit(CAMPAIGN, PointGained(name="editor", amount=1))


def helpless(play: Play, who: str) -> None:
    for state in ("dead", "unconscious", "incapacitated"):
        if play.where(who, "conditions", state):
            play.refuse("RC-DEM-05", f"Whoever is {state} cannot act.")


def burn(play: Play, command: Burn) -> None:
    """RC-CONT-01, RC-CONT-02: all continuous damage of a scene adds up; a total beyond the Stamina Defense is a wound,
    and the count begins again at 0."""
    who = command.target
    if "continuous" not in play.character(who).uses:
        play.emit(who, UseOpened(name="continuous", use=Use(what="continuous", until=UntilSceneEnds())))
    play.emit(who, UseCounted(name="continuous", amount=command.damage))
    if play.character(who).uses["continuous"].count > play.value(who, "attributes.fortitude").total:
        with play.citing("RC-CONT-02"):
            play.emit(who, DamageTaken(name="wounds", amount=1))
            play.emit(who, UseReset(name="continuous", count=0))


def attack(play: Play, command: Attack) -> None:
    """RC-PP-08: a plot point rolls the attack, or its damage, again; the new result stands (ruling 10)."""
    helpless(play, command.who)
    defense = play.value(command.target, "attributes.avoidance").total
    strength = (Contribution(label="strength", amount=modifier(play, command.who, "strength")),)
    if rerollable(play, command.who, "attack", "1d20", strength) < defense:
        return
    damage = rerollable(play, command.who, "damage", "2d6", strength)
    play.emit(command.target, DamageTaken(name="stamina", amount=damage))


def rerollable(play: Play, who: str, label: str, notation: str, modifiers: tuple[Contribution, ...]) -> int:
    rolled = play.roll(who, label, notation, modifiers=modifiers)
    if play.character(who).tracks["plot"].current < 1:
        return rolled.total
    key = f"{label}/reroll"
    if play.offer(key, owner_of(play, who), ("yes", "no"), "no", "Spend a plot point to roll again?") == "no":
        return rolled.total
    with play.citing("RC-PP-08"):
        spend_plot_point(play, who)
        return play.roll(who, key, notation, modifiers=modifiers).total


COMMANDS = (
    CommandSpec(
        name="demanding", args=Demanding, rule=demanding, by="owner", actor="who", summary="Begin what takes time."
    ),
    CommandSpec(name="harm", args=Harm, rule=harm, by="gm", summary="Somebody is harmed."),
    CommandSpec(name="burn", args=Burn, rule=burn, by="gm", summary="Somebody takes continuous damage."),
    CommandSpec(name="attack", args=Attack, rule=attack, by="owner", actor="who", summary="Attack somebody."),
)
