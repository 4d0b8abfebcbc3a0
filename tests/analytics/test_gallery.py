"""The gallery shows every report of every demo as it comes out: sentences word for word, pictures by what they are drawn from."""

import msgspec

from projections.analytics.reports.every import REPORTS
from tests.analytics.gallery import DIGESTS, MARK, PAGE, PICTURES, Shown, digests, generated
from tests.demos import DEMOS


def test_every_report_of_every_demo_is_there(shown_reports: list[Shown]) -> None:
    assert {(each.system, each.answer.report.name) for each in shown_reports} == {
        (s, r) for s in DEMOS for r in REPORTS
    }


def test_the_gallery_page_has_every_reports_sentence(shown_reports: list[Shown]) -> None:
    assert PAGE.read_text(encoding="utf-8").partition(MARK)[2] == generated(shown_reports), "make docs writes it anew"


def test_every_picture_was_drawn_from_its_reports_rows(shown_reports: list[Shown]) -> None:
    assert msgspec.json.decode(DIGESTS.read_bytes()) == digests(shown_reports), "make docs draws them anew"
    assert all((PICTURES / each.picture).read_text().startswith("<svg") for each in shown_reports)
