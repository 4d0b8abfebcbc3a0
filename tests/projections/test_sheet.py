"""A sheet shows values with their reasons, and nothing of what is hidden from the viewer."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.aggregates import Aggregate, begin
from domain.bounds import Bound
from domain.formulas import Derived, GameValues, StandingChange, by_path
from domain.play.reading import GameWorld
from domain.visibility.audience import GM
from domain.vocabulary.bodies import Condition
from domain.vocabulary.chronicle import Ground
from domain.vocabulary.expressions import AtLeast, Count, Number, Sum, ValueOf
from domain.vocabulary.undertakings import Link
from domain.vocabulary.values import Attribute, Formula, Modifier, Track
from projections.values import SeenValue, Share
from projections.views.sheet import SheetView, sheet
from tests.visibility.marked import MARKER, OBSERVER, PLAYER, Worlds, creature, expect_no_secret, json_of

HERO, MASTER = "character/hero", "character/master"


def hero(**components: dict[str, Any]) -> Aggregate:
    aggregate = creature(HERO, owners=("ana",))
    for component, instances in components.items():
        setattr(aggregate, component, instances)
    return aggregate


def shown(*aggregates: Aggregate, viewer: Any = PLAYER) -> SheetView:
    view = sheet(Worlds(*aggregates), viewer, HERO)
    assert view is not None
    return view


def computed(path: str, *terms: Any, **rest: Any) -> Formula:
    return Formula(path=path, expression=Sum(terms=terms), **rest)


def test_a_value_shows_its_base_and_each_modifier() -> None:
    modifiers = {"brave": Modifier(path="attributes.guts", amount=2, title="Brave")}
    value = shown(hero(attributes={"guts": Attribute(base=3)}, modifiers=modifiers)).attributes["guts"]
    assert (value.base, value.value, [part.title for part in value.parts]) == (3, 5, ["Brave"])


def test_a_track_shows_its_bounds_in_force_beside_the_stored_ones() -> None:
    modifiers = {"tough": Modifier(path="tracks.hp.maximum", amount=4)}
    track = shown(hero(tracks={"hp": Track(current=7, minimum=0, maximum=10)}, modifiers=modifiers)).tracks["hp"]
    assert (track.current, track.minimum, track.maximum, track.base_maximum) == (7, 0, 14, 10)


def test_a_bound_that_is_not_there_is_shown_as_none() -> None:
    track = shown(hero(tracks={"hp": Track(current=7)})).tracks["hp"]
    assert (track.maximum, track.errors) == (None, {})


def test_a_bound_that_a_formula_gives_is_shown() -> None:
    formulas = {"max": computed("tracks.hp.maximum", Number(value=12))}
    assert shown(hero(tracks={"hp": Track(current=7)}, formulas=formulas)).tracks["hp"].maximum == 12


def test_a_value_that_only_a_formula_defines_stands_among_the_values() -> None:
    formulas = {"ac": computed("defense.ac", ValueOf(path="attributes.guts"), Number(value=10), title="Armor")}
    value = shown(hero(attributes={"guts": Attribute(base=3)}, formulas=formulas)).values["defense.ac"]
    assert (value.value, value.computed, value.title) == (13, True, "Armor")


def test_an_attribute_that_only_a_formula_defines_stands_among_the_attributes() -> None:
    assert shown(hero(formulas={"luck": computed("attributes.luck", Number(value=4))})).attributes["luck"].value == 4


def test_a_value_over_another_creature_is_evaluated() -> None:
    master = creature(MASTER)
    master.attributes = {"guts": Attribute(base=6)}
    formulas = {"ac": computed("defense.ac", ValueOf(path="attributes.guts", of="link:summoner"))}
    summon = hero(formulas=formulas, links={"master": Link(kind="summoner", to=MASTER)})
    assert shown(summon, master).values["defense.ac"].value == 6


@pytest.mark.parametrize(
    "formula",
    [computed("defense.ac", ValueOf(path="defense.ac")), computed("defense.ac", ValueOf(path="attributes.none"))],
    ids=["circular", "dangling"],
)
def test_a_formula_that_cannot_be_worked_out_is_an_error_at_its_value_alone(formula: Formula) -> None:
    seen = shown(hero(attributes={"guts": Attribute(base=3)}, formulas={"ac": formula}), viewer=GM)
    assert (seen.values["defense.ac"].error is not None, seen.attributes["guts"].value) == (True, 3)


def test_a_dangling_bound_is_an_error_at_that_bound() -> None:
    formulas = {"max": computed("tracks.hp.maximum", ValueOf(path=f"attributes.{MARKER}"))}
    track = shown(hero(tracks={"hp": Track(current=7)}, formulas=formulas), viewer=GM).tracks["hp"]
    assert (track.current, list(track.errors)) == (7, ["maximum"])


def test_why_a_value_cannot_be_worked_out_does_not_name_what_is_hidden() -> None:
    formulas = {"ac": computed("defense.ac", ValueOf(path=f"attributes.{MARKER}"))}
    value = shown(hero(formulas=formulas)).values["defense.ac"]
    assert MARKER not in (value.error or MARKER)


SECRET = Modifier(path="attributes.guts", amount=-5, title=MARKER, source=MARKER, type=MARKER, audience="gm")


def test_hidden_modifiers_are_one_nameless_part_of_the_total() -> None:
    modifiers = {MARKER: SECRET, "brave": Modifier(path="attributes.guts", amount=2)}
    value = shown(hero(attributes={"guts": Attribute(base=3)}, modifiers=modifiers)).attributes["guts"]
    assert (value.value, value.parts[-1]) == (0, Share(operation="add", amount=-5, hidden=True))


def test_no_name_of_a_hidden_modifier_is_shown() -> None:
    expect_no_secret(shown(hero(attributes={"guts": Attribute(base=3)}, modifiers={MARKER: SECRET})))


def test_hidden_modifiers_do_not_show_in_how_the_others_stack() -> None:
    better = Modifier(path="attributes.guts", amount=4, stacking="best", type="luck", audience="gm")
    worse = Modifier(path="attributes.guts", amount=1, stacking="best", type="luck")
    parts = (
        shown(hero(attributes={"guts": Attribute(base=3)}, modifiers={"b": better, "w": worse}))
        .attributes["guts"]
        .parts
    )
    assert [(part.amount, part.counted, part.hidden) for part in parts] == [(1, True, False), (3, True, True)]


def test_the_game_master_sees_every_part() -> None:
    seen = shown(hero(attributes={"guts": Attribute(base=3)}, modifiers={MARKER: SECRET}), viewer=GM)
    assert [part.title for part in seen.attributes["guts"].parts] == [MARKER]


def test_a_formula_over_something_hidden_shows_its_total_without_its_expression() -> None:
    attributes = {MARKER: Attribute(base=9, audience="gm")}
    seen = shown(
        hero(attributes=attributes, formulas={"ac": computed("defense.ac", ValueOf(path=f"attributes.{MARKER}"))})
    )
    assert (seen.values["defense.ac"].value, seen.formulas["ac"]["expression"]) == (9, None)
    expect_no_secret(seen)


def test_a_formula_over_a_hidden_creature_names_it_nowhere() -> None:
    master = creature(f"character/{MARKER}", audience="gm")
    master.attributes = {MARKER: Attribute(base=6)}
    formula = computed("defense.ac", ValueOf(path=f"attributes.{MARKER}", of="link:summoner"))
    summon = hero(formulas={"ac": formula}, links={MARKER: Link(kind="summoner", to=master.ref)})
    seen = shown(summon, master)
    assert seen.values["defense.ac"].value == 6
    expect_no_secret(seen)


def test_instances_show_every_field_they_have() -> None:
    fields = shown(hero(conditions={"prone": Condition(what="prone")})).conditions["prone"]
    assert (fields["what"], fields["level"], fields["until"]) == ("prone", 0, None)


def test_who_may_see_something_is_for_the_game_master_to_know() -> None:
    aggregate = hero(conditions={"prone": Condition(what="prone", audience=("ana", "ben"))})
    assert "audience" not in shown(aggregate).conditions["prone"]
    assert shown(aggregate, viewer=GM).conditions["prone"]["audience"] == ("ana", "ben")


def test_a_sheet_names_everybody_it_mentions() -> None:
    friend = creature("character/friend")
    seen = shown(hero(links={"bond": Link(kind="bond", to=friend.ref)}), friend)
    assert seen.names["character/friend"].handle == "friend"


def test_of_a_hidden_sheet_only_the_name_is_shown() -> None:
    foe = creature(HERO, sheet="gm")
    foe.tracks = {MARKER: Track(current=987654321)}
    seen = shown(foe, viewer=OBSERVER)
    assert (seen.name, seen.whole, seen.tracks) == ("Hero", False, {})


def test_an_unknown_creature_has_no_sheet() -> None:
    spy = creature(HERO, audience="gm")
    assert (sheet(Worlds(spy), PLAYER, HERO), sheet(Worlds(), PLAYER, HERO)) == (None, None)


def test_a_removed_creature_has_no_sheet() -> None:
    ghost = hero(tracks={"hp": Track(current=4)})
    ghost.profile = {}
    assert sheet(Worlds(ghost), GM, HERO) is None


def test_the_campaign_has_no_sheet() -> None:
    assert sheet(Worlds(begin("campaign/self")), GM, "campaign/self") is None


def test_a_sheet_says_which_system_is_played_and_who_plays_it() -> None:
    campaign = begin("campaign/self")
    setattr(campaign, "ground", {"self": Ground(system="toy")})  # noqa: B010
    seen = shown(hero(), campaign)
    assert (seen.system, seen.owner, seen.id, seen.handle) == ("toy", "ana", "hero", "hero")


def test_a_sheet_is_json() -> None:
    assert '"handle":"hero"' in json_of(shown(hero(tracks={"hp": Track(current=4)})))


def guts_in_a_game(**components: Any) -> SeenValue:
    """The guts of a hero with a hidden modifier, in a game in which nobody who is held has any, and all are 2 bolder by a rule."""
    derived = Derived("most.guts", Count(component="conditions", where={"what": "held"}), ("hero",), "AB-GUT-01")
    most = AtLeast(value=derived.expression, threshold=1, then=Number(value=0), otherwise=Number(value=99))
    values = GameValues(
        bounds=(Bound("attributes.guts", 0, "AB-GUT-01", most="most.guts"),),
        derived=by_path([derived._replace(expression=most)]),
        standing=by_path(
            [StandingChange("attributes.guts", ValueOf(path="attributes.wits"), ("hero",), "AB-GUT-02", "Bold")]
        ),
    )
    aggregate = hero(
        attributes={"guts": Attribute(base=3), "wits": Attribute(base=2)}, modifiers={MARKER: SECRET}, **components
    )
    aggregate.profile = {"self": replace(aggregate.profile["self"], kind="hero")}
    world = GameWorld(Worlds(aggregate), values)
    view = sheet(world, PLAYER, HERO)
    assert view is not None
    return view.attributes["guts"]


def test_what_a_game_says_of_everybody_is_shown_beside_what_is_hidden() -> None:
    parts = [(part.title, part.amount, part.hidden) for part in guts_in_a_game().parts]
    assert parts == [("Bold", 2, False), ("", -5, True)]


def test_what_holds_for_everybody_shows_where_something_is_hidden() -> None:
    value = guts_in_a_game(conditions={"net": Condition(what="held")})
    assert (value.value, [part.operation for part in value.parts]) == (0, ["add", "cap"])
