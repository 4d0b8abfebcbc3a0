"""What is kept on a sheet: conditions, wounds, modifiers, links, intents, tasks, things, cards, uses."""

from __future__ import annotations

from typing import Any

import pytest

from domain.play.reading import TrackedReads
from domain.play.values import effective
from domain.visibility.audience import Viewer, may_see
from domain.vocabulary.anchors import UntilSceneEnds
from domain.vocabulary.bodies import Condition, Wound
from domain.vocabulary.holdings import Card, Item
from domain.vocabulary.undertakings import Intent, Link, Task, Use
from domain.vocabulary.values import Modifier
from tests.freeform.claims import expect_missing, expect_refusal
from tests.freeform.table import Table, tags
from tests.play.rules import but_for_sight

NUMBER = {"op": "number", "value": 3}


@pytest.fixture
def table() -> Table:
    table = Table().with_hero(hp=(10, 0, 12))
    table.do("create_character", name="Goblin")
    table.do("set", target="ramjet", path="profile.self.data", value={})
    table.do("put", target="ramjet", component="attributes", name="guts", instance={"base": 3})
    return table


def value(table: Table, path: str, who: str = "ramjet") -> int:
    return effective(TrackedReads(table, None), table.ref(who), path).total


def test_a_condition_carries_what_was_said(table: Table) -> None:
    fields: dict[str, Any] = {
        "level": 2,
        "source": "spell",
        "tags": ["mental"],
        "title": "Dazed!",
        "data": {"roll": 14},
    }
    table.do("afflict", target="ramjet", what="dazed", against="goblin", until={"by": "scene"}, locked=True, **fields)
    assert table.only("ramjet", "conditions") == Condition(
        what="dazed",
        level=2,
        source="spell",
        target=table.ref("goblin"),
        until=UntilSceneEnds(),
        tags=("mental",),
        title="Dazed!",
        locked=True,
        data={"roll": 14},
    )


def test_a_condition_is_named_after_what_it_is_and_the_entry(table: Table) -> None:
    table.do("afflict", target="ramjet", what="Knocked Out")
    assert table.name("ramjet", "conditions") == f"knocked-out-{table.entry}"


def test_afflicting_looks_at_nothing_but_whom(table: Table) -> None:
    decision = table.do("afflict", target="ramjet", what="prone")
    ref = table.ref("ramjet")
    assert but_for_sight(decision.reads) == {ref, f"{ref}.conditions.prone-{table.entry}"}


@pytest.mark.parametrize("by", ["name", "what"])
def test_a_condition_is_relieved_by_its_name_or_by_what_it_is(table: Table, by: str) -> None:
    table.do("afflict", target="ramjet", what="prone")
    word = table.name("ramjet", "conditions") if by == "name" else "prone"
    table.do("relieve", target="ramjet", condition=word, because="stood up", member="pat")
    assert not table.see("ramjet").conditions


def test_where_several_go_by_a_word_the_name_is_needed(table: Table) -> None:
    table.do("afflict", target="ramjet", what="prone")
    table.do("afflict", target="ramjet", what="prone")
    with expect_refusal("which", ", ".join(sorted(table.see("ramjet").conditions))):
        table.do("relieve", target="ramjet", condition="prone")


def test_a_condition_that_is_not_there_is_missing(table: Table) -> None:
    with expect_missing("'prone'"):
        table.do("relieve", target="ramjet", condition="prone", force=True)


def test_a_hidden_condition_is_the_game_master_s(table: Table) -> None:
    table.do("afflict", target="ramjet", what="infected", hidden=True)
    assert table.only("ramjet", "conditions").audience == table.told[0].event.audience == "gm"


def test_a_wound_heals_and_closes(table: Table) -> None:
    table.do("wound", target="ramjet", severity="moderate", kind="burn", slot="leg/right")
    table.do("treat", target="ramjet", wound="leg/right", amount=2)
    assert table.only("ramjet", "wounds") == Wound(severity="moderate", kind="burn", slot="leg/right", healing=2)
    table.do("close_wound", target="ramjet", wound="leg/right")
    assert not table.see("ramjet").wounds


def test_what_came_of_a_wound_ends_with_it(table: Table) -> None:
    table.do("wound", target="ramjet", severity="lesser", slot="arm/left")
    path = f"{table.ref('ramjet')}.wounds.{table.name('ramjet', 'wounds')}"
    table.do("modify", target="ramjet", path="attributes.guts", amount=-1, until={"by": "instance", "path": path})
    table.do("close_wound", target="ramjet", wound="arm/left")
    assert value(table, "attributes.guts") == 3


