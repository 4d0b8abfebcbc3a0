"""Forks at a terminal."""

import pytest

from api.cli.commands.serving import DEMO
from tests.cli.conftest import Newcomer
from tests.cli.terminal import Terminal

LAST = 300


def hp(terminal: Terminal, campaign: str = DEMO) -> int:
    """SH1's hit points now."""
    points: int = terminal.json("sheet", campaign, "sh1")["tracks"]["hp"]["current"]
    return points


def hit(terminal: Terminal, campaign: str, amount: int) -> int:
    """Entry by which SH1 is hurt."""
    args = f'{{"target": "sh1", "track": "hp", "amount": {amount}}}'
    entry: int = terminal.json("play", campaign, "freeform.damage", "--args", args)["entry"]
    return entry


@pytest.fixture
def forked(terminal: Terminal) -> Terminal:
    """A terminal at the demo campaign, and at a fork of it called `else` that goes off after entry 134."""
    assert terminal("fork", DEMO, 134, "--name", "else").code == 0
    return terminal


def test_a_fork_is_made_and_told_with_where_its_own_entries_begin(terminal: Terminal) -> None:
    done = terminal("fork", DEMO, 134, "--name", "else")
    assert (done.code, "Forked after entry 134 as 'else'" in done.told) == (0, True)
    assert "Its own entries follow from 301 on" in done.told


def test_a_fork_of_now_is_called_like_its_campaign(terminal: Terminal) -> None:
    made = terminal.json("fork", DEMO)
    assert (made["name"], made["at"], made["known_at"]) == (f"{DEMO}, now", LAST, LAST)


def test_a_fork_is_a_campaign_by_its_name(forked: Terminal) -> None:
    assert (hp(forked, "else"), [row["name"] for row in forked.json("campaigns")]) == (45, [DEMO, "else"])
    assert forked("verify", "else").code == 0


def test_forks_are_listed(forked: Terminal) -> None:
    assert "else 134 300 301 gm" in forked("forks", DEMO).told
    assert forked("forks", "else").told == "There are no forks yet."


def test_a_comparison_tells_both_sides_and_what_differs(forked: Terminal) -> None:
    entry = hit(forked, "else", 5)
    text = forked("compare", DEMO, "else", "--limit", 2).told
    assert f"else left {DEMO} after entry 134" in text
    assert f"and more after entry 136: `retcon log '{DEMO}' --after 136`" in text
    assert f"{entry} " in text
    assert f"SH1 hp {str(hp(forked)).replace('-', '−')} → 40" in text


def test_where_nothing_was_played_nothing_differs(terminal: Terminal) -> None:
    terminal("fork", DEMO, "--name", "else")
    text = terminal("compare", DEMO, "else").told
    assert ("Since then in " + DEMO + " nothing" in text, "nothing differs" in text) == (True, True)


def test_bringing_back_shows_its_plan_and_waits_for_a_yes(forked: Terminal) -> None:
    entry = hit(forked, "else", 5)
    before = hp(forked)
    done = forked("bring-back", DEMO, "else", entry)
    assert (done.code, "is inserted" in done.told, hp(forked)) == (2, True, before)
    done = forked("bring-back", DEMO, "else", entry, "--yes")
    assert (done.code, "Written as entry 301" in done.told, hp(forked)) == (0, True, before - 5)


def test_a_dry_run_of_it_is_json_for_programs(forked: Terminal) -> None:
    entry = hit(forked, "else", 5)
    plan = forked.json("bring-back", DEMO, "else", entry, "--dry-run")
    assert [each["outcome"] for each in plan["entries"]] == ["inserted"]


def test_what_only_the_fork_has_stands_in_the_way(forked: Terminal) -> None:
    forked("play", "else", "freeform.create_character", "--args", '{"name": "Ghost", "tracks": {"hp": 3}}')
    args = '{"target": "ghost", "track": "hp", "amount": 1}'
    entry = forked.json("play", "else", "freeform.damage", "--args", args)["entry"]
    done = forked("bring-back", DEMO, "else", entry, "--dry-run")
    assert (done.code, "it names something created only in the fork" in done.told) == (1, True)


def test_dice_of_several_entries_are_given_by_entry(forked: Terminal) -> None:
    done = forked("bring-back", DEMO, "else", 302, 303, "--dice", "attack=12")
    assert (done.code, "say whose dice and answers are meant" in done.said) == (2, True)


def test_a_fork_that_is_not_there_is_told(forked: Terminal) -> None:
    done = forked("compare", DEMO, "elsewhere")
    assert (done.code, "There is no campaign 'elsewhere'" in done.said) == (2, True)
    assert forked.problem("compare", "else", DEMO, code=2)["type"] == "/problems/not-found"


def test_a_player_compares_and_does_not_fork(forked: Terminal, newcomer: Newcomer) -> None:
    player = newcomer("Pat", "player")
    assert player("fork", DEMO, 134).code == 1
    assert player("compare", DEMO, "else").code == 2, "who came later takes no part in an earlier fork"
    forked("fork", DEMO, "--name", "later")
    assert player("compare", DEMO, "later").code == 0
