"""The installation at a terminal: games, settings, tokens, exit codes, and the doctor."""

import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from api.cli.commands.serving import DEMO
from api.cli.exits import MEANINGS, Exit
from api.settings import VARIABLES
from tests.cli.conftest import Newcomer
from tests.cli.terminal import Json, Terminal


def test_games_are_listed(reader: Terminal) -> None:
    assert "freeform" in [system["id"] for system in reader.json("systems")]


def test_a_game_shows_its_commands_with_examples(reader: Terminal) -> None:
    text = reader("systems", "freeform").told
    assert "freeform.damage" in text
    assert '"target":"ramjet"' in text.replace(" ", "")


def test_a_game_shows_its_own_commands_and_not_those_whose_place_they_take(reader: Terminal) -> None:
    text = reader("systems", "weaverdice").told
    assert ("weaverdice.end_fight" in text, "freeform.end_encounter" in text, "freeform.note" in text) == (
        True,
        False,
        True,
    )


def test_an_unknown_game_is_told_with_those_installed(reader: Terminal) -> None:
    done = reader("systems", "chess")
    assert (done.code, "freeform" in done.said.partition("installed are")[2]) == (2, True)


def test_every_setting_is_shown(reader: Terminal) -> None:
    assert [setting["variable"] for setting in reader.json("config")] == list(VARIABLES)


def test_secrets_are_not_shown(reader: Terminal) -> None:
    text = Terminal(reader.data_dir, "postgresql://me:hush@localhost/x", "retcon_hush")("config").told
    assert ("hush" in text, text.count("(set, not shown)")) == (False, 2)


def test_a_setting_that_cannot_be_used_is_named(reader: Terminal) -> None:
    done = Terminal(reader.data_dir, "mysql://localhost/x")("campaigns")
    assert (done.code, "RETCON_DATABASE_URL does not start with postgresql://" in done.said) == (2, True)


def test_a_token_is_made_shown_once_and_used(terminal: Terminal) -> None:
    secret = terminal.json("token", "create", "reader", "--scope", "read")["secret"]
    assert Terminal(terminal.data_dir, terminal.database_url, secret).json("campaigns")[0]["name"] == DEMO
    assert secret not in terminal("token", "list").out


def test_a_token_may_be_for_one_campaign_and_some_days(terminal: Terminal) -> None:
    made = terminal.json("token", "create", "guest", "--campaign", DEMO, "--days", 2)["token"]
    assert (made["campaign"], made["expires_at"] is None) == (terminal.json("campaigns")[0]["id"], False)


def test_a_revoked_token_lets_nobody_in(terminal: Terminal) -> None:
    made = terminal.json("token", "create", "reader")
    assert terminal("token", "revoke", made["token"]["id"]).code == 0
    done = Terminal(terminal.data_dir, terminal.database_url, made["secret"])("campaigns")
    assert (done.code, done.out, "valid token" in done.said) == (1, "", True)


def test_a_token_is_revoked_by_a_label_that_is_its_alone(terminal: Terminal) -> None:
    ids = [terminal.json("token", "create", label)["token"]["id"] for label in ("Phone", "Tablet", "Tablet")]
    assert terminal.json("token", "revoke", "phone") == {"revoked": ids[0]}
    refused = terminal("token", "revoke", "Tablet")
    assert (refused.code, ids[1] in refused.said, ids[2] in refused.said) == (2, True, True)


@pytest.mark.parametrize("named", ["Phone", "00000000-0000-0000-0000-000000000000"])
def test_a_token_that_is_not_there_cannot_be_revoked(reader: Terminal, named: str) -> None:
    assert reader("token", "revoke", named).code == 2


def test_a_token_makes_none_that_may_do_more(newcomer: Newcomer) -> None:
    done = newcomer("Pat", "player", "read", "admin")("token", "create", "more", "--scope", "play")
    assert (done.code, "no scope play to pass on" in done.said) == (1, True)


def test_the_exit_codes_stand_in_the_help(reader: Terminal) -> None:
    text = reader("--help").told
    assert all(f"{code} {meaning}" in text for code, meaning in MEANINGS.items())


def test_every_exit_code_has_a_meaning() -> None:
    assert list(MEANINGS) == list(Exit)


@pytest.mark.parametrize("words", [("sheet",), ("frobnicate",), ("log", DEMO, "--limit", "none"), ("undo", DEMO)])
def test_a_command_line_that_is_not_of_its_form_ends_with_2(reader: Terminal, words: tuple[str, ...]) -> None:
    assert (reader(*words).code, reader(*words).out) == (2, "")


def test_a_database_that_does_not_answer_ends_with_4(data_dir: Path) -> None:
    done = Terminal(data_dir, "postgresql://localhost:1/nowhere")("campaigns")
    assert (done.code, "the database does not answer" in done.said.lower()) == (4, True)


def findings(terminal: Terminal, code: int = 0) -> dict[str, Json]:
    return {finding["check"]: finding for finding in terminal.json("doctor", code=code)}


def test_the_doctor_finds_a_good_installation_in_order(reader: Terminal) -> None:
    checks = findings(reader)
    assert {checks[check]["state"] for check in ("settings", "database", "migrations", "owner token")} == {"ok"}


