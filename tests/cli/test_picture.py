"""The picture of a session in the README shows what the command line prints today."""

from tests.checks.source import ROOT
from tests.cli.picture import PICTURE, drawn
from tests.cli.terminal import Terminal


def test_the_picture_shows_what_the_session_prints(reader: Terminal) -> None:
    assert PICTURE.read_text(encoding="utf-8") == drawn(reader), "make docs draws it anew"


def test_the_readme_shows_the_picture() -> None:
    assert f"]({PICTURE.relative_to(ROOT)})" in (ROOT / "README.md").read_text(encoding="utf-8")
