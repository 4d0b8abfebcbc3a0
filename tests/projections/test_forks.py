"""What a fork shows: as little as today of what it goes back to, and beside its parent what each has of its own."""

from __future__ import annotations

import pytest

from domain.aggregates import Aggregate
from domain.ledger.forking.fork import fork
from domain.ledger.ledger import Ledger
from domain.ledger.playing.acceptance import Actor
from domain.ledger.reading.forks import ForkAwareStore
from domain.ledger.reading.past import CorrectedPast
from domain.visibility.world import VisibleWorld
from projections.names import Name
from projections.views.comparison import compared
from projections.views.plans import ChangeView
from tests.projections.table import Table

GM = Actor("gm", "gm")


class Branching(Table):
    """A table whose campaign can be forked."""

    def __init__(self) -> None:
        super().__init__()
        self.store = ForkAwareStore(self.ledger.store)
        self.ledger = Ledger(self.store, self.registry)

    def fork(self, at: int | None = None) -> Branching:
        forked = object.__new__(Branching)
        forked.__dict__.update(self.__dict__)
        forked.campaign = fork(self.ledger, self.campaign, GM, "What if", at=at).id
        return forked

    def marked(self) -> int:
        """Ramjet is marked, and everybody sees it."""
        return self.gm("put", target="ramjet", component="conditions", name="mark", instance={"what": "mark"})

    def set(self, path: str, value: object, target: str = "ramjet") -> int:
        return self.gm("set", target=target, path=path, value=value, reason="So.")

    def seen(self, member: str, handle: str = "ramjet") -> Aggregate | None:
        return VisibleWorld(self.world, self.viewer(member)).aggregate(self.ref(handle))

    def sees_mark(self, member: str) -> bool:
        seen = self.seen(member)
        return seen is not None and "mark" in seen.conditions

    def beside(self, other: Branching, member: str = "gm") -> tuple[tuple[ChangeView, ...], dict[str, Name]]:
        """What differs between this campaign and a fork of it."""
        fork_point = self.store.fork_point(other.campaign)  # type: ignore[attr-defined]
        cut = CorrectedPast(self.store, self.campaign, up_to=fork_point.cut, known_at=fork_point.known_at)
        here, fork = (VisibleWorld(each.world, each.viewer(member)) for each in (self, other))
        return compared(here, fork, cut)[:2]


@pytest.fixture
def table() -> Branching:
    return Branching()