def test_a_modifier_changes_the_value_and_not_the_base(table: Table) -> None:
    table.do("modify", target="ramjet", path="attributes.guts", amount=2)
    assert (value(table, "attributes.guts"), table.see("ramjet").attributes["guts"].base) == (5, 3)


def test_a_modifier_carries_what_was_said(table: Table) -> None:
    fields: dict[str, Any] = {"operation": "multiply", "amount": 1, "over": 2, "rounding": "up", "type": "curse"}
    more: dict[str, Any] = {"stacking": "best", "source": "hex", "tags": ["magic"], "locked": True}
    table.do("modify", target="ramjet", path="attributes.guts", **fields, **more)
    assert table.only("ramjet", "modifiers") == Modifier(
        path="attributes.guts",
        operation="multiply",
        amount=1,
        over=2,
        rounding="up",
        type="curse",
        stacking="best",
        source="hex",
        tags=("magic",),
        locked=True,
    )


def test_a_modifier_may_follow_a_formula(table: Table) -> None:
    formula = {"op": "value", "path": "attributes.guts"}
    table.do("modify", target="ramjet", path="tracks.hp.maximum", formula=formula)
    assert value(table, "tracks.hp.maximum") == 15


def test_a_lifted_modifier_counts_no_more(table: Table) -> None:
    table.do("modify", target="ramjet", path="attributes.guts", amount=2)
    table.do("unmodify", target="ramjet", modifier="attributes.guts")
    assert value(table, "attributes.guts") == 3


@pytest.mark.parametrize("amounts", [{}, {"amount": 1, "formula": NUMBER}])
def test_a_modifier_has_an_amount_or_a_formula(table: Table, amounts: dict[str, Any]) -> None:
    with expect_refusal("formula", "either"):
        table.do("modify", target="ramjet", path="attributes.guts", **amounts)


def test_no_modifier_divides_by_zero(table: Table) -> None:
    with expect_refusal("formula", "zero"):
        table.do("modify", target="ramjet", path="attributes.guts", operation="multiply", amount=1, over=0)


@pytest.mark.parametrize(
    "path", ["attributes", "attributes.guts.base", "attributes.guts.rank", "tracks.hp", "tracks.hp.max", "tracks"]
)
@pytest.mark.parametrize("command", ["modify", "define"])
def test_a_path_at_which_no_value_can_be_is_refused(table: Table, command: str, path: str) -> None:
    with expect_refusal("path", "attributes.guts"):
        table.do(command, target="ramjet", path=path, formula=NUMBER)


def test_a_value_is_computed_until_it_is_not(table: Table) -> None:
    formula = {"op": "sum", "terms": [{"op": "value", "path": "attributes.guts"}, {"op": "number", "value": 10}]}
    table.do("define", target="ramjet", path="defense.guard", formula=formula)
    assert value(table, "defense.guard") == 13
    table.do("undefine", target="ramjet", path="defense.guard")
    assert not table.see("ramjet").formulas


def test_a_value_that_is_computed_anew_has_one_formula(table: Table) -> None:
    for number in (1, 2):
        table.do("define", target="ramjet", path="defense.guard", formula={"op": "number", "value": number})
    assert len(table.see("ramjet").formulas) == 1
    assert value(table, "defense.guard") == 2


@pytest.mark.parametrize("command", ["define", "modify"])
def test_a_formula_that_leans_on_itself_is_refused(table: Table, command: str) -> None:
    with expect_refusal("formula", "depends on itself"):
        table.do(command, target="ramjet", path="attributes.guts", formula={"op": "value", "path": "attributes.guts"})


def test_a_formula_over_what_is_not_there_is_missing(table: Table) -> None:
    with expect_missing("no 'wits' among the attributes of Ramjet"):
        table.do("define", target="ramjet", path="defense.wits", formula={"op": "value", "path": "attributes.wits"})


def test_a_formula_may_follow_a_link(table: Table) -> None:
    table.do("link", {"from": "goblin"}, kind="summoner", to="ramjet")
    formula = {"op": "value", "path": "attributes.guts", "of": "link:summoner"}
    table.do("define", target="goblin", path="attributes.guts", formula=formula)
    assert value(table, "attributes.guts", "goblin") == 3


