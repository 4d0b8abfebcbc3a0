"""Icons and affiliations: the reputation that a costume brings each day."""

from __future__ import annotations

from domain.play.play import Play
from systems.weaverdice.fame import reputation
from systems.weaverdice.gear.costume import intact
from systems.weaverdice.gear.pieces import feature
from systems.weaverdice.moments import DAY_START
from systems.weaverdice.sheet.items import STASH, PieceData


def supply_reputation(play: Play, who: str) -> None:
    """WD-COS-13, WD-COS-14, ruling 12: each icon and affiliation that is intact brings a card a day, worn or at home."""
    things = play.character(who).items
    wardrobe = [name for name, thing in sorted(things.items()) if thing.features and _at_hand(thing.location)]
    for piece in wardrobe:
        for key in intact(play, who, piece):
            does = feature(play, key)
            group = PieceData.of(things[piece]).group if does.exclusive else ""
            with play.citing("WD-COS-14" if does.exclusive else "WD-COS-13"):
                for _ in range(does.reputation):
                    reputation.award(
                        play,
                        who,
                        source=f"{key.partition('/')[0]} {group}".strip(),
                        exclusive_to=group,
                        origin=reputation.AFFILIATION if does.exclusive else reputation.ICON,
                        kept_from=does.preserved_on or 0,
                    )


def _at_hand(location: str) -> bool:
    return location == STASH or location.startswith("costume/")


MOMENTS = {DAY_START: (supply_reputation,)}
