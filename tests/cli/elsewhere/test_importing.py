"""Files of this machine, imported at a service."""

from __future__ import annotations

from pathlib import Path

from tests.cli.elsewhere.conftest import Pair
from tests.imports.histories.chats import archive, at, dice, thrown
from tests.imports.histories.worlds import d20, message, old_world


def test_the_folder_of_a_world_is_sent_as_one_file(pair: Pair, tmp_path: Path) -> None:
    world = old_world(tmp_path / "harbour", message("M1", 0, rolls=[d20(15, 5)]))
    (world / "scenes").mkdir()
    (world / "scenes" / "secret.png").write_bytes(b"a picture")
    account = pair.there.json("import", "foundry", world)
    assert (account["name"], account["written"]["characters"], account["faults"]) == ("The Harbour", 3, [])
    again = pair.there.json("import", "foundry", world)
    assert (again["campaign"], again["is_new"], again["written"]["messages"]) == (account["campaign"], False, 0)


def test_several_files_are_sent_as_one(pair: Pair, tmp_path: Path) -> None:
    chats = [
        archive(tmp_path / f"{number}.html", at([number * 60], thrown(number + 3, dice(20, number + 3))))
        for number in range(2)
    ]
    account = pair.there.json("import", "roll20", *chats, "--name", "Harbour nights")
    assert (account["name"], account["written"]["rolls"]) == ("Harbour nights", 2)


def test_standard_input_is_sent_as_well(pair: Pair) -> None:
    report = pair.there.json("import", "rolls", "-", "--dry-run", stdin=b"Player,Dice,Natural\nAna,1d20,7\n")
    assert (report["name"], report["rolls"]) == ("Rolls", 1)


def test_a_ledger_goes_to_a_service(pair: Pair, tmp_path: Path) -> None:
    pair.here("found", "High Tide", "--game", "freeform")
    file = tmp_path / "tide.jsonl"
    assert pair.here("export", "High Tide", "-o", file).code == 0
    done = pair.there("import", "ledger", file)
    assert (done.code, "Imported 'High Tide'" in done.out) == (0, True)
    assert pair.there.json("verify", "High Tide")["ok"]
