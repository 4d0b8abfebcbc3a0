"""Signing in to a service, with profiles that keep its token."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from api.cli.commands.serving import DEMO
from api.cli.exits import Exit
from tests.api.serving import free_port
from tests.cli.elsewhere.conftest import Pair, elsewhere, sign_in
from tests.cli.terminal import Terminal


@pytest.fixture
def newcomer(tmp_path: Path) -> Terminal:
    """A terminal on a machine where nobody has signed in."""
    return elsewhere(tmp_path)


def token(pair: Pair) -> str:
    return pair.here.environment["RETCON_TOKEN"] or ""


def invited(pair: Pair) -> str:
    code: str = pair.there.json("invite", DEMO)["code"]
    return code


def test_a_profile_is_for_its_owners_eyes_alone(pair: Pair, newcomer: Terminal, tmp_path: Path) -> None:
    sign_in(newcomer, pair.service, token(pair))
    file = tmp_path / "retcon" / "profiles.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert token(pair) in file.read_text()


def test_no_command_shows_the_token_of_a_profile(pair: Pair, newcomer: Terminal) -> None:
    done = newcomer("login", pair.service.url, "--json", stdin=token(pair))
    listed = newcomer("profiles", "--json")
    assert (done.code, listed.code) == (0, 0)
    assert token(pair) not in done.out + done.err + listed.out + listed.err


def test_after_signing_in_commands_need_no_profile_named(pair: Pair, newcomer: Terminal) -> None:
    newcomer("login", pair.service.url, stdin=token(pair))
    assert DEMO in newcomer("campaigns").out
    assert "yes" in newcomer("profiles").told


def test_a_token_comes_from_a_file(pair: Pair, newcomer: Terminal, tmp_path: Path) -> None:
    (tmp_path / "token").write_text(f"{token(pair)}\n")
    assert newcomer("login", pair.service.url, "--token-file", tmp_path / "token").code == 0


def test_a_wrong_token_is_refused_and_nothing_kept(pair: Pair, newcomer: Terminal) -> None:
    done = newcomer("login", pair.service.url, stdin="retcon_wrong")
    assert (done.code, "is not valid" in done.said) == (Exit.REFUSED, True)
    assert newcomer.json("profiles") == []


@pytest.mark.parametrize(
    "url", ["retcon.example", "ftp://retcon.example", "https://", "https://me:secret@retcon.example"]
)
def test_an_address_that_is_none_is_refused(newcomer: Terminal, url: str) -> None:
    done = newcomer("login", url, stdin="retcon_x")
    assert (done.code, "write it as https://host" in done.said) == (Exit.NOTHING, True)


def test_a_service_that_does_not_answer_is_named(newcomer: Terminal) -> None:
    url = f"http://127.0.0.1:{free_port()}"
    done = newcomer("login", url, stdin="retcon_x")
    assert (done.code, f"{url} cannot be reached" in done.said) == (Exit.UNREACHABLE, True)


def test_an_invitation_code_makes_an_account_and_signs_it_in(pair: Pair, newcomer: Terminal) -> None:
    done = newcomer("login", pair.service.url, "--join", "Dora", stdin=invited(pair))
    assert (done.code, f"Dora takes part in '{DEMO}' as player" in done.said) == (0, True)
    assert newcomer.json("account", "show")["name"] == "Dora"


def test_a_recovery_code_brings_a_player_back(pair: Pair, newcomer: Terminal) -> None:
    newcomer("login", pair.service.url, "--join", "Emil", stdin=invited(pair))
    newcomer("logout")
    code = pair.there.json("recover", DEMO, "Emil")["code"]
    assert newcomer("login", pair.service.url, stdin=code).code == 0
    assert newcomer("sheet", DEMO, "sh1").code == 0


def test_an_ended_token_says_how_to_sign_in_again(pair: Pair, newcomer: Terminal) -> None:
    newcomer("login", pair.service.url, "--join", "Fina", stdin=invited(pair))
    pair.there("account", "tokens", "Fina", "--revoke", "all")
    done = newcomer("campaigns")
    assert (done.code, f"`retcon login {pair.service.url}` takes another" in done.said) == (Exit.REFUSED, True)


def test_signed_out_nothing_is_kept(pair: Pair, newcomer: Terminal) -> None:
    newcomer("login", pair.service.url, stdin=token(pair))
    assert newcomer("logout").code == 0
    assert newcomer.json("profiles") == []
    assert newcomer("logout").code == Exit.NOTHING


def test_one_of_several_profiles_is_used_for_a_command_or_from_now_on(pair: Pair, newcomer: Terminal) -> None:
    newcomer("login", pair.service.url, "--profile", "owner", stdin=token(pair))
    newcomer("login", pair.service.url, "--profile", "gus", "--join", "Gus", stdin=invited(pair))
    assert newcomer.json("account", "show")["name"] == "Gus"
    assert newcomer.json("--profile", "owner", "account", "show")["kind"] == "owner"
    newcomer("profiles", "--use", "owner")
    assert newcomer.json("account", "show")["kind"] == "owner"


def test_an_unknown_profile_is_refused_with_those_there_are(pair: Pair, newcomer: Terminal) -> None:
    newcomer("login", pair.service.url, "--profile", "owner", stdin=token(pair))
    done = newcomer("--profile", "onwer", "campaigns")
    assert (done.code, "there are owner, local" in done.said) == (Exit.NOTHING, True)


def test_a_ledger_that_the_environment_names_comes_first(pair: Pair, newcomer: Terminal, empty: Terminal) -> None:
    newcomer("login", pair.service.url, stdin=token(pair))
    newcomer.environment |= {"RETCON_DATABASE_URL": empty.database_url, "RETCON_DATA_DIR": str(empty.data_dir)}
    assert newcomer.json("campaigns") == []