def test_the_doctor_finds_nothing_wrong_before_the_first_start_and_makes_nothing(data_dir: Path) -> None:
    assert "first start" in findings(Terminal(data_dir))["database"]["said"]
    assert not data_dir.exists()


def test_the_doctor_does_not_contradict_itself_about_an_empty_database(empty: Terminal) -> None:
    checks = findings(empty)
    assert (checks["database"]["state"], "answers" in checks["database"]["said"]) == ("ok", True)
    assert "does not answer" not in checks["migrations"]["said"] + checks["migrations"]["do"]
    assert "retcon serve" in checks["migrations"]["do"]


def test_the_doctor_finds_a_row_that_was_changed_by_hand(terminal: Terminal) -> None:
    with psycopg.connect(terminal.database_url or "", autocommit=True) as connection:
        connection.execute("UPDATE accounts SET kind = 'bot' WHERE kind = 'person'")
        connection.execute("DELETE FROM heads")
    checks = findings(terminal, code=1)["rows"]
    assert (checks["state"], "retcon verify --all" in checks["do"]) == ("fail", True)


@pytest.fixture
def refusing() -> Iterator[str]:
    """The address of a database that wants a password, and takes none."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = threading.Thread(target=_refuse, args=(listening,), daemon=True)
        server.start()
        yield f"postgresql://pat:wrong@127.0.0.1:{listening.getsockname()[1]}/retcon?sslmode=disable&gssencmode=disable"


def _refuse(listening: socket.socket) -> None:
    """Speak as PostgreSQL does: ask for a password in clear text, and refuse it."""
    message = b'SFATAL\0VFATAL\0C28P01\0Mpassword authentication failed for user "pat"\0\0'
    with suppress(OSError):
        while True:
            asking, _ = listening.accept()
            with asking:
                asking.recv(1024)
                asking.sendall(b"R" + struct.pack("!ii", 8, 3))
                asking.recv(1024)
                asking.sendall(b"E" + struct.pack("!i", len(message) + 4) + message)


def test_a_wrong_password_is_told_as_such(refusing: str, data_dir: Path) -> None:
    done = Terminal(data_dir, refusing)("campaigns")
    assert (done.code, 'password authentication failed for user "pat"' in done.said) == (4, True)
    assert "wrong@" not in done.said


def test_the_doctor_tells_a_wrong_password_as_such(refusing: str, data_dir: Path) -> None:
    assert "password authentication failed" in findings(Terminal(data_dir, refusing), code=1)["database"]["said"]


def test_the_doctor_changes_no_database(empty: Terminal) -> None:
    assert findings(empty)["migrations"]["state"] == "warn"
    assert findings(empty)["migrations"]["state"] == "warn"


def test_the_doctor_names_a_setting_that_cannot_be_used(data_dir: Path) -> None:
    assert "RETCON_DATABASE_URL" in findings(Terminal(data_dir, "mysql://x"), code=1)["settings"]["do"]


def test_the_doctor_finds_a_token_that_is_not_valid(reader: Terminal) -> None:
    stale = Terminal(reader.data_dir, reader.database_url, "retcon_stale")
    assert findings(stale, code=1)["RETCON_TOKEN"]["state"] == "fail"


def test_the_doctor_finds_an_owner_token_that_others_can_read(terminal: Terminal, tmp_path: Path) -> None:
    copy = tmp_path / "owner-token"
    copy.write_bytes((terminal.data_dir / "owner-token").read_bytes())
    copy.chmod(0o644)
    assert findings(Terminal(tmp_path, terminal.database_url))["owner token"]["do"] == f"chmod 600 {copy}"


def test_the_doctor_finds_a_port_that_another_program_has(reader: Terminal) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        reader.environment["RETCON_PORT"] = str(taken.getsockname()[1])
        checks = findings(reader, code=1)["port"]
        reader.environment["RETCON_PORT"] = None
    assert (checks["state"], "RETCON_PORT" in checks["do"]) == ("fail", True)


def test_the_doctor_says_what_to_do_about_a_database_that_does_not_answer(data_dir: Path) -> None:
    done = Terminal(data_dir, "postgresql://localhost:1/nowhere")("doctor")
    assert (done.code, "→ see that it runs" in done.out) == (1, True)


def test_a_renewed_owner_token_lies_in_the_data_folder_and_ends_the_one_before(empty: Terminal) -> None:
    empty("campaigns")
    path = empty.data_dir / "owner-token"
    before = path.read_text().strip()
    assert empty.json("token", "renew") == {"owner_token": str(path)}
    assert Terminal(empty.data_dir, empty.database_url, before)("campaigns").code != 0
    assert Terminal(empty.data_dir, empty.database_url, path.read_text().strip())("campaigns").code == 0


def test_only_the_operator_renews_the_owner_token(empty: Terminal) -> None:
    empty("campaigns")
    token = (empty.data_dir / "owner-token").read_text().strip()
    assert "RETCON_TOKEN" in Terminal(empty.data_dir, empty.database_url, token)("token", "renew").err


def test_a_data_folder_without_the_owner_token_is_the_owners_at_the_machine(empty: Terminal, tmp_path: Path) -> None:
    empty("campaigns")
    second = Terminal(tmp_path / "second", empty.database_url)
    assert second("campaigns").code == 0
    assert "kept elsewhere" in findings(second)["owner token"]["said"]
