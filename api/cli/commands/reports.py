"""Reports at the command line: a sentence, a table, and a chart as a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import rich_click as click
from msgspec.structs import replace
from rich.console import RenderableType

from api.analytics.extra import published
from api.analytics.narrowing import Narrowing
from api.analytics.views import Drawing, ReportLine, ReportView
from api.cli.completing import completes
from api.cli.exits import Ended, Exit
from api.cli.opening import open_session
from api.cli.options import campaign, check_named, is_of_now, one_or_several, reads
from api.cli.output import ENDLESS, as_json, row, say, show, table, wants_json, words
from api.cli.session import CliSession, problems_told
from api.languages.reader import reader
from api.reading import ReadRequest
from api.use_cases.recaps import WHICH, show_recap
from api.use_cases.reports import list_reports_on_all, show_report, show_report_on_all
from projections.analytics.reports.forms import Picture
from projections.phrases.catalogue import catalogue
from projections.phrases.messages import phrase
from projections.recaps import html, markdown
from projections.recaps.recap import Recap, headline, remark

PICTURES: Final[dict[str, Picture]] = {".svg": "svg", ".png": "png", ".json": "vega"}
"""The form of a chart, by its file's extension."""

EngineWord: TypeAlias = Literal["duckdb", "spark"]


@click.command()
@click.argument("report", required=False)
@one_or_several
@click.option("--first-session", type=click.IntRange(min=1), metavar="NUMBER", help="The first session that counts.")
@click.option("--last-session", type=click.IntRange(min=1), metavar="NUMBER", help="The last session that counts.")
@click.option(
    "--member",
    "members",
    multiple=True,
    help="Only the entries of this member, by id or name; may be repeated.",
    shell_complete=completes("members"),
)
@click.option(
    "--character",
    "characters",
    multiple=True,
    help="Only this character, by id or handle; may be repeated.",
    shell_complete=completes("characters"),
)
@click.option(
    "--chart",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Draw the chart into this file: .svg, .png, or .json for its Vega-Lite.",
)
@click.option(
    "--from", "where", metavar="DIR|URL", help="Read a data set that `retcon facts publish` has made, and no ledger."
)
@click.option(
    "--engine",
    type=click.Choice(["duckdb", "spark"]),
    help="With --from: the engine that computes the report; by default duckdb, in this process.",
)
@click.option(
    "--remote", metavar="sc://HOST:PORT", help="With --engine spark: the address of its Spark Connect server."
)
@click.option("--wide", is_flag=True, help="Every column.")
@reads
@as_json
def report(
    report: str | None,
    campaigns: tuple[str, ...],
    *,
    every: bool,
    chart: Path | None,
    where: str | None,
    engine: EngineWord | None,
    remote: str | None,
    wide: bool,
    wanted: ReadRequest,
    **narrowed: Any,
) -> None:
    """Show a report on a campaign, or on several: who hits, whose dice are cursed, what the winter was spent on.

    Without REPORT, list the reports. A report covers the facts that you may see; with --view as_played, the entries as
    they were before any revision.
    """
    if report is None:
        with open_session() as at:
            lines = at.listed(list_reports_on_all)
        show(lines, lambda: _lines(lines))
        return
    check_named(campaigns, every=every)
    picture = None if chart is None else _picture(chart)
    narrowing = Narrowing(**narrowed)
    if where is not None:
        view, drawing = _on_data_set(where, report, campaigns, picture, engine, remote, wanted, narrowing)
    elif engine is not None or remote is not None:
        raise click.UsageError("an engine works on a data set; say with --from which")
    else:
        with open_session() as at:
            view, drawing = _on_ledgers(at, report, campaigns, picture, wanted, narrowing)
    if chart is not None and drawing is not None:
        _write(chart, drawing.content)
    _tell(view, single=len(campaigns) == 1, wide=wide)


@click.command()
@campaign
@click.option("--session", type=click.IntRange(min=0), metavar="NUMBER", help=f"{WHICH.capitalize()}.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "html"]),
    default="text",
    show_default=True,
    help="Text for the terminal, or a document.",
)
@click.option(
    "--language", metavar="CODE", help="The language of the sentences, such as de; else that of the command line."
)
@reads
@as_json
def recap(campaign: str, session: int | None, form: str, language: str | None, wanted: ReadRequest) -> None:
    """Tell a session in sentences, each with its receipts.

    These are the entries that a sentence rests on. A mark says where the past was corrected.

    `--format html` prints a page that stands by itself: `retcon recap CAMPAIGN --format html > recap.html`.
    """
    with open_session() as at:
        view: Recap = at.ask(
            show_recap, campaign, session=session, language=language or reader().language, wanted=wanted
        )
    if form == "text" or wants_json():
        show(view, lambda: _recap(view))
    else:
        click.echo(markdown.markdown(view) if form == "markdown" else html.page(view), nl=False)


