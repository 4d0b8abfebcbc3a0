"""Requests about analytics, written from the OpenAPI document of the service."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from retcon_client.answers.analytics import Recap, ReportLine, ReportView
from retcon_client.handles import CampaignHandle, ServiceHandle
from retcon_client.requests import Request, ResultPage, path_to


class CampaignAnalytics(CampaignHandle):
    """Requests about analytics, of a campaign."""

    def list_reports(self, *, after: str | None = None, limit: int | None = None) -> Request[ResultPage[ReportLine]]:
        """The reports that there are on a campaign, by name."""
        return self.listing(
            path_to("campaigns", self.id, "analytics"), ReportLine, query={"after": after, "limit": limit}
        )

    def show_report(
        self,
        report: str,
        *,
        first_session: int | None = None,
        last_session: int | None = None,
        member: Sequence[str] | None = None,
        character: Sequence[str] | None = None,
        chart: Literal["svg", "png", "vega"] | None = None,
        drawn: Literal["svg", "png", "vega"] | None = None,
    ) -> Request[ReportView]:
        """Return a report on a campaign, limited to the facts that the caller may see. `view=as_played` reports the
        entries as they were first played, before any revision.
        """
        return self.request(
            "GET",
            path_to("campaigns", self.id, "analytics", report),
            ReportView,
            query={
                "first_session": first_session,
                "last_session": last_session,
                "member": member,
                "character": character,
                "chart": chart,
                "drawn": drawn,
            },
            at_point=True,
        )

    def show_recap(
        self,
        *,
        session: int | None = None,
        language: str | None = None,
        format: Literal["json", "markdown", "html"] | None = None,
    ) -> Request[Recap]:
        """Tell a session in sentences as the caller may see it, each with the entries that it rests on and a mark where
        the past was corrected. `format=markdown` and `format=html` are documents for reading and printing. Needs the
        extra `analytics`.
        """
        return self.request(
            "GET",
            path_to("campaigns", self.id, "recap"),
            Recap,
            query={"session": session, "language": language, "format": format},
            at_point=True,
        )

    def take_facts(
        self, *, table: str, format: Literal["csv", "jsonl", "arrow", "parquet"] | None = None
    ) -> Request[bytes]:
        """A table of a campaign as a file, as far as the caller may see it, with the rows in the order in which they
        happened. Times are RFC 3339 in UTC. In CSV, lists are JSON, and an apostrophe stands before text that a
        spreadsheet would take for a formula.
        """
        return self.request(
            "GET",
            path_to("campaigns", self.id, "facts"),
            bytes,
            query={"table": table, "format": format},
            at_point=True,
        )


class ServiceAnalytics(ServiceHandle):
    """Requests about analytics, of a service."""

    def list_reports_on_all(
        self, *, after: str | None = None, limit: int | None = None
    ) -> Request[ResultPage[ReportLine]]:
        """The reports that there are on all campaigns that the caller takes part in, by name."""
        return self.listing(path_to("analytics"), ReportLine, query={"after": after, "limit": limit})

    def show_report_on_all(
        self,
        report: str,
        *,
        campaign: Sequence[str] | None = None,
        first_session: int | None = None,
        last_session: int | None = None,
        chart: Literal["svg", "png", "vega"] | None = None,
        drawn: Literal["svg", "png", "vega"] | None = None,
    ) -> Request[ReportView]:
        """Answer a report on all campaigns that the caller takes part in, of what they may see in each of them."""
        return self.request(
            "GET",
            path_to("analytics", report),
            ReportView,
            query={
                "campaign": campaign,
                "first_session": first_session,
                "last_session": last_session,
                "chart": chart,
                "drawn": drawn,
            },
        )
