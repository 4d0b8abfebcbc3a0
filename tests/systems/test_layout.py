"""Layouts of sheets and boards are checked when a game is loaded."""

from __future__ import annotations

import msgspec
import pytest

from domain.layout import AnySection, ListLayout, WrongLayout, read_layout
from systems.registry import load

WOUNDS = '[[sheet]]\ntitle = "Wounds"\nas = "places"\ncomponent = "wounds"\nplaces = []\n'
QUICK = '[[quick]]\ncommand = "game.attack"\n'
LIST = '[[sheet]]\ntitle = "Cards"\nas = "list"\n'


def wrong(text: str) -> str:
    with pytest.raises(WrongLayout) as refused:
        read_layout(text.encode(), "game")
    return str(refused.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[[sheet]\n", "game/sheet.toml: "),
        ('[[sheet]]\ntitle = "X"\nas = "pie"\n', "Invalid value 'pie'"),
        ('[[sheet]]\ntitle = "X"\nas = "dots"\nof = {}\ncolour = 1\n', "unknown field `colour`"),
        ('[[sheet]]\ntitle = "X"\nas = "values"\nof = {brawn = "Brawn"}\n', "section 'X': 'brawn' is no path"),
        (LIST + 'component = "hats"\nshows = "{what}"\n', "there is no component 'hats'"),
        (LIST + 'component = "cards"\nshows = "{colour}"\n', "cards have no field 'colour'; they have name, title"),
        (LIST + 'component = "cards"\nshows = "{kind}"\nwhere = {colour = "red"}\n', "cards have no field 'colour'"),
        (LIST + 'component = "cards"\nshows = "a card"\n', "shows no field"),
        (LIST + 'component = "cards"\nshows = "{kind}[ {tier}"\n', "its brackets do not close"),
        (WOUNDS + 'shows = "{what}"\n', "wounds have no field 'what'"),
        (
            LIST.replace("sheet", "board") + 'component = "cards"\nshows = "{kind}"\n',
            "a board shows wounds and conditions",
        ),
        ('[map]\nzones = {rubble = "##"}\n', "Expected `str` of length <= 1"),
        ('[[board]]\ntitle = "X"\nas = "turn"\nshows = "{actions}"\n', "order have no field 'actions'"),
        (QUICK + 'title = "{title}"\n', "belong to a `component`"),
        (QUICK + 'title = "X"\ncomponent = "hats"\nfield = "hat"\n', "there is no component 'hats'"),
        (QUICK + 'title = "{title}"\ncomponent = "traits"\n', "say by `field`"),
        (QUICK + 'title = "{colour}"\ncomponent = "traits"\nfield = "power"\n', "traits have no field 'colour'"),
        ('[[board]]\ntitle = "X"\nas = "grid"\nat = "x"\nrows = 1\ncolumns = 1\nshows = "{what}"\n', "'grid'"),
    ],
)
def test_a_wrong_layout_is_told_with_what_would_be_right(text: str, sentence: str) -> None:
    assert sentence in wrong(text)


def test_what_the_interface_sends_is_read_again() -> None:
    sent = [{"title": "Cards", "as": "list", "component": "cards", "shows": "{kind}"}]
    assert msgspec.convert(sent, tuple[AnySection, ...]) == (
        ListLayout(title="Cards", component="cards", shows="{kind}"),
    )


def test_the_layout_of_every_game_names_tracks_that_it_has() -> None:
    for system in load(installed=[]).systems.values():
        sections = () if system.layout is None else (*system.layout.sheet, *system.layout.board)
        named = {name for section in sections for name in getattr(section, "of", {}) if "." not in name}
        assert not system.vocabulary.tracks or named <= system.vocabulary.tracks, system.id


def test_moments_are_said_with_whose_they_are() -> None:
    layout = read_layout(b'[moments]\ndawn = "{whose} next morning"\nwounded = "{who} is wounded"\n', "game")
    assert sorted(layout.moments) == ["dawn", "wounded"]


@pytest.mark.parametrize("words", ["", "{nobody} wakes"])
def test_a_moment_that_says_nothing_or_names_something_else_is_refused(words: str) -> None:
    with pytest.raises(WrongLayout, match="moment 'dawn'"):
        read_layout(f'[moments]\ndawn = "{words}"\n'.encode(), "game")
