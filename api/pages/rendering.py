"""Rendering: templates filled in, and the answers that carry them.

The content policy lets a page load its own files only, and run no script that stands in it: what a person writes into a
name or a note can then do nothing, even where it were not escaped.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from litestar import MediaType, Response

from api.answers import encoded, raw
from api.http.endpoints import headers_of
from api.http.representations import response
from api.pages.assets import asset_path
from api.pages.forms import FIELD, form_token
from api.pages.rows.questions import question_rows
from api.pages.visits import Visit
from api.pages.ways_back import just_done, this_page
from api.use_cases.campaigns import show_campaign
from api.use_cases.entries import list_decisions
from api.use_cases.systems import show_rule
from projections.phrases.pages import translate_templates

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self';"
    " manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def page(
    visit: Visit, template: str, /, *, status: int = 200, headers: Mapping[str, str] | None = None, **context: Any
) -> Response[bytes]:
    """Answer with a template filled in."""
    return answer(visit, rendered(visit, template, **context), status, headers)


def rendered(visit: Visit, template: str, /, **context: Any) -> str:
    """Fill in a template. It knows its visit, and how to write addresses, sentences, texts of its game and the token of its forms."""
    return (
        environment()
        .get_template(template)
        .render(
            visit=visit,
            url=lambda path: visit.subpath + path,
            asset=lambda name: visit.subpath + asset_path(name),
            language=visit.language,
            of_game=visit.game_texts.say,
            command_title=visit.command_title,
            question_rows=lambda: question_rows(visit, visit.listed(list_decisions)),
            is_rule=lambda rule: _is_rule(visit, rule),
            this_page=this_page(visit),
            just_done=lambda: just_done(visit),
            form_field=FIELD,
            form_token=form_token(visit.form_secret),
            **context,
        )
    )


def _is_rule(visit: Visit, rule: str) -> bool:
    """Whether what a problem names is a rule of the campaign's game, so that its page can be opened."""
    if visit.seat is None:
        return False
    system = visit.ask(show_campaign).system
    return visit.tried(show_rule, system=system, rule=rule)[0] is not None


def answer(visit: Visit, html: str, status: int = 200, headers: Mapping[str, str] | None = None) -> Response[bytes]:
    """Answer with a page, or a part of one, and the cookies that the visit sets."""
    describing, body = encoded(html.encode(), headers_of(visit.scope).get(b"accept-encoding"))
    own = raw({"Content-Security-Policy": POLICY, **(headers or {})})
    answered = response((status, [*own, *describing], body), MediaType.HTML)
    answered.cookies.extend(visit.cookies)
    return answered


def onward(visit: Visit, path: str) -> Response[bytes]:
    """Answer a form that was taken: the browser goes on to another page (303), also where a script has sent it."""
    target = visit.subpath + path
    headers, status = ({"HX-Redirect": target}, 200) if visit.is_part else ({"Location": target}, 303)
    return answer(visit, "", status, headers)


@cache
def environment() -> Environment:
    """Return the templates, which escape all that is put into them."""
    made = Environment(
        loader=PackageLoader("api.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    translate_templates(made, "api.pages")
    return made
