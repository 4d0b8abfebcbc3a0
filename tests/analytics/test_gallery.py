"""The gallery shows every report of every demo as it comes out: sentences word for word, pictures by what they are drawn from."""

import msgspec
import pytest

from projections.analytics.reports.every import REPORTS
from tests.analytics.demos import PlayedDemos
from tests.analytics.gallery import DIGESTS, MARK, PAGE, PICTURES, Shown, digests, generated, shown
from tests.demos import DEMOS


@pytest.fixture(scope="module")
def reports(demos: PlayedDemos) -> list[Shown]:
    """Every report of every demo."""
    return shown(demos)


def test_every_report_of_every_demo_is_there(reports: list[Shown]) -> None:
    assert {(each.system, each.answer.report.name) for each in reports} == {(s, r) for s in DEMOS for r in REPORTS}


def test_the_gallery_page_has_every_reports_sentence(reports: list[Shown]) -> None:
    assert PAGE.read_text(encoding="utf-8").partition(MARK)[2] == generated(reports), "make docs writes it anew"


def test_every_picture_was_drawn_from_its_reports_rows(reports: list[Shown]) -> None:
    assert msgspec.json.decode(DIGESTS.read_bytes()) == digests(reports), "make docs draws them anew"
    assert all((PICTURES / each.picture).read_text().startswith("<svg") for each in reports)
