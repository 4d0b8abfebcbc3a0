"""Help at the workbench: another cape's slot, a hand that happens to be free, henchmen who do nothing else."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.rolls import dice_of
from domain.play.play import Play
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.data import Data
from domain.vocabulary.groups import FollowerChanged
from domain.vocabulary.undertakings import Link, LinkBroken, LinkMade
from systems.freeform.fields import Key
from systems.weaverdice.checks import crafting_skills
from systems.weaverdice.fame import circles, followers
from systems.weaverdice.groups import underlings
from systems.weaverdice.moments import DOWNTIME_END
from systems.weaverdice.sheet import skills
from systems.weaverdice.sheet.phases import AT_LEISURE, block

HELP: Final = "craft-help"
"""The kind of the links from the crafter to the helper: `data.project` at what, `data.once` with one roll only,
`data.worker` by which of their people."""

CRAFT: Final = "craft"


@data_of("links", HELP)
class HelpData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The project that is helped with, by which worker, and whether by one roll alone."""

    project: str
    once: bool = False
    worker: str = ""


class HelpCraft(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`who` helps, `whose` the `project` is."""

    who: Annotated[CharacterRef, Meta(description="Who helps")]
    whose: Annotated[CharacterRef, Meta(description="Whose project it is")]
    project: Annotated[Key, Meta(description="What is being made, by what it is or by the name of the task")]


class PutToWork(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`worker` is a follower or an underling of theirs, by type or name."""

    who: CharacterRef
    worker: Annotated[Key, Meta(description="A follower or an underling of theirs, by type or name")]
    project: Annotated[Key, Meta(description="What is being made, by what it is or by the name of the task")]
    whose: Annotated[CharacterRef, Meta(description="Whose project it is, if it is not theirs")] = ""


def dice(play: Play, who: str) -> str:
    """WD-CRF-02, WD-CSK-01: one die or, with Craft, the best of several."""
    return dice_of(6, crafting_skills.extra_dice(play, who))


def rolls(play: Play, who: str, name: str) -> list[int]:
    """WD-CRF-08: return the rolls of everybody who helps with a craft; of them and the maker's own the best one counts."""
    totals: list[int] = []
    for link, link_data in sorted(play.where(who, "links", HELP).items()):
        given = HelpData.of(link_data)
        if given.project != name:
            continue
        with play.citing("WD-CRF-08"):
            totals.append(_roll(play, who, str(link_data.to), given.worker))
            if given.once:
                play.emit(who, LinkBroken(name=link, because="lent a hand"))
    return totals


def _roll(play: Play, who: str, helper: str, worker: str) -> int:
    """The roll of a helper: a cape's with their own skills, a henchman's without."""
    if worker:
        return play.roll(who, f"{CRAFT}/{worker}", "1d6").total
    skills.used(play, helper, crafting_skills.FIELD)
    return play.roll(helper, CRAFT, dice(play, helper)).total


@command("Spend a slot of downtime on helping with another character's craft.", by="owner", slots=1)
def help_craft(play: Play, command: HelpCraft) -> None:
    """WD-CRF-08: a slot spent on another's craft is a roll of one's own at each step of it from then on, while the slot lasts.
    In a phase it is carried out before the craft's rolls: planned for an earlier day, or carried out first."""
    _join(play, command.who, command.whose, command.project, once=False)


@command("Add one roll to a character's craft while hanging out or recuperating.", by="owner", slots=0)
def lend_a_hand(play: Play, command: HelpCraft) -> None:
    """WD-CRF-08: add a roll of a helper who only hangs out at the workshop, or recuperates there, to one attempt."""
    if not conditions.has(play, command.who, AT_LEISURE):
        play.refuse(
            "WD-CRF-08", "A hand is free while they hang out or recuperate; spend a slot on that, or on helping."
        )
    else:
        conditions.end_one(play, command.who, min(play.where(command.who, "conditions", AT_LEISURE)), "lent a hand")
    _join(play, command.who, command.whose, command.project, once=True)


def _join(play: Play, helper: str, maker: str, word: str, *, once: bool) -> None:
    name = _project(play, maker, word)
    if helper == maker:
        play.refuse("WD-CRF-08", "Their own work takes crafting actions of their own; help is somebody else's.")
    links = play.where(maker, "links", HELP).values()
    if any((link.to, HelpData.of(link).project) == (helper, name) and not HelpData.of(link).worker for link in links):
        play.refuse("WD-CRF-08", "They help with this already; each helper adds one roll to an attempt.")
    link = Link(kind=HELP, to=helper, until=block(helper), data=HelpData.changes(project=name, once=once or None))
    play.emit(maker, LinkMade(name=play.new_id(HELP), link=link, rules=("WD-CRF-08",)))


def _project(play: Play, maker: str, word: str) -> str:
    projects = play.where(maker, "tasks", CRAFT)
    craft = next((name for name in sorted(projects) if word in (name, projects[name].title)), "")
    return craft or play.missing(
        f"{maker}.tasks.{word}", "They are not making {word!r}; name what they are.", word=word
    )


@command("Have a henchman help with a craft, who does nothing else meanwhile.", by="owner", slots=0)
def put_to_work(play: Play, command: PutToWork) -> None:
    """WD-CRF-08: henchmen who help are tied up for the rest of the phase, and add a roll at each step."""
    who, maker = command.who, command.whose or command.who
    name = _project(play, maker, command.project)
    worker = _tie_up(play, who, command.worker)
    link = Link(
        kind=HELP, to=who, until=AtMoment(moment=DOWNTIME_END), data=HelpData(project=name, worker=worker).stored()
    )
    play.emit(maker, LinkMade(name=play.new_id(HELP), link=link, rules=("WD-CRF-08",)))


def _tie_up(play: Play, who: str, word: str) -> str:
    """The name of the henchman, who is tapped until the phase is over."""
    until = AtMoment(moment=DOWNTIME_END)
    henchmen = circles.followers(play, who, underlings.KIND)
    if not any(word in (name, henchman.of, henchman.title) for name, henchman in henchmen.items()):
        return followers.tap(play, who, word, until)
    name = underlings.named(play, who, word)
    if henchmen[name].state != circles.READY:
        play.refuse("WD-CRF-08", "That helper is busy with something else; name another.")
    tied = FollowerChanged(name=name, state=circles.TAPPED, tapped_until=until, rules=("WD-CRF-08",))
    play.emit(circles.circle(play, who), tied)
    return name
