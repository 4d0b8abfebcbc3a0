"""The pictures of pages that stand in the README."""

from __future__ import annotations

import re

from api.pages.router import pages
from tests.browser.pictures import FOLDER, LARGEST, PICTURES
from tests.checks.source import ROOT
from tests.demos import DEMOS

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_picture_is_there_is_small_and_stands_in_the_readme_with_words_for_it() -> None:
    shown = dict(re.findall(r"!\[([^\]]+)\]\(deploy/pictures/([a-z]+)\.webp\)", README))
    assert {picture.name for picture in PICTURES} == set(shown.values()) == {file.stem for file in FOLDER.iterdir()}
    assert [file.name for file in FOLDER.iterdir() if file.stat().st_size >= LARGEST] == []
    assert all(len(words) > 20 for words in shown)


def test_every_picture_is_of_a_page_of_a_demo_that_there_is() -> None:
    assert {picture.system for picture in PICTURES} <= set(DEMOS)
    known = [re.sub(r"{\w+:(?:str|int|uuid)}", "[^/]+", route.path) for route in pages().routes]
    wrong = [
        p.path
        for p in PICTURES
        if not any(re.fullmatch(one, f"/campaigns/x{p.path.partition('?')[0]}") for one in known)
    ]
    assert wrong == []


def test_every_picture_is_webp() -> None:
    heads = {file.read_bytes()[8:12] for file in FOLDER.iterdir()}
    assert heads == {b"WEBP"}
