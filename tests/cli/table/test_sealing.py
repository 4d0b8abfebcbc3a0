"""Sealed secrets at a terminal."""

from pathlib import Path

import pytest

from api.cli.commands.serving import DEMO
from tests.cli.terminal import Json, Terminal

MOLE = "It was SH1,\nfrom the first night on."


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    path = tmp_path / "mole.txt"
    path.write_text(f"{MOLE}\n", "utf-8")
    return path


@pytest.fixture
def revealed(terminal: Terminal, secret: Path, tmp_path: Path) -> tuple[Json, Path]:
    """A secret that was sealed and unsealed, and the file that proves it."""
    terminal("seal", DEMO, "The mole", "--file", secret)
    terminal("unseal", DEMO, "the mole", "--yes")
    proof = terminal.json("seals", DEMO, "the mole")
    path = tmp_path / "seal.json"
    path.write_text(terminal("seals", DEMO, "the mole", "--json").out)
    return proof, path


def test_a_secret_comes_from_a_file_or_from_standard_input(terminal: Terminal, secret: Path) -> None:
    terminal("seal", DEMO, "One", "--file", secret)
    terminal("seal", DEMO, "Two", stdin=f"{MOLE}\n")
    assert [line["text"] for line in terminal.json("seals", DEMO)] == [MOLE, MOLE]


def test_a_secret_is_only_revealed_when_one_means_it(terminal: Terminal, secret: Path) -> None:
    terminal("seal", DEMO, "The mole", "--file", secret)
    done = terminal("unseal", DEMO, "the mole", stdin="n\n")
    assert (done.code, terminal.json("seals", DEMO)[0]["state"]) == (2, "sealed")


def test_a_revealed_secret_is_checked(revealed: tuple[Json, Path], terminal: Terminal) -> None:
    done = terminal("seals", DEMO, "the mole", "--expect", revealed[0]["digest"])
    assert (done.code, "come to the digest" in done.out) == (0, True)


def test_another_digest_than_the_noted_one_ends_with_1(revealed: tuple[Json, Path], terminal: Terminal) -> None:
    done = terminal("seals", DEMO, "the mole", "--expect", "00" * 32)
    assert (done.code, "another commitment" in done.out) == (1, True)


def test_a_proof_is_checked_without_the_service(revealed: tuple[Json, Path], terminal: Terminal) -> None:
    proof, path = revealed
    done = terminal("verify-seal", path, "--expect", proof["digest"])
    assert (done.code, "come to the digest" in done.out) == (0, True)


def test_a_changed_text_is_found(revealed: tuple[Json, Path], terminal: Terminal) -> None:
    _, path = revealed
    path.write_text(path.read_text().replace("SH1", "SH2"))
    done = terminal("verify-seal", path)
    assert (done.code, "was changed" in done.out) == (1, True)


def test_a_file_that_proves_nothing_is_named(terminal: Terminal, secret: Path) -> None:
    assert terminal("verify-seal", secret).code == 2