def test_a_link_lives_with_its_first_party(table: Table) -> None:
    table.do("link", {"from": "ramjet"}, kind="grapple", to="goblin", amount=3, data={"hold": "arm"}, member="pat")
    assert table.only("ramjet", "links") == Link(kind="grapple", to=table.ref("goblin"), amount=3, data={"hold": "arm"})


def test_a_link_goes_to_a_character_who_is_there(table: Table) -> None:
    with expect_missing("character/c-99"):
        table.do("link", {"from": "ramjet"}, kind="grapple", to="character/c-99")


def test_what_hangs_on_a_link_ends_with_it(table: Table) -> None:
    table.do("link", {"from": "ramjet"}, kind="grapple", to="goblin")
    path = f"{table.ref('ramjet')}.links.{table.name('ramjet', 'links')}"
    table.do("afflict", target="goblin", what="held", until={"by": "instance", "path": path})
    assert tags(table.do("unlink", {"from": "ramjet"}, link="grapple")) == ["link_broken", "condition_ended"]


def test_an_intent_carries_what_was_said(table: Table) -> None:
    fields: dict[str, Any] = {"trigger": "it moves", "interrupted_by": ["hit"], "paid": {"stamina": 2}, "remaining": 2}
    table.do("announce", actor="ramjet", kind="readied", what="slam", due={"by": "scene"}, **fields)
    assert table.only("ramjet", "intents") == Intent(
        kind="readied",
        what="slam",
        by=table.ref("ramjet"),
        due=UntilSceneEnds(),
        trigger="it moves",
        interrupted_by=("hit",),
        paid={"stamina": 2},
        remaining=2,
    )


def test_an_intent_comes_nearer(table: Table) -> None:
    table.do("announce", actor="ramjet", kind="channelled", what="storm", remaining=3)
    table.do("advance_intent", actor="ramjet", intent="channelled", by=2)
    assert table.only("ramjet", "intents").remaining == 1


@pytest.mark.parametrize(
    ("command", "args", "because"),
    [("carry_out", {}, "carried out"), ("drop", {}, "dropped"), ("drop", {"because": "hit"}, "hit")],
)
def test_an_intent_ends_and_says_why(table: Table, command: str, args: dict[str, str], because: str) -> None:
    table.do("announce", actor="ramjet", kind="held", what="breath")
    decision = table.do(command, args, actor="ramjet", intent="held")
    assert getattr(decision.emitted[0].event, "because", None) == because
    assert not table.see("ramjet").intents


@pytest.mark.parametrize(("member", "sees_it"), [("pat", True), ("sam", False)])
def test_a_hidden_intent_is_known_to_the_member_who_announced_it(table: Table, member: str, sees_it: bool) -> None:
    table.do("announce", actor="ramjet", kind="held", what="strike", hidden=True, member="pat")
    assert may_see(Viewer(member, "player"), table.told[0].event.audience) == sees_it


def test_a_task_comes_forward_and_back_and_counts_failures(table: Table) -> None:
    table.do("begin_task", target="ramjet", kind="repairs", goal=6, helpers=["goblin"])
    table.do("advance_task", target="ramjet", task="repairs", by=4)
    table.do("advance_task", target="ramjet", task="repairs", by=-1, failed=1)
    assert table.only("ramjet", "tasks") == Task(
        kind="repairs", goal=6, progress=3, failures=1, helpers=(table.ref("goblin"),)
    )


def test_a_task_ends(table: Table) -> None:
    table.do("begin_task", target="ramjet", kind="repairs")
    table.do("end_task", target="ramjet", task="repairs", because="done")
    assert not table.see("ramjet").tasks


def test_a_thing_that_changes_hands_keeps_its_name(table: Table) -> None:
    table.do(
        "give_item", target="ramjet", what="flare gun", location="belt/1", tracks={"charges": 3}, features=["loud"]
    )
    name = table.name("ramjet", "items")
    table.do("transfer_item", {"from": "ramjet"}, to="goblin", item=name)
    assert not table.see("ramjet").items
    assert table.see("goblin").items == {name: Item(what="flare gun", tracks={"charges": 3}, features=("loud",))}


def test_what_is_inside_a_thing_goes_along(table: Table) -> None:
    for name, location in [("pack", "back"), ("pouch", "inside/pack"), ("coin", "inside/pouch"), ("knife", "belt/1")]:
        table.do("put", target="ramjet", component="items", name=name, instance={"what": name, "location": location})
    table.do("transfer_item", {"from": "ramjet"}, to="goblin", item="pack", location="ground/yard")
    assert {name: item.location for name, item in table.see("goblin").items.items()} == {
        "pack": "ground/yard",
        "pouch": "inside/pack",
        "coin": "inside/pouch",
    }
    assert table.name("ramjet", "items") == "knife"


