"""Tables at which Felinous, a cat burglar and sometimes hitman, looks for people for a job."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from domain.history.points import parse_point
from domain.ledger.playing.acceptance import Actor, viewer_of
from domain.ledger.reading.points import moment
from domain.records.entries import EntryFilter
from domain.vocabulary.groups import Mission
from projections.views.group import group, roster
from projections.views.history import history
from projections.views.sheet import sheet
from tests.games.weaverdice.following import Following
from tests.timelines import timeline

HURT, EITHER, ONCE, PAYDAY = "combat-type", "villainous-or-mercenary", "one-mission-only", "payday-20k"

WISHES: list[dict[str, str]] = [
    {"what": HURT},
    {"what": EITHER, "manner": "ideal"},
    {"what": ONCE},
    {"what": PAYDAY},
]
"""What Felinous asks for and offers: -1, -1, +2 and +2."""


class Hiring(Following):
    """A table at which Felinous, with 3 in every stat but those that are named, has recruited Cricket into his crew."""

    def __init__(self, **stats: Any) -> None:
        super().__init__()
        self.cape("felinous", **stats)
        self.cape("cricket", owner="", category="notable")
        self.play("create_enclave", name="Crew", handle="crew", members=["felinous", "cricket"])

    def call(self, *faces: int, dice: Mapping[str, Sequence[int]] | None = None, **args: Any) -> int:
        """A call for recruits; what its dice show."""
        given = {f"prospect/{number}": [face] for number, face in enumerate(faces, 1)} | dict(dice or {})
        args = {"seeking": "troops", **args}
        return self.play("recruit", who="felinous", dice=given, **args)

    def added(self, entry: int) -> int:
        """What every die of a call had added."""
        return sum(contribution.amount for contribution in self.last_roll(entry).modifiers)

    def prospects(self) -> int:
        """How many answered the last call."""
        return int(str(self.of_kind("recruitment")[-1].data["prospects"]))

    def draw(self, name: str, dice: Mapping[str, Sequence[int]] | None = None, **args: Any) -> int:
        return self.play("draw_up_candidate", who="felinous", name=name, dice=dice, **args)

    def describe(self, name: str, *, flaws: Sequence[str] = (), faces: Mapping[str, int], **details: str) -> int:
        """What is true of a candidate; `faces` are what the secret dice show."""
        dice = {f"detail/{detail}": [face] for detail, face in faces.items()}
        args: dict[str, Any] = {"details": details, "flaws": list(flaws)}
        return self.play("describe_candidate", who="felinous", candidate=name, dice=dice, **args)

    def ask(self, name: str, question: str = "What have you done so far?", **args: Any) -> int:
        return self.play(
            "question_candidate", as_player="ana", who="felinous", candidate=name, question=question, **args
        )

    def answer(self, name: str, words: str = "This and that.", **args: Any) -> int:
        return self.play("answer_for_candidate", who="felinous", candidate=name, answer=words, **args)

    def of_kind(self, kind: str) -> list[Mission]:
        missions = self.group("circle-of-felinous").missions
        return [mission for _, mission in sorted(missions.items(), key=lambda pair: pair[0]) if mission.kind == kind]

    def candidate(self, name: str) -> Mission:
        return next(mission for mission in self.of_kind("candidate") if mission.title == name)

    def known(self, name: str) -> dict[str, str]:
        """What Felinous knows of a candidate."""
        return dict(self.candidate(name).details)

    def truths(self, name: str) -> dict[str, str]:
        """What is true of a candidate, as the game master keeps it."""
        circle = self.group("circle-of-felinous")
        ref = next(key for key, mission in circle.missions.items() if mission.title == name)
        assets = (asset for asset in circle.assets.values() if asset.data["candidate"] == ref)
        return {asset.title: str(asset.data["truth"]) for asset in assets}

    def all_that_ana_sees(self) -> str:
        """Every view of the circle, its history and the whole timeline, as Ana, who plays Felinous, reads them."""
        world = self.ledger.heads.fresh(self.campaign_id)
        viewer, ref = viewer_of(world, Actor("ana", "player")), self.ref("circle-of-felinous")
        store, registry = self.ledger.store, self.ledger.registry
        entries = timeline(store, self.campaign_id, EntryFilter(limit=500), viewer, world=world, registry=registry)
        views: list[object] = [read(world, viewer, ref) for read in (group, roster, sheet)]
        head = moment(store, world, parse_point(None))
        views.append(history(store, self.campaign_id, viewer, ref, moment=head, registry=registry))
        return msgspec.json.encode([views, entries]).decode()

    def agree(self, name: str = "Troglodyte", *, drawn: bool = True, **args: Any) -> None:
        """A candidate who fits the story has applied, was made an offer, and accepts it."""
        if drawn:
            self.draw(name, inserted=True)
        self.play("offer_terms", as_player="ana", who="felinous", candidate=name, terms="A fifth", **args)
        self.play("respond_to_offer", who="felinous", candidate=name, response="accept", condition="Nobody stops him")

    def hire(self, name: str = "Troglodyte", as_: str = "cape", **args: Any) -> int:
        return self.play("hire", who="felinous", candidate=name, **{"as": as_, **args})