def _recap(view: Recap) -> Iterator[RenderableType]:
    say_in = catalogue(view.language).say
    yield words(headline(view, say_in), "bold")
    made = table("entry", "what happened", right=("entry",))
    for line in view.lines:
        mark = remark(line, say_in)
        row(made, line.entry, f"{line.text} ({mark})" if mark else line.text)
    yield made if view.lines else words(say_in(phrase("recap.nothing")))


def _tell(view: ReportView, *, single: bool, wide: bool) -> None:
    """Tell what a report came to."""
    columns = list(view.columns) if wide else _columns(view, view.brief, single=single)
    show(view, lambda: _answer(view, columns), width=ENDLESS)


def _on_ledgers(
    at: CliSession,
    report: str,
    campaigns: Sequence[str],
    picture: Picture | None,
    wanted: ReadRequest,
    narrowing: Narrowing,
) -> tuple[ReportView, Drawing | None]:
    """Return a report on one campaign or on several, and its chart where it is wanted. Raises click.UsageError for options
    of a single campaign."""
    if len(campaigns) == 1:
        ask = partial(at.ask, show_report, campaigns[0], report=report, wanted=wanted, narrowing=narrowing)
    else:
        _check_whole(
            wanted, narrowing, "members, characters and points of time are asked of one campaign; name it alone"
        )
        sessions: dict[str, Any] = {"first_session": narrowing.first_session, "last_session": narrowing.last_session}
        ask = partial(
            at.ask, show_report_on_all, campaigns=campaigns, report=report, view=wanted.point.view, **sessions
        )
    view = ask(drawn=picture)
    assert isinstance(view, ReportView), "a report is a picture alone only where one is asked for"
    return replace(view, drawing=None), view.drawing


def _on_data_set(
    where: str,
    report: str,
    campaigns: Sequence[str],
    picture: Picture | None,
    engine: EngineWord | None,
    remote: str | None,
    wanted: ReadRequest,
    narrowing: Narrowing,
) -> tuple[ReportView, Drawing | None]:
    _check_whole(wanted, narrowing, "a data set is asked for sessions and a view alone")
    with problems_told(is_gm=False):
        made = published().on_data_set(
            where,
            report,
            campaigns,
            engine=engine or "duckdb",
            remote=remote,
            view=wanted.point.view,
            narrowing=narrowing,
        )
    return made.view, None if picture is None else Drawing(*made.picture(picture))


def _check_whole(wanted: ReadRequest, narrowing: Narrowing, refusal: str) -> None:
    """Check that no more is asked for than sessions and a view. Raises click.UsageError."""
    if not is_of_now(wanted) or narrowing.members or narrowing.characters:
        raise click.UsageError(refusal)


def _picture(chart: Path) -> Picture:
    if chart.suffix.lower() not in PICTURES:
        raise click.UsageError(f"a chart is drawn as {', '.join(PICTURES)}; {chart.name} has another ending")
    return PICTURES[chart.suffix.lower()]


def _write(chart: Path, drawn: bytes) -> None:
    try:
        chart.write_bytes(drawn)
    except OSError as error:
        raise Ended(Exit.NOTHING, f"{chart} cannot be written: {error.strerror}") from error
    say(words(f"The chart is in {chart}."))


def _lines(lines: Sequence[ReportLine]) -> Iterator[RenderableType]:
    made = table("report", "question", lead=1)
    for each in lines:
        row(made, each.report, each.question)
    yield made


def _columns(view: ReportView, brief: Sequence[str], *, single: bool) -> list[str]:
    """Return the columns to show: those with a value in any row; of a single campaign without its name."""
    names = [name for name in brief or view.columns if not (single and name == "campaign")]
    return [name for name in names if any(each[name] is not None for each in view.rows)]


def _answer(view: ReportView, columns: Sequence[str]) -> Iterator[RenderableType]:
    """A sentence, and the rows beneath it."""
    yield words(view.question, "bold")
    yield words(view.sentence)
    if not view.rows:
        return
    numbers = [name for name in columns if all(isinstance(each[name], int | float | None) for each in view.rows)]
    made = table(*(name.replace("_", " ") for name in columns), right=[name.replace("_", " ") for name in numbers])
    for each in view.rows:
        row(made, *(_cell(each[name]) for name in columns))
    yield made


def _cell(value: Any) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:,.2f}".rstrip("0").rstrip(".")
        case int():
            return f"{value:,}"
        case datetime():
            return f"{value:%Y-%m-%d %H:%M}"
        case date():
            return value.isoformat()
        case list():
            return ", ".join(map(str, value))
        case _:
            return str(value)
