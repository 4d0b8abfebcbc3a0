"""`retcon facts publish`: what it prints, and what it refuses."""

from pathlib import Path

from api.cli.exits import Exit
from projections.analytics.publishing.dataset import data_set_at
from projections.analytics.publishing.manifest import MANIFEST
from tests.cli.conftest import Newcomer
from tests.cli.terminal import Terminal


def test_facts_are_published_once_and_then_what_is_new(terminal: Terminal, tmp_path: Path) -> None:
    folder = str(tmp_path / "set")
    first = terminal.json("facts", "publish", folder)
    assert (first["campaigns"], first["of"], first["rows"] > 100) == (1, 1, True)
    assert data_set_at(folder).arrow("facts").count_rows() > 100
    again = terminal("facts", "publish", folder)
    assert (again.code, again.out.split()[:3]) == (0, ["Nothing", "has", "changed"])


def test_publishing_is_for_the_operator_of_the_installation(newcomer: Newcomer, tmp_path: Path) -> None:
    done = newcomer("Ada", "gm")("facts", "publish", str(tmp_path / "set"))
    assert (done.code, done.err) == (
        Exit.REFUSED,
        "Only the installation's operator may do this; unset RETCON_TOKEN on its machine.\n",
    )
    assert not (tmp_path / "set").exists()


def test_places_that_hold_no_data_set_are_refused(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    damaged = tmp_path / "damaged"
    damaged.mkdir()
    (damaged / MANIFEST).write_text("{")
    refused = {
        "ftp://there/set": "No data set can lie in ftp://there/set; name a folder of this machine",
        str(file): f"No data set can lie in {file}, which is a file; name a folder.",
        str(damaged): "is no manifest of a data set",
    }
    for where, sentence in refused.items():
        done = terminal("facts", "publish", where)
        assert done.code == Exit.NOTHING
        assert sentence in " ".join(done.err.split())
