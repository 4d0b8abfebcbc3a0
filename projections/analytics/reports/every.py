"""Every report there is."""

from __future__ import annotations

from typing import Final

from projections.analytics.reports.downtime import DOWNTIME
from projections.analytics.reports.group import GROUP
from projections.analytics.reports.harm import HARM
from projections.analytics.reports.hits import HITS
from projections.analytics.reports.luck import LUCK
from projections.analytics.reports.milestones import MILESTONES
from projections.analytics.reports.pace import PACE
from projections.analytics.reports.recap import RECAP
from projections.analytics.reports.report import Report
from projections.analytics.reports.resources import RESOURCES
from projections.analytics.reports.retcons import RETCONS
from projections.analytics.reports.rules import RULES
from projections.analytics.reports.spotlight import SPOTLIGHT
from projections.analytics.reports.wounds import WOUNDS

REPORTS: Final[dict[str, Report]] = {
    report.name: report
    for report in (
        LUCK,
        HITS,
        HARM,
        WOUNDS,
        RESOURCES,
        SPOTLIGHT,
        PACE,
        DOWNTIME,
        GROUP,
        MILESTONES,
        RETCONS,
        RULES,
        RECAP,
    )
}
"""The reports by name, in the order in which they are listed."""
