"""Every report there is."""

from __future__ import annotations

from typing import Final

from projections.analytics.reports.harm import HARM
from projections.analytics.reports.hits import HITS
from projections.analytics.reports.report import Report

REPORTS: Final[dict[str, Report]] = {report.name: report for report in (HITS, HARM)}
"""The reports by name, in the order in which they are listed."""
