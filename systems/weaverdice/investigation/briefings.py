"""Passing on what was unlocked: in documents, and in meetings."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.play.play import Play
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import Item, ItemGained
from systems.freeform.fields import Key
from systems.weaverdice.investigation import grids, spaces
from systems.weaverdice.investigation.spaces import OfGrid
from systems.weaverdice.investigation.using_intel import check_under_way, wrap_up
from systems.weaverdice.sheet import items

WRITEUP: Final = "writeup"


@data_of("items", WRITEUP)
class WriteupData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The spaces of a grid that a document tells of, by name."""

    group: str
    grid: str
    spaces: str


class SpellItOut(OfGrid, frozen=True, kw_only=True, omit_defaults=True):
    """`spaces` are the unlocked ones that are written up. One document goes to each of `to`."""

    who: Annotated[
        CharacterRef, Meta(description="Who writes it up, and keeps the document where nobody is named to get it")
    ]
    spaces: Annotated[
        tuple[Key, ...], Meta(description="The unlocked spaces that are written up; left out, all that they know")
    ] = ()
    to: Annotated[tuple[CharacterRef, ...], Meta(description="Those to whom one document goes each")] = ()


class HoldPresentation(OfGrid, frozen=True, kw_only=True, omit_defaults=True):
    """`present` are those at the meeting; left out, every member of the group."""

    who: CharacterRef
    present: Annotated[
        tuple[CharacterRef, ...], Meta(description="Those at the meeting; left out, every member of the group")
    ] = ()


class ReadWriteup(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`item` is the document, by name."""

    who: CharacterRef
    item: Annotated[Key, Meta(description="The document, by name")] = WRITEUP


@command("Write up what was unlocked; a character who receives the document knows it.", by="owner", slots=0)
def spell_it_out(play: Play, command: SpellItOut) -> None:
    """WD-UTIL-07: unlocks become documents, and a character who receives one knows what it tells."""
    who, group, on = command.who, command.group, command.grid
    check_under_way(play, who)
    known = _known(play, command)
    wanted = tuple(dict.fromkeys(spaces.space(play, group, on, called) for called in command.spaces)) or known
    if strange := next((name for name in wanted if name not in known), ""):
        where = spaces.place(play, group, strange)
        play.refuse(
            "WD-UTIL-07", "They know nothing of {where} that could be written up; name spaces they know.", where=where
        )
    data = WriteupData(group=group, grid=on, spaces=" ".join(wanted)).stored()
    target = play.enclave(group).grids[on].title or on
    with play.citing("WD-UTIL-07"):
        for reader in dict.fromkeys(command.to or (who,)):
            document = Item(what=WRITEUP, title=f"Writeup: {target}", location=items.INVENTORY, data=data)
            play.emit(reader, ItemGained(name=play.new_id(WRITEUP), item=document))
            grids.share(play, group, wanted, (reader,))
        wrap_up(play, who)


@command("Hold a meeting: everybody present knows what the speaker knows of a target.", by="owner", slots=0)
def hold_presentation(play: Play, command: HoldPresentation) -> None:
    """WD-UTIL-08: a meeting, after which everybody who was there knows what the speaker knows."""
    check_under_way(play, command.who)
    known = _known(play, command)
    members = play.enclave(command.group).members
    present = command.present or tuple(members[name].character for name in sorted(members))
    with play.citing("WD-UTIL-08"):
        grids.share(play, command.group, known, tuple(dict.fromkeys(present)))
        wrap_up(play, command.who)


def _known(play: Play, command: SpellItOut | HoldPresentation) -> tuple[str, ...]:
    spaces.grid(play, command.group, command.grid)
    known = grids.known_to(play, command.who, command.group, command.grid)
    if not known:
        play.refuse("WD-UTIL-07", "They know no unlocked space on that grid; unlock one first.")
    return known


@command("Read a document that one has: one knows what it tells.", by="owner", slots=0)
def read_writeup(play: Play, command: ReadWriteup) -> None:
    """WD-UTIL-07: a document tells its holder what it told the first reader, as far as that is still there."""
    item = items.name_of(play, command.who, command.item)
    document = play.character(command.who).items[item]
    if document.what != WRITEUP:
        play.missing(f"{command.who}.items.{item}", "{item} is no writeup; name a document that they have.", item=item)
    written = WriteupData.of(document)
    group, names = written.group, written.spaces.split()
    with play.citing("WD-UTIL-07"):
        grids.share(play, group, tuple(name for name in names if spaces.is_open(play, group, name)), (command.who,))
