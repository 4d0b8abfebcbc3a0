"""What players see of a grid: never what a space tells before they know it, nor what unlocks it, at any point of time."""

import re
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from msgspec.structs import replace

from api.testing.table import GM
from domain.commands import Envelope
from domain.history.points import parse_point
from domain.ledger.playing.acceptance import Actor, viewer_of
from domain.ledger.reading.points import moment
from domain.play.reading import World
from domain.play.refusals import Refused
from domain.records.entries import EntryFilter
from domain.visibility.audience import Viewer
from domain.visibility.world import RedactedPast, RemovedInstances
from projections.reader import Reader
from projections.views.explain import explain
from projections.views.group import GridView, grid, grids, group
from projections.views.history import history
from projections.views.sheet import sheet
from projections.views.timeline import one_entry
from tests.games.weaverdice.watching import ON, Stakeout
from tests.timelines import timeline

TRUTH, LIE, DEEP, GUARD, BRIBED = (
    "moonlit-harbour",
    "sunny-meadow",
    "velvet-staircase",
    "glass-eyed-owl",
    "copper-penny",
)
NUMBER, TIER = 19, 4
"""A target number and a tier that nothing else on the table has."""

_VALUES = re.compile(
    rf"\b(?:price|target|base|total|value|number|stored|before|after|amount)\W{{1,3}}{NUMBER}\b|\btier\W{{1,3}}{TIER}\b"
)


class Watched(Stakeout):
    """A table whose grid is full of secrets, read as a member."""

    def __init__(self) -> None:
        super().__init__(wits=4, knowledge=4)
        self.lay(
            "violent",
            "f-lister",
            spaces={
                "0/0": {"number": NUMBER, "tier": TIER, "truth": TRUTH, "shown": LIE},
                "0/1": {"number": NUMBER, "tier": TIER, "truth": TRUTH},
                "1/0": {"truth": TRUTH},
            },
        )
        self.on("mark_pieces", spaces=["0/0", "0/1", "1/0", "1/1"], number=NUMBER, tier=TIER, truth=DEEP)
        self.on("post_guard", what=GUARD, harder=1, consequence=GUARD)
        self.on("change_requirement", "0/2", number=3, because=BRIBED)
        self.on("confound_research", "3/3", how="false", shown=LIE, warned=False)

    def viewer(self, member: str) -> Viewer:
        role: Any = "gm" if member == "gm" else "player"
        return viewer_of(self.world, Actor(member, role))

    @property
    def world(self) -> World:
        return self.ledger.heads.fresh(self.campaign_id)

    def seen(self, member: str = "ana") -> GridView:
        """The grid as a member sees it."""
        view = grid(self.world, self.viewer(member), self.ref("crew"), "target")
        assert view is not None
        return view

    def newest(self) -> int:
        return self.ledger.heads.fresh(self.campaign_id).head.entry

    def everything(self, member: str = "ana", *point: Any) -> str:
        """All that a member can read of the grid, of the group, of Bandit and of what was played, at a point."""
        store, registry, head = self.ledger.store, self.ledger.registry, self.ledger.heads.fresh(self.campaign_id)
        viewer = self.viewer(member)
        at = moment(store, head, parse_point(*(point or (None,))))
        if point:
            now = Reader(self.world, viewer, registry, RemovedInstances(store, self.campaign_id))
            at = replace(at, world=RedactedPast(at.world, now.visible))
        crew = self.ref("crew")
        paths = (
            "cells.target/0/0.price",
            "cells.target/0/0.data.tier",
            "cells.target/0/0.truth",
            "cells.target/0/2.price",
        )
        about: dict[str, Any] = {"world": at.world, "registry": registry, "known_at": at.known_at}
        return str(
            [
                grids(at.world, viewer, crew),
                group(at.world, viewer, crew),
                sheet(at.world, viewer, self.ref("bandit")),
                *(explain(store, self.campaign_id, viewer, crew, p, moment=at, registry=registry) for p in paths),
                history(store, self.campaign_id, viewer, crew, moment=at, registry=registry),
                timeline(store, self.campaign_id, EntryFilter(limit=200), viewer, **about),
                *(one_entry(store, self.campaign_id, n, viewer, **about) for n in range(1, at.known_at + 1)),
            ]
        )


@pytest.fixture
def table() -> Watched:
    return Watched()


def secrets_in(text: str, *but: str) -> list[str]:
    """The secrets that stand in what was read: words, and the number or the tier as the value of something."""
    words = [word for word in (TRUTH, LIE, DEEP, GUARD, BRIBED, "harder") if word not in but and word in text]
    return words + _VALUES.findall(text)


@pytest.mark.rules("WD-GRID-07", "WD-GRID-10", "WD-SURV-06", "WD-DEEP-01")
class TestBeforeAnythingIsUnlocked:
    def test_the_game_master_sees_it_all(self, table: Watched) -> None:
        assert len(secrets_in(table.everything("gm"))) >= 6

    def test_a_player_sees_none_of_it(self, table: Watched) -> None:
        assert secrets_in(table.everything()) == []

    def test_a_player_sees_the_spaces_their_headings_and_what_is_blocked(self, table: Watched) -> None:
        table.on("block_space", "2/1")
        seen = table.seen()
        assert (len(seen.cells), seen.row_labels[0], [c.name for c in seen.cells if c.blocked]) == (
            16,
            "Movements",
            ["target/2/1"],
        )

    def test_at_no_point_of_the_past(self, table: Watched) -> None:
        newest = table.newest()
        for entry in range(1, newest + 1):
            assert secrets_in(table.everything("ana", str(entry), None, newest)) == []
            assert secrets_in(table.everything("ana", str(entry), "as_played")) == []