class TestWhatWasHiddenSince:
    def test_an_instance_hidden_since_stays_hidden_where_a_fork_goes_back_behind_that(self, table: Branching) -> None:
        marked = table.marked()
        table.set("conditions.mark.audience", "gm")
        forked = table.fork(marked)
        assert [forked.sees_mark(member) for member in ("gm", "ana", "ben")] == [True, False, False]

    def test_an_instance_hidden_since_is_hidden_at_every_point_of_the_shared_past(self, table: Branching) -> None:
        marked = table.marked()
        table.set("conditions.mark.audience", "gm")
        forked = table.fork(marked)
        assert "mark" not in str(forked.timeline("ben"))

    def test_what_was_shown_since_is_as_hidden_as_it_was_there(self, table: Branching) -> None:
        table.marked()
        hidden = table.set("conditions.mark.audience", "gm")
        table.set("conditions.mark.audience", "all")
        assert (table.sees_mark("ben"), table.fork(hidden).sees_mark("ben")) == (True, False)

    def test_only_those_see_it_who_could_then_and_can_now(self, table: Branching) -> None:
        table.marked()
        then = table.set("conditions.mark.audience", ["ana", "ben"])
        table.set("conditions.mark.audience", ["ben", "olaf"])
        forked = table.fork(then)
        assert [forked.sees_mark(member) for member in ("ana", "ben", "olaf")] == [False, True, False]

    def test_what_was_hidden_and_then_taken_away_is_hidden(self, table: Branching) -> None:
        marked = table.marked()
        table.set("conditions.mark.audience", "gm")
        table.gm("take", target="ramjet", path="conditions.mark")
        assert not table.fork(marked).sees_mark("ben")

    def test_a_character_who_was_hidden_since_is_not_there(self, table: Branching) -> None:
        came = table.gm("create_character", name="Spy")
        table.set("profile.self.audience", "gm", "spy")
        assert table.fork(came).seen("ben", "spy") is None

    def test_a_sheet_that_was_closed_since_is_closed(self, table: Branching) -> None:
        came = table.gm("create_character", name="Foe", tracks={"hp": 5})
        table.set("profile.self.sheet", "gm", "foe")
        seen = table.fork(came).seen("ben", "foe")
        assert seen is not None
        assert seen.tracks == {}

    def test_a_character_belongs_to_the_member_who_plays_it_now(self, table: Branching) -> None:
        came = table.gm("create_character", name="Foe", tracks={"hp": 5}, owners=["ana"], sheet="gm")
        table.set("profile.self.owners", ["ben"], "foe")
        shown = [table.fork(came).seen(member, "foe") for member in ("ana", "ben")]
        assert [seen is not None and seen.tracks != {} for seen in shown] == [False, True]

    def test_a_fork_of_now_changes_nothing_about_it(self, table: Branching) -> None:
        table.marked()
        table.set("conditions.mark.audience", "gm")
        forked = table.fork()
        assert {event["aggregate"] for event in forked.entry(table.world.head.entry + 1).events} == {"campaign/self"}  # type: ignore[attr-defined]


class TestBeside:
    def test_values_differ_by_path(self, table: Branching) -> None:
        forked = table.fork()
        table.gm("damage", target="ramjet", track="hp", amount=2)
        forked.gm("damage", target="ramjet", track="hp", amount=5)
        [change] = table.beside(forked)[0]
        assert (change.path, change.before, change.after) == ("character/ramjet.tracks.hp.current", 8, 5)

    def test_conditions_of_one_id_that_both_have_gained_since_are_two(self, table: Branching) -> None:
        forked = table.fork()
        table.gm("note", text="So that both are called alike.")
        for each, level in ((table, 1), (forked, 2)):
            each.gm("afflict", target="ramjet", what="dazed", level=level)
        changes = table.beside(forked)[0]
        assert len({change.path for change in changes}) == 1
        assert [(change.before is None, change.after is None) for change in changes] == [(False, True), (True, False)]

    def test_one_condition_that_both_have_gained_since_is_no_difference(self, table: Branching) -> None:
        forked = table.fork()
        table.gm("note", text="So that both are called alike.")
        for each in (table, forked):
            each.gm("afflict", target="ramjet", what="dazed")
        assert table.beside(forked)[0] == ()

    def test_a_name_that_means_two_is_left_out(self, table: Branching) -> None:
        forked = table.fork()
        table.gm("note", text="So that both are called alike.")
        for each, name in ((table, "Ann"), (forked, "Bob")):
            each.gm("create_character", name=name)
        changes, names = table.beside(forked)
        assert table.ref("ann") == forked.ref("bob")
        assert {change.path.partition(".")[0] for change in changes} >= {"character/ann", "character/bob"}
        assert table.ref("ann") not in names

    def test_a_player_is_told_of_no_difference_in_what_is_hidden(self, table: Branching) -> None:
        table.gm("create_character", name="Spy", hidden=True, tracks={"hp": 5})
        forked = table.fork()
        forked.gm("damage", target="spy", track="hp", amount=5)
        forked.gm("create_character", name="Mole", hidden=True)
        assert len(table.beside(forked)[0]) > 1
        assert table.beside(forked, "ben") == ((), {})

    def test_dice_epochs_and_origins_are_no_difference(self, table: Branching) -> None:
        assert table.beside(table.fork()) == ((), {})