def test_a_thing_changes_hands_as_a_whole_and_so_is_looked_at_as_one(table: Table) -> None:
    table.do("give_item", target="ramjet", what="rope")
    name = table.name("ramjet", "items")
    decision = table.do("transfer_item", {"from": "ramjet"}, to="goblin", item=name)
    at = f"{table.ref('ramjet')}.items.{name}"
    assert {f"{at}.{field}" for field in Item.__struct_fields__} <= decision.reads


def test_what_hangs_on_a_thing_ends_when_it_is_handed_over(table: Table) -> None:
    table.do("give_item", target="ramjet", what="charm")
    path = f"{table.ref('ramjet')}.items.{table.name('ramjet', 'items')}"
    table.do("modify", target="ramjet", path="attributes.guts", amount=1, until={"by": "instance", "path": path})
    table.do("transfer_item", {"from": "ramjet"}, to="goblin", item=path.rpartition(".")[2])
    assert not table.see("ramjet").modifiers


def test_a_thing_is_moved_and_found_by_where_it_is(table: Table) -> None:
    table.do("give_item", target="ramjet", what="rope", location="belt/1")
    table.do("move_item", target="ramjet", item="belt/1", location="hand/left", member="pat")
    assert table.only("ramjet", "items").location == "hand/left"


def test_a_thing_is_lost(table: Table) -> None:
    table.do("give_item", target="ramjet", what="rope")
    table.do("lose_item", target="ramjet", item=table.name("ramjet", "items"), because="cut")
    assert not table.see("ramjet").items


def test_a_card_that_changes_hands_keeps_its_name(table: Table) -> None:
    table.do("give_card", target="ramjet", kind="favour", tier=2, provenance="ferryman", counters={"doubt": 1})
    name = table.name("ramjet", "cards")
    table.do("transfer_card", {"from": "ramjet"}, to="goblin", card="favour", member="pat")
    assert not table.see("ramjet").cards
    assert table.see("goblin").cards == {
        name: Card(kind="favour", tier=2, provenance="ferryman", counters={"doubt": 1})
    }


def test_a_card_is_spent(table: Table) -> None:
    table.do("give_card", target="ramjet", kind="favour")
    assert tags(table.do("spend_card", target="ramjet", card="favour", because="a boat")) == ["card_spent"]
    assert not table.see("ramjet").cards


def test_uses_are_counted_with_their_last_time_and_what_came_up(table: Table) -> None:
    table.do("use", target="ramjet", what="Second Wind", value=4)
    table.do("advance_clock", minutes=1)
    table.do("use", target="ramjet", what="Second Wind", value=2)
    assert table.see("ramjet").uses == {"second-wind": Use(what="Second Wind", count=2, last=60, seen=(4, 2))}


def test_uses_against_a_character_are_counted_apart(table: Table) -> None:
    table.do("use", target="ramjet", what="taunt")
    table.do("use", target="ramjet", what="taunt", against="goblin")
    goblin = table.ref("goblin")
    assert table.see("ramjet").uses == {
        "taunt": Use(what="taunt", count=1, last=0),
        f"taunt/{goblin.partition('/')[2]}": Use(what="taunt", against=goblin, count=1, last=0),
    }


@pytest.mark.parametrize(
    ("command", "args"),
    [
        ("wound", {"severity": "x"}),
        ("afflict", {"what": "x"}),
        ("modify", {"path": "attributes.guts", "amount": 1}),
        ("begin_task", {"kind": "x"}),
        ("give_item", {"what": "x"}),
        ("use", {"what": "x"}),
    ],
)
def test_players_keep_their_own_sheets_only(table: Table, command: str, args: dict[str, Any]) -> None:
    table.do(command, target="ramjet", member="pat", **args)
    with pytest.raises(PermissionError):
        table.do(command, target="goblin", member="pat", **args)


@pytest.mark.parametrize("command", ["define", "undefine", "give_card"])
def test_some_of_a_sheet_is_the_game_master_s(table: Table, command: str) -> None:
    args: dict[str, Any] = {"kind": "x"} if command == "give_card" else {"path": "defense.guard"}
    args |= {"formula": NUMBER} if command == "define" else {}
    with pytest.raises(PermissionError):
        table.do(command, target="ramjet", member="pat", **args)