@pytest.mark.rules("WD-GRID-10", "WD-DEEP-01", "WD-RSCH-04")
class TestWhatIsUnlocked:
    def test_a_space_tells_what_it_shows_to_the_character_who_unlocked_it(self, table: Watched) -> None:
        table.unlock("0/0")
        seen = table.seen().cells[0]
        assert (seen.shown, seen.truth, seen.price, seen.data, seen.known) == (LIE, None, None, {}, True)

    def test_an_unlocked_space_tells_nobody_else(self, table: Watched) -> None:
        table.unlock("0/0", by=("ribbit",))
        assert secrets_in(table.everything()) == []

    def test_until_they_are_told(self, table: Watched) -> None:
        table.unlock("0/0", by=("ribbit",))
        table.on("share_spaces", to=["bandit"])
        assert table.seen().cells[0].shown == LIE

    def test_a_piece_is_seen_to_be_one_only_then(self, table: Watched) -> None:
        before = [cell.node for cell in table.seen().cells[:2]]
        table.unlock("0/0")
        after = [bool(cell.node) for cell in table.seen().cells[:2]]
        assert (before, after) == (["", ""], [True, False])

    def test_a_gathered_node_keeps_what_it_is_about(self, table: Watched) -> None:
        table.unlock("0/0", "0/1", "1/0", "1/1", by=("ribbit",))
        assert secrets_in(table.everything()) == []

    def test_the_truth_and_the_number_of_a_space_are_read_at_no_point_of_time(self, table: Watched) -> None:
        table.unlock("0/0")
        newest = table.newest()
        for entry in range(1, newest + 1):
            assert secrets_in(table.everything("ana", str(entry), None, newest), LIE) == []
            assert secrets_in(table.everything("ana", str(entry), "as_played"), LIE) == []

    def test_an_unlocking_that_was_undone_tells_no_secret(self, table: Watched) -> None:
        (unlocked,) = table.unlock("0/0", by=("ribbit",))
        table.undo(unlocked)
        assert secrets_in(table.everything()) == []


@pytest.mark.rules("WD-SURV-01", "WD-RSCH-01")
class TestRolls:
    def test_a_failed_roll_does_not_say_what_it_would_have_taken(self, table: Watched) -> None:
        table.surveil()
        table.watch(6, as_player="ana")
        table.research()
        table.look_up(1, "3/3")
        assert secrets_in(table.everything()) == []

    def test_a_roll_that_succeeds_does_not_say_what_it_took(self, table: Watched) -> None:
        table.unlock("0/1", by=("ribbit",))
        table.surveil()
        entry = table.watch(6, "0/2", as_player="ana", responses={"failure": "strike"})
        view = one_entry(
            table.ledger.store, table.campaign_id, entry, table.viewer("ana"),
            world=table.world, registry=table.ledger.registry,
        )  # fmt: skip
        assert (secrets_in(str(view)), "target=7" in str(view)) == ([], False)

    def test_what_intel_a_space_takes_is_not_said_where_it_does_not_fit(self, table: Watched) -> None:
        table.hold("tip", "city", 1)
        refusal = table.refusal("buy_space", **ON, space="0/0", who="bandit", intel=["tip"])
        assert [word for word in ("violent", str(TIER), str(NUMBER)) if word in refusal.player] == []

    def test_a_question_about_a_failed_roll_lists_spaces_and_not_what_they_take(self, table: Watched) -> None:
        table.hold("tip", "city", 1)
        table.surveil()
        table.watch(1, responses={})
        (question,) = table.sheet("bandit").questions.values()
        assert secrets_in(msgspec.json.encode(question).decode()) == []


@pytest.mark.rules("WD-GRID-01", "WD-FIND-08")
class TestHiddenGrids:
    def test_a_hidden_one_is_not_there(self) -> None:
        table = Watched()
        table.play(
            "lay_out_grid", group="crew", grid="shadow", target=DEEP, dispositions=["hero"], rows=[TRUTH], hidden=True
        )
        assert secrets_in(table.everything()) == []
        table.play("show_grid", group="crew", grid="shadow")
        assert TRUTH in table.everything()

    def test_a_hidden_grid_shows_no_bonus_until_the_target_is_found(self) -> None:
        table = Watched()
        table.play(
            "lay_out_grid", group="crew", grid="shadow", target="lung", dispositions=["hero"], rows=[TRUTH], hidden=True
        )
        search: dict[str, Any] = {"who": "bandit", "target": "lung", "base": 20, "group": "crew", "grid": "shadow"}
        table.play("begin_search", **search)
        before = "bonus.shadow" in table.everything()
        table.play("change_search", who="bandit", search="lung", why="They talk.", by=-20)
        assert (before, "bonus.shadow" in table.everything()) == (False, True)


@pytest.mark.rules("WD-SURV-01", "WD-RSCH-01")
class TestDryRuns:
    """Tried with one die after the other, a roll would tell the number it has to reach."""

    def tried(self, table: Watched, word: str, space: str, label: str, who: Actor) -> str:
        args = {**ON, "group": table.ref("crew"), "space": space, "who": table.ref("bandit")}
        envelope = Envelope(type=f"weaverdice.{word}", id=str(uuid4()), args=args, dice={label: (6,)})
        try:
            table.ledger.preview(table.campaign_id, who, [envelope])
        except Refused as refused:
            return refused.rule
        return "tried"

    @pytest.mark.parametrize(("word", "space", "label"), [("watch", "0/0", "surveil"), ("look_up", "3/3", "research")])
    def test_are_not_for_players(self, table: Watched, word: str, space: str, label: str) -> None:
        table.surveil()
        table.research()
        tried = [self.tried(table, word, space, label, who) for who in (Actor("ana", "player"), GM)]
        assert tried == ["veiled", "tried"]
