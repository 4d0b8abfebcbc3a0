"""The gallery: every report of every demo, with its sentence and its picture, in `projections/analytics/README.md`.

`make docs` writes it (`python -m tests.analytics.gallery`). The demos are played anew each time, so the times of their entries are put in place by rule: entry
n is n half minutes after the first evening began. What each picture was drawn from is kept beside it as a digest: fonts differ between machines, what is drawn does
not.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple
from uuid import UUID

import msgspec
import pyarrow as pa
import pyarrow.compute as pc

from api.storage import embedded
from domain.aggregates import CAMPAIGN, Campaign
from projections.analytics.base import in_memory
from projections.analytics.reports.drawing import drawn, specification
from projections.analytics.reports.every import REPORTS
from projections.analytics.reports.report import ReportResult, answer
from projections.analytics.rows import table_of
from projections.analytics.schema import MemberFact
from tests.analytics.demos import PlayedDemos, played_demos
from tests.checks.source import ROOT

PAGE: Final = ROOT / "projections/analytics/README.md"
PICTURES: Final = ROOT / "projections/analytics/pictures"
DIGESTS: Final = PICTURES / "digests.json"

MARK: Final = "<!-- What follows is written by `make docs`. -->\n"
"""What stands in the page between what is written by hand and what is generated."""

BEGAN: Final = datetime(2026, 1, 3, 18, tzinfo=UTC)
BETWEEN: Final = timedelta(seconds=30)
TIMED: Final = {"entries": ("written", "at"), "facts": ("at",), "dice": ("at",)}


class Shown(NamedTuple):
    """A report of a demo: the demo's campaign, its system, and what the report came to."""

    campaign: str
    system: str
    answer: ReportResult

    @property
    def picture(self) -> str:
        """Return where its picture lies within the folder of pictures."""
        return f"{self.system}/{self.answer.report.name}.svg"

    @property
    def digest(self) -> str:
        """Return the digest of what its picture is drawn from.

        Statistics differ in their last digits between processors, so nine digits of each number count.
        """
        written = msgspec.json.encode(specification(self.answer), order="sorted")
        compared = json.loads(written, parse_float=lambda number: f"{float(number):.9g}")
        return sha256(msgspec.json.encode(compared)).hexdigest()


def shown(demos: PlayedDemos) -> list[Shown]:
    """Answer every report of every demo."""
    answers, tables = [], demos.tables()
    for row in sorted(demos.services.ledger.store.campaigns(), key=lambda row: row.system):
        base = in_memory(_tables_of_one(demos, str(row.id), tables))
        answers += [Shown(row.name, row.system, answer(report, base)) for report in REPORTS.values()]
    return answers


def generated(reports: list[Shown]) -> str:
    """Return the generated part of the page."""
    return "".join(_lines(reports))


def _lines(reports: list[Shown]) -> Iterator[str]:
    campaign = ""
    for each in reports:
        if each.campaign != campaign:
            campaign = each.campaign
            yield f"\n## {campaign} ({each.system})\n"
        report = each.answer.report
        yield f"\n### {report.name}: {report.question}\n\n{each.answer.sentence}\n\n"
        yield f"![{report.question}](pictures/{each.picture})\n"


def _tables_of_one(demos: PlayedDemos, campaign: str, every: Mapping[str, pa.Table]) -> dict[str, pa.Table]:
    """Return the tables of one campaign, with times by rule and with the names of its members."""
    tables = {
        name: table if name == "rulebook" else table.filter(pc.field("campaign") == campaign)
        for name, table in every.items()
    }
    systems = tables["campaigns"].column("system").to_pylist()
    tables["rulebook"] = tables["rulebook"].filter(pc.field("system").isin(systems))
    return _timed(tables) | {"members": table_of("members", _members(demos, campaign))}


def _timed(tables: Mapping[str, pa.Table]) -> dict[str, pa.Table]:
    made = dict(tables)
    for name, columns in TIMED.items():
        times = [BEGAN + entry * BETWEEN for entry in made[name].column("entry").to_pylist()]
        for column in columns:
            at = made[name].schema.get_field_index(column)
            field = made[name].schema.field(at)
            made[name] = made[name].set_column(at, field, pa.array(times, type=field.type))
    return made


def _members(demos: PlayedDemos, campaign: str) -> list[MemberFact]:
    state = demos.services.ledger.heads.fresh(UUID(campaign)).aggregate(CAMPAIGN)
    assert isinstance(state, Campaign), "every ledger has its campaign"
    names = demos.services.accounts.names([UUID(member) for member in state.participants])
    return [
        MemberFact(campaign=campaign, member=member, name=names[UUID(member)] or member, role=part.role)
        for member, part in sorted(state.participants.items())
    ]


def write(reports: list[Shown]) -> None:
    """Write the page, the pictures, and the digests of what they are drawn from."""
    for each in reports:
        path = PICTURES / each.picture
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(drawn(each.answer, "svg"))
    DIGESTS.write_bytes(msgspec.json.format(msgspec.json.encode(digests(reports), order="sorted")) + b"\n")
    by_hand = PAGE.read_text(encoding="utf-8").partition(MARK)[0]
    PAGE.write_text(by_hand + MARK + generated(reports), encoding="utf-8")


def digests(reports: list[Shown]) -> dict[str, str]:
    """Return the digests of what the pictures are drawn from, by picture."""
    return {each.picture: each.digest for each in reports}


def main() -> None:
    """Play the demos and write the gallery."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        place.chmod(0o755)
        (place / "data").mkdir()
        with embedded.start(place / "postgres") as server, played_demos(server, place / "data") as demos:
            write(shown(demos))


if __name__ == "__main__":
    main()
