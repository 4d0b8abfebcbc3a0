"""Making anew at the terminal, and what follows the ledgers by itself."""

import psycopg

from api.cli.commands.serving import DEMO
from tests.cli.conftest import Newcomer
from tests.cli.terminal import Terminal


def damage(terminal: Terminal, statement: str) -> None:
    assert terminal.database_url is not None
    with psycopg.connect(terminal.database_url, autocommit=True) as connection:
        assert connection.execute(statement.encode()).rowcount > 0


def forget_facts(terminal: Terminal) -> None:
    """Let no facts have followed yet."""
    assert terminal.database_url is not None
    with psycopg.connect(terminal.database_url, autocommit=True) as connection:
        for table in (b"facts", b"fact_dice", b"fact_entries", b"tracking"):
            connection.execute(b"DELETE FROM " + table)


def test_a_ledger_that_is_in_order_is_made_anew_as_it_was(terminal: Terminal) -> None:
    before = terminal.json("verify", DEMO)
    done = terminal("rebuild", DEMO)
    assert (done.code, "made anew from" in done.told, terminal.json("verify", DEMO)) == (0, True, before)


def test_a_wrong_state_is_put_right_and_named(terminal: Terminal) -> None:
    sheet = terminal.json("sheet", DEMO, "sh1")
    damage(terminal, f"UPDATE states SET body = '{{}}' WHERE ref = 'character/{sheet['id']}'")
    done = terminal.json("rebuild", DEMO)
    assert (done["healed"], done["said"]) == ([f"character/{sheet['id']}"], done["entry"])
    assert terminal.json("verify", DEMO)["ok"]
    assert terminal.json("sheet", DEMO, "sh1")["tracks"] == sheet["tracks"]


def test_a_campaign_whose_own_state_is_damaged_is_put_right(terminal: Terminal) -> None:
    damage(terminal, "UPDATE states SET body = '{' WHERE ref = 'campaign/self'")
    done = terminal("rebuild", DEMO)
    assert (done.code, "put right campaign/self" in done.told) == (0, True)
    assert terminal("verify", DEMO).code == 0


def test_a_damaged_ledger_ends_with_1_and_says_what_is_wrong(terminal: Terminal) -> None:
    damage(terminal, "UPDATE events SET body = body || ' ' WHERE position = 9")
    [row] = terminal.json("rebuild", "--all", code=1)
    assert "differs from what was written" in row["trouble"]


def test_facts_come_as_far_as_the_ledger(terminal: Terminal) -> None:
    forget_facts(terminal)
    [before] = terminal.json("projections", "status")
    terminal("rebuild", "--all")
    [after] = terminal.json("projections", "status")
    assert (before["entry"], after["entry"], after["error"]) == (0, after["head"], None)


def test_what_could_not_be_taken_is_shown_and_tried_again(terminal: Terminal) -> None:
    forget_facts(terminal)
    damage(
        terminal,
        "INSERT INTO dead_letters (campaign_id, projection, entry, error, attempts)"
        " SELECT campaign_id, 'facts', 1, 'ValueError: no such fact', 1 FROM heads",
    )
    shown = terminal("projections", "status")
    assert (shown.code, "no such fact" in shown.told) == (1, True)
    [after] = terminal.json("projections", "retry")
    assert (after["entry"], after["error"]) == (after["head"], None)


def test_a_game_master_makes_their_own_campaign_anew_and_nobody_elses_projections(newcomer: Newcomer) -> None:
    gil = newcomer("Gil", "gm")
    assert (gil("rebuild", DEMO).code, gil("projections", "status").code) == (0, 1)


def test_a_player_makes_nothing_anew(newcomer: Newcomer) -> None:
    assert newcomer("Pat", "player")("rebuild", DEMO).code == 1


def test_a_campaign_or_all_must_be_named(reader: Terminal) -> None:
    assert reader("rebuild").code == 2
    assert reader("rebuild", DEMO, "--all").code == 2
