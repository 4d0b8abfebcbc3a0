"""Designs: what can be made, at what price and difficulty, from the wardrobe, the campaign's weapons, or the game
master's hand."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from msgspec import Meta

from domain.aggregates import CAMPAIGN
from domain.commands import Command
from domain.kit.commands import command
from domain.kit.naming import handle_of
from domain.play.play import Play
from domain.vocabulary.base import Scalar
from domain.vocabulary.catalogue import Addition, CatalogueAdded
from systems.freeform.fields import Because, Title
from systems.weaverdice.crafting.workshop import NUMBERS
from systems.weaverdice.gear import pieces, weapons
from systems.weaverdice.gear.pieces import TIERS, Tier
from systems.weaverdice.sheet.items import WorkData

KIND, MISHAP = "design", "mishap"
"""The kinds in the catalogue of a design; and, for the game master alone, of what may go wrong with it."""

Dollars = Annotated[int, Meta(ge=0, le=1_000_000_000)]


class Design(NamedTuple):
    """A thing that can be made. `raised` is how much harder it is, `factor` how many times the rolls it has room for,
    `sorts` are the words by which tools and price lists know it; `catalogue` is the entry of a weapon."""

    tiers: tuple[Tier, ...]
    price: int
    raised: int = 0
    factor: int = 1
    sorts: tuple[str, ...] = ()
    catalogue: str = ""


class LayOutDesign(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` can be made. It is harder when it is `mechanical`, takes `expertise`, or is `raised` for another reason. The
    `mishap` comes to pass when it fails, or (`mishap_on`) whenever a hidden die shows that or less."""

    what: Annotated[Title, Meta(description="What can be made")]
    price: Annotated[Dollars, Meta(description="What such a thing costs ready made")]
    tiers: Annotated[tuple[Tier, ...], Meta(description="The tiers that it can be made in")] = TIERS
    mechanical: Annotated[bool, Meta(description="Whether it is mechanical, and so harder")] = False
    expertise: Annotated[int, Meta(description="How much harder it is for the expertise that it takes")] = 0
    raised: Annotated[int, Meta(description="How much harder it is for another reason")] = 0
    factor: Annotated[
        int, Meta(ge=1, le=20, description="By how much the rolls are multiplied for which drudge work has room")
    ] = 1
    sorts: Annotated[tuple[str, ...], Meta(description="What tools and price lists know it as (metal, armor)")] = ()
    bonus: Annotated[int, Meta(description="What a standard one is good for")] = 0
    days: Annotated[int, Meta(description="How many days a standard one lasts")] = 0
    mishap: Annotated[Because, Meta(description="In a few words")] = ""
    mishap_on: Annotated[
        int,
        Meta(
            ge=0,
            le=6,
            description="The number that a hidden die has to show, or less, for the mishap; left out, it comes when the thing fails",
        ),
    ] = 0


def named(play: Play, what: str, tier: Tier) -> Design:
    """WD-CRF-04, WD-CRF-06: the design of that name: a piece of costume, a weapon of the catalogue, or what the game
    master laid out. Absent where there is none."""
    word = handle_of(what)
    entry = weapons.entry_of(what)
    own = play.campaign().catalogue.get(f"{KIND}/{word}")
    if own is not None:
        fields = own.fields
        words = (str(fields.get("tiers") or ""), str(fields.get("sorts") or ""))
        return Design(
            tiers=tuple(one for one in TIERS if one in words[0].split()),
            price=int(fields.get("price") or 0),
            raised=int(fields.get("raised") or 0),
            factor=int(fields.get("factor") or 1),
            sorts=tuple(words[1].split()),
        )
    if tiers := pieces.tiers_of(play, word):
        feature = pieces.feature(play, f"{word}/{tier if tier in tiers else tiers[0]}")
        return Design(tuple(tiers), feature.price, sorts=("costume", "armor") if feature.armor else ("costume",))
    if entry in play.campaign().catalogue:
        weapon = weapons.listed(play, entry)
        return Design(TIERS, weapon.price, sorts=("weapon", *weapon.keywords), catalogue=entry)
    return play.missing(
        f"{CAMPAIGN}.catalogue.{KIND}/{word}",
        "There is no design for {what!r}; the game master lays one out first.",
        what=what,
    )


def worth(play: Play, what: str, tier: Tier) -> WorkData:
    """WD-CRF-06: return what a work is good for: rarely anything in the low tier, twice as much and ten times as long
    in the high one."""
    own = play.campaign().catalogue.get(f"{KIND}/{handle_of(what)}")
    fields = {} if own is None else own.fields
    times = NUMBERS.tiers[tier]
    bonus, days = (int(fields.get(word) or 0) for word in ("bonus", "days"))
    return WorkData(tier=tier, bonus=bonus * times.bonus, days=days * times.duration)


@command("Lay out an item that can be made: its price, how hard it is, and what may go wrong.")
def lay_out_design(play: Play, command: LayOutDesign) -> None:
    """WD-CRF-06, WD-CRF-07: the game master prices a work and says how hard it is to make."""
    changes, expertise = NUMBERS.changes, command.expertise
    if expertise and not changes.expertise_least <= expertise <= changes.expertise_most:
        least, most = changes.expertise_least, changes.expertise_most
        play.refuse(
            "WD-CRF-07",
            "Expertise that takes more than an afternoon to learn makes a work harder by {least} to "
            "{most}; give a number in between.",
            least=least,
            most=most,
        )
    raised = command.raised + expertise + (changes.mechanical if command.mechanical else 0)
    if command.factor >= changes.drudge and raised <= 0:
        play.refuse(
            "WD-CRF-07", "A work that can be attempted without limit is more difficult; give by how much, as `raised`."
        )
    if not command.tiers:
        play.refuse("WD-CRF-06", "A work is of some tier; there is {tiers}.", tiers=", ".join(TIERS))
    fields: dict[str, Scalar] = {"price": command.price, "raised": raised, "factor": command.factor}
    fields |= {"tiers": " ".join(command.tiers), "sorts": " ".join(handle_of(sort) for sort in command.sorts)}
    fields |= {"bonus": command.bonus, "days": command.days}
    word = handle_of(command.what) or KIND
    addition = Addition(kind=KIND, title=command.what, fields=fields)
    play.emit(CAMPAIGN, CatalogueAdded(name=f"{KIND}/{word}", addition=addition, rules=("WD-CRF-06", "WD-CRF-07")))
    if command.mishap:
        hidden = Addition(kind=MISHAP, title=command.mishap, fields={"on": command.mishap_on}, audience="gm")
        with play.citing("WD-CRF-07"):
            play.emit(CAMPAIGN, CatalogueAdded(name=f"{MISHAP}/{word}", addition=hidden))
