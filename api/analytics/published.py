"""Reports over a data set of Parquet files that was published: on this machine, or on a cluster."""

from __future__ import annotations

from collections.abc import Sequence

from api.analytics.narrowing import Narrowing
from api.analytics.reporting import Made, report_named
from api.problems import BadParameter, NotFound
from domain.history.points import View
from domain.messages import text
from projections.analytics.base import ReportScope
from projections.analytics.engines import EngineName, EngineRefused, published_base
from projections.analytics.publishing.dataset import DataSet, UnreadableDataSet, data_set_at
from projections.analytics.publishing.filesystems import UnusableFolder
from projections.analytics.publishing.manifest import UnreadableManifest
from projections.analytics.reports.report import answer


def on_data_set(
    where: str,
    name: str,
    campaigns: Sequence[str],
    *,
    engine: EngineName = "duckdb",
    remote: str | None = None,
    view: View = "corrected",
    narrowing: Narrowing,
) -> Made:
    """Make a report on campaigns of a data set, by id or name; without any, on all. Sessions alone may be narrowed.

    Raises NotFound, and BadParameter where the data set or the engine cannot be used.
    """
    report = report_named(name)
    asked = ReportScope(view=view, first_session=narrowing.first_session, last_session=narrowing.last_session)
    try:
        data = data_set_at(where)
        with published_base(data, engine, remote, campaigns=_ids(data, campaigns)) as base:
            return Made(answer(report, base, asked), None)
    except (EngineRefused, UnreadableDataSet, UnreadableManifest, UnusableFolder) as refused:
        raise BadParameter(str(refused)) from refused


def _ids(data: DataSet, names: Sequence[str]) -> list[str] | None:
    """Return the ids of campaigns by id or name; None for all. Raises NotFound."""
    if not names:
        return None
    rows: list[dict[str, str]] = data.arrow("campaigns").to_table(["campaign", "name"]).to_pylist()
    ids: list[str] = []
    for name in names:
        meant = [each["campaign"] for each in rows if name.casefold() in (each["campaign"], each["name"].casefold())]
        if not meant:
            raise NotFound(text("there is no campaign {name!r} in the data set", name=name))
        ids += meant
    return ids
